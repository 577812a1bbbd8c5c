package io.wattune.core.ring;

/** Walks over the samples of a ring, oldest first. Test: {@code SampleRingTest}. */
public record RingWalk(SampleRing ring) {
  /** Calls back with each sample at or after a time, oldest first. */
  public void from(long timeNanos, SampleVisitor visitor) {
    between(timeNanos, Long.MAX_VALUE, visitor);
  }

  /** Calls back with each sample from one time to another, both included, oldest first. */
  public void between(long fromNanos, long toNanos, SampleVisitor visitor) {
    polledBetween(
        fromNanos,
        toNanos,
        (timeNanos, value, spacing, sinceNanos) -> visitor.sample(timeNanos, value, spacing));
  }

  /** The same, each sample with how long before the poll that saw it the one before was. */
  public void polledBetween(long fromNanos, long toNanos, PolledVisitor visitor) {
    long number = fromNanos <= ring.oldestNanos() ? ring.oldestNumber() : ring.chunkAt(fromNanos);
    for (; number <= ring.openNumber(); number++) {
      RingChunk chunk = ring.chunk(number);
      for (int i = 0; i < chunk.count; i++) {
        long timeNanos = chunk.timeNanos(i);
        if (timeNanos > toNanos) {
          return;
        }
        if (timeNanos >= fromNanos) {
          visitor.sample(
              timeNanos, chunk.values[i], chunk.spacing(i), chunk.sinceMicros[i] * 1000L);
        }
      }
    }
  }

  /**
   * Calls back with the samples from the newest one at or before a time, or the oldest kept, to the
   * first one after another time, or the newest; oldest first.
   */
  public void about(long fromNanos, long toNanos, SampleVisitor visitor) {
    long number = fromNanos <= ring.oldestNanos() ? ring.oldestNumber() : ring.chunkAt(fromNanos);
    RingChunk chunk = ring.chunk(number);
    int i = fromNanos <= chunk.baseNanos ? 0 : chunk.indexAt(fromNanos);
    while (true) {
      for (; i < chunk.count; i++) {
        long timeNanos = chunk.timeNanos(i);
        visitor.sample(timeNanos, chunk.values[i], chunk.spacing(i));
        if (timeNanos > toNanos) {
          return;
        }
      }
      if (number == ring.openNumber()) {
        return;
      }
      number++;
      chunk = ring.chunk(number);
      i = 0;
    }
  }
}
