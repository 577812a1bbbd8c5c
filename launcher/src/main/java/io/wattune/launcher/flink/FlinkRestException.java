package io.wattune.launcher.flink;

/** A Flink cluster does not answer, or not with what was asked for. */
public final class FlinkRestException extends Exception {
  private static final long serialVersionUID = 1L;

  FlinkRestException(String message) {
    super(message);
  }

  FlinkRestException(String message, Throwable cause) {
    super(message, cause);
  }
}
