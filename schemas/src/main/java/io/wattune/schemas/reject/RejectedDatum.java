package io.wattune.schemas.reject;

import java.util.Arrays;

/**
 * A datum that could not be used.
 *
 * @param reason short stable code, for counting
 * @param detail what was wrong, where, and what to do, in one sentence
 * @param origin topic name, or file name for a line of a file
 * @param partition partition of the original; -1 for a line of a file
 * @param offset offset of the original; the line number, from 1, for a line of a file
 * @param data how many data (readings, activities, lines) are concerned, at least 1
 * @param original the original bytes, cut at {@link #LONGEST_ORIGINAL_BYTES}; owned by this record,
 *     not copied
 * @param originalLength length of the original before the cut, in bytes
 * @param rejectedBy the part that rejected it
 */
@SuppressWarnings("ArrayRecordComponent") // Documented: owned, never compared.
public record RejectedDatum(
    String reason,
    String detail,
    String origin,
    int partition,
    long offset,
    int data,
    byte[] original,
    int originalLength,
    String rejectedBy) {

  /** Of a longer original only the first bytes are kept. */
  public static final int LONGEST_ORIGINAL_BYTES = 64 * 1024;

  /** Of a longer detail only the beginning is kept: it may repeat the whole original as text. */
  public static final int LONGEST_DETAIL = 2000;

  private static final int LONGEST_KEY = 2000;

  public RejectedDatum {
    if (data < 1) {
      throw new IllegalArgumentException("a reject concerns at least 1 datum, was " + data);
    }
    if (original.length > LONGEST_ORIGINAL_BYTES || originalLength < original.length) {
      throw new IllegalArgumentException(
          ("a reject keeps at most %s bytes of its original and the length before the "
                  + "cut; had %s bytes of %s")
              .formatted(LONGEST_ORIGINAL_BYTES, original.length, originalLength));
    }
  }

  /**
   * A datum with its whole original, of which what is too long is cut off here.
   *
   * @param value the original, or the {@link RefusedValue} that a reader was given in its place
   */
  public static RejectedDatum of(
      String reason,
      String detail,
      String origin,
      int partition,
      long offset,
      int data,
      byte[] value,
      String rejectedBy) {
    byte[] original = RefusedValue.original(value);
    byte[] kept =
        original.length > LONGEST_ORIGINAL_BYTES
            ? Arrays.copyOf(original, LONGEST_ORIGINAL_BYTES)
            : original;
    return new RejectedDatum(
        reason,
        cut(detail, LONGEST_DETAIL),
        origin,
        partition,
        offset,
        data,
        kept,
        original.length,
        rejectedBy);
  }

  /**
   * The key of the reject of a record with this key: the same, but cut where it is longer than any
   * device's. A broker takes no record of more than a megabyte, and whoever must send a larger one
   * before he goes on never does.
   */
  public static String key(String original) {
    return cut(original, LONGEST_KEY);
  }

  private static String cut(String text, int longest) {
    return text.length() <= longest ? text : text.substring(0, longest) + "...";
  }
}
