package io.wattune.pipeline.failure;

import io.wattune.schemas.failure.EngineFailure;
import io.wattune.schemas.failure.FailureWords;
import org.jspecify.annotations.Nullable;

/** The pipeline, or a job of it, cannot go on. Its message is one line for the user. */
public final class PipelineException extends Exception implements EngineFailure {
  private static final long serialVersionUID = 1L;

  private final boolean isInputWrong;

  private PipelineException(boolean isInputWrong, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.isInputWrong = isInputWrong;
  }

  /** What was asked for, or a file that was named, is wrong; nothing was started. */
  public static PipelineException wrongInput(String message) {
    return new PipelineException(true, message, null);
  }

  /** A part did not start, or has failed. */
  public static PipelineException failed(String message) {
    return new PipelineException(false, message, null);
  }

  /** The same, with what caused it. */
  public static PipelineException failed(String message, Throwable cause) {
    return new PipelineException(false, message, cause);
  }

  /** A part failed, and its own words say why. */
  public static PipelineException of(Throwable cause) {
    String message = cause.getMessage();
    return failed(message == null ? FailureWords.of(cause) : message, cause);
  }

  @Override
  public boolean isInputWrong() {
    return isInputWrong;
  }
}
