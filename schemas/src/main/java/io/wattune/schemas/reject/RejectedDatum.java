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

  public RejectedDatum {
    if (data < 1) {
      throw new IllegalArgumentException("a reject concerns at least 1 datum, was " + data);
    }
    if (original.length > LONGEST_ORIGINAL_BYTES || originalLength < original.length) {
      throw new IllegalArgumentException(
          "a reject keeps at most "
              + LONGEST_ORIGINAL_BYTES
              + " bytes of its original and the length before the cut; had "
              + original.length
              + " bytes of "
              + originalLength);
    }
  }

  /** A datum with its whole original, of which what is too long is cut off here. */
  public static RejectedDatum of(
      String reason,
      String detail,
      String origin,
      int partition,
      long offset,
      int data,
      byte[] original,
      String rejectedBy) {
    byte[] kept =
        original.length > LONGEST_ORIGINAL_BYTES
            ? Arrays.copyOf(original, LONGEST_ORIGINAL_BYTES)
            : original;
    return new RejectedDatum(
        reason, detail, origin, partition, offset, data, kept, original.length, rejectedBy);
  }
}
