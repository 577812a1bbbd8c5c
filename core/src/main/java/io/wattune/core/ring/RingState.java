package io.wattune.core.ring;

/**
 * What {@link SampleRing} remembers of one device beside its full chunks. Mutable, plain fields:
 * the host keeps it; only the ring writes it.
 */
public final class RingState {
  /** Number of the open chunk: how many have been filled so far. */
  public long openNumber;

  /** Number of the oldest chunk kept. */
  public long oldestNumber;

  /**
   * First sample's time of the full chunks kept, oldest first; {@code openNumber - oldestNumber}.
   */
  public long[] fullBases = new long[8];

  /** The chunk being filled. */
  public RingChunk open = new RingChunk();

  /** The running integral at the newest sample. */
  public RunningIntegral newest = new RunningIntegral();

  /** Samples ever added. */
  public long samples;

  /** Time of the device's very first sample. */
  public long firstNanos;

  /** Time of the newest sample. */
  public long newestNanos;

  /** Time of the poll that saw the newest sample. */
  public long newestPollNanos;

  /** Time of the newest poll that saw the newest sample's value. */
  public long seenToNanos;

  /** Value of the newest sample, in watts. */
  public double newestWatts;

  int fullChunks() {
    return (int) (openNumber - oldestNumber);
  }
}
