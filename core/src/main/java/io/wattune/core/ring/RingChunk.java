package io.wattune.core.ring;

import io.wattune.core.reading.Sample;
import io.wattune.core.reading.Spacing;

/**
 * Up to {@value #CAPACITY} consecutive samples, packed, with the running integral at the first of
 * them. Filled by {@link SampleRing}; never changed once full. Plain fields, so that a host can
 * keep it.
 */
public final class RingChunk {
  /** Samples in a full chunk. */
  public static final int CAPACITY = 128;

  /** Time of the first sample. */
  public long baseNanos;

  /** Number of samples. */
  public int count;

  /** Time of each sample, in microseconds since {@link #baseNanos}. */
  public int[] offsetMicros = new int[CAPACITY];

  /** Value of each sample, in the source's unit. */
  public int[] values = new int[CAPACITY];

  /** From each sample to the poll that saw it, in microseconds. */
  public int[] pollMicros = new int[CAPACITY];

  /**
   * From the poll before to the poll that saw each sample, in microseconds. Behind a gap that was
   * not bridged: from the sample before to the last poll that saw it.
   */
  public int[] sinceMicros = new int[CAPACITY];

  /** How the time before each sample was seen: code of {@link Spacing}. */
  public byte[] spacings = new byte[CAPACITY];

  /** Value of the sample before the first, in watts. */
  public double wattsBefore;

  /** The running integral at the first sample. */
  public RunningIntegral start = new RunningIntegral();

  public RingChunk() {}

  boolean hasRoomFor(Sample sample) {
    return count < CAPACITY && sample.timeNanos - baseNanos <= Integer.MAX_VALUE * 1000L;
  }

  void add(Sample sample, long previousNanos) {
    boolean broken = sample.spacing == Spacing.BROKEN;
    offsetMicros[count] = (int) ((sample.timeNanos - baseNanos) / 1000L);
    values[count] = sample.value;
    pollMicros[count] = micros(sample.toNanos - sample.timeNanos);
    sinceMicros[count] =
        micros(broken ? sample.fromNanos - previousNanos : sample.toNanos - sample.fromNanos);
    spacings[count] = sample.spacing.code();
    count++;
  }

  /** Time of the poll that saw a sample. */
  long pollNanos(int i) {
    return timeNanos(i) + pollMicros[i] * 1000L;
  }

  /** Time of the poll before that one, given the time of the sample before. */
  long pollBeforeNanos(int i, long previousNanos) {
    long since = sinceMicros[i] * 1000L;
    return spacing(i) == Spacing.BROKEN ? previousNanos + since : pollNanos(i) - since;
  }

  long timeNanos(int i) {
    return baseNanos + offsetMicros[i] * 1000L;
  }

  Spacing spacing(int i) {
    return Spacing.ofCode(spacings[i]);
  }

  private static int micros(long nanos) {
    return (int) Math.min(nanos / 1000L, Integer.MAX_VALUE);
  }

  /** Index of the newest sample at or before the time, which must not be before the first. */
  int indexAt(long timeNanos) {
    int low = 0;
    int high = count - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (timeNanos(middle) <= timeNanos) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }
}
