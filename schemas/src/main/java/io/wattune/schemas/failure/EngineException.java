package io.wattune.schemas.failure;

import org.jspecify.annotations.Nullable;

/** A command, or an engine that it runs, cannot go on. Its message is one line for the user. */
public class EngineException extends Exception {
  private static final long serialVersionUID = 1L;

  private final boolean isInputWrong;

  protected EngineException(boolean isInputWrong, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.isInputWrong = isInputWrong;
  }

  /** What was asked for, or a file that was named, is wrong; nothing was done. */
  public static EngineException wrongInput(String message) {
    return new EngineException(true, message, null);
  }

  /** Nothing can be used, a part did not start, or the run has failed. */
  public static EngineException failed(String message) {
    return new EngineException(false, message, null);
  }

  /** The same, with what caused it. */
  public static EngineException failed(String message, Throwable cause) {
    return new EngineException(false, message, cause);
  }

  /** A part failed, and its own words say why. */
  public static EngineException of(Throwable cause) {
    String message = cause.getMessage();
    return failed(message == null ? FailureWords.of(cause) : message, cause);
  }

  /** Whether what was asked for, or a file that was named, is wrong, rather than the run failed. */
  public final boolean isInputWrong() {
    return isInputWrong;
  }
}
