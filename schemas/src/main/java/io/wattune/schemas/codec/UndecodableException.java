package io.wattune.schemas.codec;

import org.jspecify.annotations.Nullable;

/**
 * Bytes that are not the record that they should be. The datum is counted and goes to the rejects
 * topic; the reader goes on.
 */
public final class UndecodableException extends Exception {

  /** There are no bytes: somebody has deleted the key. */
  public static final String NO_VALUE = "no-value";

  /** The bytes do not start with the two bytes of Avro's single-object encoding. */
  public static final String NO_MARKER = "no-single-object-marker";

  /** No schema is known by the fingerprint that the bytes start with. */
  public static final String UNKNOWN_SCHEMA = "unknown-schema";

  /** The schema is known, and is that of another record. */
  public static final String WRONG_RECORD = "wrong-record";

  /** The schema is known, and cannot be read as the record that is wanted. */
  public static final String INCOMPATIBLE_SCHEMA = "incompatible-schema";

  /** The bytes end too soon, or a length in them reaches beyond their end. */
  public static final String TRUNCATED = "truncated";

  /** The bytes break a rule of the encoding. */
  public static final String MALFORMED = "malformed";

  /** The record, a text, a list or a column in it is larger than {@link RecordLimits} allow. */
  public static final String TOO_LARGE = "too-large";

  /** The packed columns have a layout version that is not known here. */
  public static final String UNKNOWN_LAYOUT = "unknown-layout";

  /** A column has a unit that is not known here. */
  public static final String UNKNOWN_UNIT = "unknown-unit";

  /** An enumeration holds a value that is not known here. */
  public static final String UNKNOWN_SYMBOL = "unknown-symbol";

  /** The columns of a block do not have the length that the block says. */
  public static final String COLUMN_LENGTH = "column-length";

  /** No column of the block is in a unit of power. */
  public static final String NO_POWER_COLUMN = "no-power-column";

  /** A time is outside what can be counted. */
  public static final String TIME_OUT_OF_RANGE = "time-out-of-range";

  /** A value is outside its bounds. */
  public static final String VALUE_OUT_OF_RANGE = "value-out-of-range";

  private static final long serialVersionUID = 1L;

  private final String reason;

  public UndecodableException(String reason, String message) {
    this(reason, message, null);
  }

  public UndecodableException(String reason, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  /** Short stable code, for counting. */
  public String reason() {
    return reason;
  }

  /** What was wrong, where, and what to do. */
  public String detail() {
    String message = getMessage();
    return message == null ? reason : message;
  }
}
