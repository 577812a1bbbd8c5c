package io.wattune.core.ledger.device;

import io.wattune.core.ledger.DeviceState;
import io.wattune.core.reading.Sample;
import io.wattune.core.reading.SampleFilter;
import io.wattune.core.reading.Spacing;
import io.wattune.core.ring.SampleRing;

/** Folds polls into a device's state, one at a time. */
final class PollFold {
  private final DeviceState state;
  private final SampleFilter filter;
  private final SampleRing ring;
  private final DeviceBooks books;
  private final PowerOutput power;
  private final ProfileLearning learning;

  PollFold(
      DeviceState state,
      SampleFilter filter,
      SampleRing ring,
      DeviceBooks books,
      PowerOutput power,
      ProfileLearning learning) {
    this.state = state;
    this.filter = filter;
    this.ring = ring;
    this.books = books;
    this.power = power;
    this.learning = learning;
  }

  /** Takes a poll; returns whether it was later than the one before. */
  boolean accept(long timeNanos, int value) {
    state.readings++;
    long valueNanos = state.sample.lastPollNanos;
    long clockNanos = state.sample.clockNanos;
    boolean isBridge = state.ring.samples > 0 && clockNanos > valueNanos;
    switch (filter.accept(state.sample, timeNanos, value)) {
      case SAMPLE -> sample(filter.sample());
      case REPEAT -> {
        state.repeats++;
        ring.seenTo(timeNanos);
      }
      case MISSING -> state.missing++;
      case OUT_OF_ORDER -> {
        state.outOfOrder++;
        return false;
      }
    }
    if (isBridge && state.sample.lastPollNanos > valueNanos) {
      books.seenAgain(valueNanos, clockNanos);
    }
    return true;
  }

  private void sample(Sample sample) {
    boolean first = state.ring.samples == 0;
    boolean seen = sample.spacing == Spacing.SEEN;
    double watts = sample.value * state.unit.watts();
    ring.add(sample);
    state.lowestWatts = Math.min(state.lowestWatts, watts);
    state.highestWatts = Math.max(state.highestWatts, watts);
    if (first) {
      books.begin(sample.timeNanos - state.newestProfile().delayNanos());
    } else if (!seen) {
      state.gaps++;
    }
    power.accept(sample.timeNanos, watts, seen);
    learning.accept(sample, watts);
  }
}
