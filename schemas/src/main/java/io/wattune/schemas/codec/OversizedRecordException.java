package io.wattune.schemas.codec;

/**
 * A value whose record would break {@link RecordLimits}: nobody would read it. Who sends it keeps
 * what it came from in the rejects, and goes on.
 */
public final class OversizedRecordException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  OversizedRecordException(String message, Throwable cause) {
    super(message, cause);
  }
}
