package io.wattune.core.simulated;

import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.PowerUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Polls of one device: times in epoch nanoseconds, values in the unit, or missing. */
public record Polls(long[] timesNanos, int[] values) {
  public static final String DEVICE = "node-1/GPU-0";
  public static final String SIGNAL = "power";

  public int size() {
    return values.length;
  }

  /** Polls from one index up to another. */
  public Polls range(int from, int to) {
    return new Polls(
        java.util.Arrays.copyOfRange(timesNanos, from, to),
        java.util.Arrays.copyOfRange(values, from, to));
  }

  /** The polls of which the times lie outside an interval. */
  public Polls without(long fromNanos, long toNanos) {
    var kept = new Polls.Builder();
    for (int i = 0; i < size(); i++) {
      if (timesNanos[i] < fromNanos || timesNanos[i] >= toNanos) {
        kept.add(timesNanos[i], values[i]);
      }
    }
    return kept.build();
  }

  /** One block of all. */
  public PollBlock block(long sequence, boolean endOfTrace) {
    return block(sequence, PowerUnit.MILLIWATTS, endOfTrace);
  }

  public PollBlock block(long sequence, PowerUnit unit, boolean endOfTrace) {
    return new PollBlock(DEVICE, sequence, SIGNAL, unit, timesNanos, values, endOfTrace);
  }

  /** Blocks of given sizes, used round and round; the last has the end-of-trace marker. */
  public List<PollBlock> blocks(int... sizes) {
    List<PollBlock> blocks = new ArrayList<>();
    int at = 0;
    for (int i = 0; at < size() || i == 0; i++) {
      int to = Math.min(size(), at + sizes[i % sizes.length]);
      blocks.add(range(at, to).block(i, to == size()));
      at = to;
    }
    return blocks;
  }

  /** Plain trapezoid of the polls that have a value, in joules, for values in milliwatts. */
  public double trapezoidJoules() {
    double sum = 0;
    int before = -1;
    for (int i = 0; i < size(); i++) {
      if (values[i] == PollBlock.MISSING) {
        continue;
      }
      if (before >= 0) {
        double seconds = (timesNanos[i] - timesNanos[before]) * 1e-9;
        sum += 0.5e-3 * ((double) values[i] + values[before]) * seconds;
      }
      before = i;
    }
    return sum;
  }

  /** Collects polls. */
  public static final class Builder {
    private final List<long[]> polls = new ArrayList<>();

    public Builder add(long timeNanos, int value) {
      polls.add(new long[] {timeNanos, value});
      return this;
    }

    public Polls build() {
      long[] times = new long[polls.size()];
      int[] values = new int[polls.size()];
      for (int i = 0; i < times.length; i++) {
        times[i] = polls.get(i)[0];
        values[i] = (int) polls.get(i)[1];
      }
      return new Polls(times, values);
    }
  }

  /** When a sensor is asked. */
  @FunctionalInterface
  public interface Schedule {
    /** Time of the poll after one; both in seconds. */
    double next(double seconds, Random random);
  }
}
