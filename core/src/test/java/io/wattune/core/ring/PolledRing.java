package io.wattune.core.ring;

import io.wattune.core.reading.PowerUnit;
import io.wattune.core.reading.Sample;
import io.wattune.core.reading.SampleFilter;
import io.wattune.core.reading.SampleFilter.Outcome;
import io.wattune.core.reading.SampleState;
import io.wattune.core.reading.Spacing;
import io.wattune.core.simulated.Polls;
import java.util.ArrayList;
import java.util.List;

/** A ring behind a filter, and every sample that went in. */
final class PolledRing {
  final RingState state = new RingState();
  final InMemoryChunkStore store = new InMemoryChunkStore();
  final SampleRing ring;
  final List<Entry> samples = new ArrayList<>();
  private final SampleFilter filter = new SampleFilter();
  private final SampleState polls = new SampleState();
  private final PowerUnit unit;

  /** A sample, and the running integral when it was the newest. */
  record Entry(
      long timeNanos,
      long fromNanos,
      long toNanos,
      double watts,
      Spacing spacing,
      String running) {}

  PolledRing(PowerUnit unit) {
    this.unit = unit;
    ring = new SampleRing(state, store, unit);
  }

  void take(Polls all) {
    for (int i = 0; i < all.size(); i++) {
      take(all.timesNanos()[i], all.values()[i]);
    }
  }

  void take(long timeNanos, int value) {
    Outcome outcome = filter.accept(polls, timeNanos, value);
    if (outcome == Outcome.REPEAT) {
      ring.seenTo(timeNanos);
    }
    if (outcome == Outcome.SAMPLE) {
      Sample sample = filter.sample();
      ring.add(sample);
      samples.add(
          new Entry(
              sample.timeNanos,
              sample.fromNanos,
              sample.toNanos,
              sample.value * unit.watts(),
              sample.spacing,
              bits(state.newest)));
    }
  }

  RingPoint at(long timeNanos) {
    var point = new RingPoint();
    ring.at(timeNanos, point);
    return point;
  }

  /** All of an integral but the raw one, which reaches on to the poll, to the bit. */
  static String bits(RunningIntegral integral) {
    return Double.toHexString(integral.joules)
        + " "
        + integral.spanNanos
        + " "
        + integral.gapNanos
        + " "
        + Double.toHexString(integral.gapVariance)
        + " "
        + Double.toHexString(integral.brokenWatts);
  }

  /** The same with the raw one. */
  static String allBits(RunningIntegral integral) {
    return bits(integral) + " " + Double.toHexString(integral.rawJoules);
  }
}
