package io.wattune.collectors.nvml.library;

/**
 * A question for some fields of a device and the answers, one driver call for all of them. Each
 * field has a code of its own: one may fail while the others work. For one thread.
 */
public final class FieldValues {
  /** Wattune asks for two to four. */
  static final int MOST = 32;

  private final int[] ids;
  private final int[] codes;
  private final long[] values;

  /** A question for the fields of these numbers, of the GPU itself. */
  public FieldValues(int... ids) {
    if (ids.length > MOST) {
      throw new IllegalArgumentException("at most " + MOST + " fields, were " + ids.length);
    }
    this.ids = ids.clone();
    this.codes = new int[ids.length];
    this.values = new long[ids.length];
  }

  /** Number of fields. */
  public int size() {
    return ids.length;
  }

  /** Number of a field. */
  public int id(int index) {
    return ids[index];
  }

  /** What the field's own answer was; 0 is success. */
  public int code(int index) {
    return codes[index];
  }

  /** The field's value; of no meaning where its code is not success. */
  public long value(int index) {
    return values[index];
  }

  /** Takes an answer. */
  public void set(int index, int code, long value) {
    codes[index] = code;
    values[index] = value;
  }
}
