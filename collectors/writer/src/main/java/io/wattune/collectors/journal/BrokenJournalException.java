package io.wattune.collectors.journal;

/** A journal is there and cannot be used: what, where, and what to do. */
public final class BrokenJournalException extends Exception {
  private static final long serialVersionUID = 1L;

  BrokenJournalException(String message) {
    super(message);
  }
}
