package io.wattune.collectors.writer;

/** A writer, guardian or restore cannot do its work: what, where, and what to do. */
public final class WriterException extends Exception {
  private static final long serialVersionUID = 1L;

  WriterException(String message) {
    super(message);
  }

  WriterException(String message, Throwable cause) {
    super(message, cause);
  }
}
