package io.wattune.schemas.reject;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Stands where the value of a record would be that was refused before anybody decoded it. No
 * decoder reads it: each refuses it with its reason, and the record goes the way of every other
 * that cannot be used. The first byte is none that a record begins with.
 *
 * <pre>
 * 00 57 54   one byte: the reason   the original value
 * </pre>
 */
public final class RefusedValue {
  private static final byte[] MARK = {0x00, 0x57, 0x54};
  private static final int HEADER_BYTES = MARK.length + 1;

  private RefusedValue() {}

  /** Why a record was refused. */
  public enum Reason {
    /** It does not say with a code which node it is from. */
    NO_CODE(
        "no-node-code",
        "it has no code of the node that its key names; give that node's agent and writer"
            + " wattune.node-code.key, or find out who else writes to this topic"),
    /** Its code is not that of the node that its key names. */
    WRONG_CODE(
        "wrong-node-code",
        "its code is not that of the node that its key names: another node wrote it, it was altered,"
            + " or its node's key is not derived from this part's wattune.node-code.master");

    private final String code;
    private final String detail;

    Reason(String code, String detail) {
      this.code = code;
      this.detail = detail;
    }

    /** Short stable code, for counting. */
    public String code() {
      return code;
    }

    /** What was wrong, and what to do. */
    public String detail() {
      return detail;
    }
  }

  /** Makes of a value one that nobody reads. */
  public static byte[] of(Reason reason, byte @Nullable [] original) {
    int length = original == null ? 0 : original.length;
    byte[] refused = Arrays.copyOf(MARK, HEADER_BYTES + length);
    refused[MARK.length] = (byte) reason.ordinal();
    if (original != null) {
      System.arraycopy(original, 0, refused, HEADER_BYTES, length);
    }
    return refused;
  }

  /** Why a value was refused; null where it was not. */
  public static @Nullable Reason reason(byte[] value) {
    if (value.length < HEADER_BYTES
        || !Arrays.equals(value, 0, MARK.length, MARK, 0, MARK.length)) {
      return null;
    }
    int ordinal = value[MARK.length];
    return ordinal >= 0 && ordinal < Reason.values().length ? Reason.values()[ordinal] : null;
  }

  /** The value as it was before it was refused; itself where it was not. */
  public static byte[] original(byte[] value) {
    return reason(value) == null ? value : Arrays.copyOfRange(value, HEADER_BYTES, value.length);
  }
}
