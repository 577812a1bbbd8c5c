package io.wattune.replay.results;

/** The job did not put out what it should have; the message says what is missing. */
public final class IncompleteOutputException extends Exception {
  private static final long serialVersionUID = 1L;

  IncompleteOutputException(String message) {
    super(message);
  }
}
