package io.wattune.replay.report;

/** The report cannot be written where it was asked for; the message says why and what to do. */
public final class UnusableFolderException extends Exception {
  private static final long serialVersionUID = 1L;

  UnusableFolderException(String message) {
    super(message);
  }
}
