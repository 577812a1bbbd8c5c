package io.wattune.embedded.flink;

/** A Flink cluster does not answer, or not with what was asked for. */
public final class FlinkClusterException extends Exception {
  private static final long serialVersionUID = 1L;

  FlinkClusterException(String message) {
    super(message);
  }

  FlinkClusterException(String message, Throwable cause) {
    super(message, cause);
  }
}
