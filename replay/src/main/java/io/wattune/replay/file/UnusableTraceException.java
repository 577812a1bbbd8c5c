package io.wattune.replay.file;

/**
 * A file of which nothing can be used. The message says which file, what was found and what to do.
 */
public final class UnusableTraceException extends Exception {
  private static final long serialVersionUID = 1L;

  public UnusableTraceException(String fileName, String problem) {
    super(fileName + ": " + problem);
  }
}
