package io.wattune.launcher.command;

/** What the command's exit code means. */
public final class ExitCode {
  /** The command did what it was asked. */
  public static final int DONE = 0;

  /** Nothing in the input can be used, or the run failed. */
  public static final int FAILED = 1;

  /** The arguments are wrong; nothing was done. */
  public static final int USAGE = 2;

  private ExitCode() {}
}
