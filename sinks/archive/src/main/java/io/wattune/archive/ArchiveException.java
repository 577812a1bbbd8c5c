package io.wattune.archive;

import java.io.IOException;

/** An archive that cannot be used as it is. Its message says what to do. */
public final class ArchiveException extends IOException {
  private static final long serialVersionUID = 1L;

  public ArchiveException(String message) {
    super(message);
  }

  public ArchiveException(String message, Throwable cause) {
    super(message, cause);
  }
}
