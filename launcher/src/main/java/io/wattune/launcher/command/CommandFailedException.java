package io.wattune.launcher.command;

import io.wattune.schemas.failure.FailureWords;
import org.jspecify.annotations.Nullable;

/** The command cannot go on. Its message is the one line that the user gets. */
public final class CommandFailedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final int exitCode;

  private CommandFailedException(int exitCode, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.exitCode = exitCode;
  }

  /** The arguments are wrong. */
  public static CommandFailedException usage(String message) {
    return new CommandFailedException(ExitCode.USAGE, message, null);
  }

  /** Nothing can be used, or the run failed. */
  public static CommandFailedException failed(String message) {
    return new CommandFailedException(ExitCode.FAILED, message, null);
  }

  /** The same, with what caused it. */
  public static CommandFailedException failed(String message, Throwable cause) {
    // What has no words of its own was handed on as "null".
    String words = message.equals("null") ? FailureWords.of(cause) : message;
    return new CommandFailedException(ExitCode.FAILED, words, cause);
  }

  /** The process's exit code. */
  public int exitCode() {
    return exitCode;
  }
}
