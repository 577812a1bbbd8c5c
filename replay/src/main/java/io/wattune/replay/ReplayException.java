package io.wattune.replay;

import io.wattune.schemas.failure.EngineFailure;
import org.jspecify.annotations.Nullable;

/** A replay cannot go on. Its message is one line for the user. */
public final class ReplayException extends Exception implements EngineFailure {
  private static final long serialVersionUID = 1L;

  private final boolean isInputWrong;

  private ReplayException(boolean isInputWrong, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.isInputWrong = isInputWrong;
  }

  /** What was asked for, or a file that was named, is wrong; nothing was done. */
  public static ReplayException wrongInput(String message) {
    return new ReplayException(true, message, null);
  }

  /** Nothing can be used, or the run failed. */
  public static ReplayException failed(String message) {
    return new ReplayException(false, message, null);
  }

  /** The same, with what caused it. */
  public static ReplayException failed(String message, Throwable cause) {
    return new ReplayException(false, message, cause);
  }

  @Override
  public boolean isInputWrong() {
    return isInputWrong;
  }
}
