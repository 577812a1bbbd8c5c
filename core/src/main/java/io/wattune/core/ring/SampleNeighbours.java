package io.wattune.core.ring;

import io.wattune.core.reading.Spacing;

/**
 * The two samples at or before a time, and the two behind it, oldest first. Costs no sum of the
 * integral, as looking up each of them would. Mutable: reused from one look-up to the next. Test:
 * {@code SampleRingPropertyTest}.
 */
public final class SampleNeighbours {
  /** How many there are. */
  public static final int COUNT = 4;

  private final SampleRing ring;
  private final long[] timesNanos = new long[COUNT];
  private final double[] watts = new double[COUNT];
  private boolean isWhole;

  /** For the samples of a ring. */
  public SampleNeighbours(SampleRing ring) {
    this.ring = ring;
  }

  /**
   * Looks about a time, which must not be older than the ring's oldest.
   *
   * @return whether the ring has all of them; nothing else may be asked where it has not
   */
  public boolean find(long timeNanos) {
    long number = ring.chunkAt(timeNanos);
    RingChunk chunk = ring.chunk(number);
    int index = chunk.indexAt(timeNanos) - 1;
    if (index < 0) {
      if (number == ring.oldestNumber()) {
        return false;
      }
      chunk = ring.chunk(--number);
      index = chunk.count - 1;
    }
    take(0, chunk, index);
    isWhole = true;
    for (int i = 1; i < COUNT; i++) {
      index++;
      if (index == chunk.count) {
        if (number == ring.openNumber()) {
          return false;
        }
        chunk = ring.chunk(++number);
        index = 0;
      }
      take(i, chunk, index);
      isWhole &= chunk.spacing(index) == Spacing.SEEN;
    }
    return true;
  }

  private void take(int i, RingChunk chunk, int index) {
    timesNanos[i] = chunk.timeNanos(index);
    watts[i] = ring.watts(chunk, index);
  }

  /** Time of one of them. */
  public long timeNanos(int i) {
    return timesNanos[i];
  }

  /** Reading of one of them. */
  public double watts(int i) {
    return watts[i];
  }

  /** Whether all of the time from the first to the last was seen. */
  public boolean isWhole() {
    return isWhole;
  }
}
