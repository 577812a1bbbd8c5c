package io.wattune.replay.publish;

/** Records could not be sent. The message says to which topic, why, and what to do. */
public final class PublishException extends Exception {
  private static final long serialVersionUID = 1L;

  PublishException(String message, Throwable cause) {
    super(message, cause);
  }
}
