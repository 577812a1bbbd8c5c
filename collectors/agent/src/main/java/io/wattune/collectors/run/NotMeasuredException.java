package io.wattune.collectors.run;

/** The energy of a command cannot be measured, or is not known. Its message says why. */
public final class NotMeasuredException extends Exception {
  private static final long serialVersionUID = 1L;

  public NotMeasuredException(String message) {
    super(message);
  }

  public NotMeasuredException(String message, Throwable cause) {
    super(message, cause);
  }
}
