package io.wattune.core.power;

import io.wattune.core.Quality;
import java.util.Arrays;

/** Columns of true power that are being filled. Reused; not thread-safe. */
public final class PowerColumns {
  private long[] timesNanos = new long[256];
  private int[] rawMilliwatts = new int[256];
  private int[] trueMilliwatts = new int[256];
  private int[] errorMilliwatts = new int[256];
  private byte[] qualities = new byte[256];
  private int count;

  /** Adds a sample; its true power and error are ignored where the quality is a gap. */
  void add(long timeNanos, double rawWatts, double trueWatts, double errorWatts, Quality quality) {
    if (count == timesNanos.length) {
      grow();
    }
    boolean none = quality == Quality.GAP;
    // A block's times are whole microseconds from its first; delays and windows are any length.
    timesNanos[count] = Math.floorDiv(timeNanos, 1000L) * 1000L;
    rawMilliwatts[count] = milliwatts(rawWatts);
    trueMilliwatts[count] = none ? TruePower.NONE : milliwatts(trueWatts);
    errorMilliwatts[count] = none ? TruePower.NONE : milliwatts(errorWatts);
    qualities[count] = quality.code();
    count++;
  }

  /** Number of samples held. */
  public int count() {
    return count;
  }

  /** Time of the first sample held, of which there is one. */
  public long firstNanos() {
    return timesNanos[0];
  }

  /** Takes the samples out as a record. */
  public TruePower take(
      String device, String signal, int revision, String profileId, int clockSetBacks) {
    var taken =
        new TruePower(
            device,
            signal,
            revision,
            profileId,
            Arrays.copyOf(timesNanos, count),
            Arrays.copyOf(rawMilliwatts, count),
            Arrays.copyOf(trueMilliwatts, count),
            Arrays.copyOf(errorMilliwatts, count),
            Arrays.copyOf(qualities, count),
            null,
            clockSetBacks);
    count = 0;
    return taken;
  }

  private static int milliwatts(double watts) {
    // What an int cannot hold becomes its bound; the lower one is TruePower.NONE.
    return Math.max(-Integer.MAX_VALUE, (int) Math.rint(watts * 1e3));
  }

  private void grow() {
    int length = 2 * count;
    timesNanos = Arrays.copyOf(timesNanos, length);
    rawMilliwatts = Arrays.copyOf(rawMilliwatts, length);
    trueMilliwatts = Arrays.copyOf(trueMilliwatts, length);
    errorMilliwatts = Arrays.copyOf(errorMilliwatts, length);
    qualities = Arrays.copyOf(qualities, length);
  }
}
