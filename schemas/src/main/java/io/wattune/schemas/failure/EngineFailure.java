package io.wattune.schemas.failure;

/**
 * A failure that an engine foresaw, as an exception of its own. Its message is one line for the
 * user; which exit code it is, the command line decides.
 */
public interface EngineFailure {
  /** Whether what was asked for, or a file that was named, is wrong, rather than the run failed. */
  boolean isInputWrong();
}
