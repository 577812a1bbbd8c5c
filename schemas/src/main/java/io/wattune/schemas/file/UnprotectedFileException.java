package io.wattune.schemas.file;

import java.io.IOException;

/** Others could have changed a file, or read a secret; the message says which and what to do. */
public final class UnprotectedFileException extends IOException {
  private static final long serialVersionUID = 1L;

  UnprotectedFileException(String message) {
    super(message);
  }
}
