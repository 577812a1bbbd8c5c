package io.wattune.embedded.flink;

/** A job has failed, or could not be submitted; the message names the root cause. */
public final class JobFailedException extends Exception {
  private static final long serialVersionUID = 1L;

  public JobFailedException(String message, Throwable cause) {
    super(message, cause);
  }
}
