package io.wattune.evaluation;

import io.wattune.replay.ReplayException;
import io.wattune.schemas.failure.EngineFailure;
import org.jspecify.annotations.Nullable;

/** An evaluation cannot go on. Its message is one line for the user. */
public final class EvaluationException extends Exception implements EngineFailure {
  private static final long serialVersionUID = 1L;

  private final boolean isInputWrong;

  private EvaluationException(boolean isInputWrong, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.isInputWrong = isInputWrong;
  }

  /** What was asked for, or a file that was named, is wrong; nothing was done. */
  public static EvaluationException wrongInput(String message) {
    return new EvaluationException(true, message, null);
  }

  /** The same, with what caused it. */
  public static EvaluationException failed(String message, Throwable cause) {
    return new EvaluationException(false, message, cause);
  }

  /** A replay within the evaluation could not go on. */
  public static EvaluationException of(ReplayException failure) {
    return new EvaluationException(
        failure.isInputWrong(), String.valueOf(failure.getMessage()), failure);
  }

  @Override
  public boolean isInputWrong() {
    return isInputWrong;
  }
}
