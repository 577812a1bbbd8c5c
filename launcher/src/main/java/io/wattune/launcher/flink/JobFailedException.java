package io.wattune.launcher.flink;

/** The job has failed; the message is its root cause. */
public final class JobFailedException extends Exception {
  private static final long serialVersionUID = 1L;

  public JobFailedException(String message, Throwable cause) {
    super(message, cause);
  }
}
