package io.wattune.core.sensitivity;

import io.wattune.core.counter.CounterReading;
import io.wattune.core.counter.CounterUnit;
import io.wattune.core.counter.CounterValue;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes counters out of a reading and keeps what is missing. A counter that cannot be used is NaN
 * and so is all that is made of it: never zero.
 */
final class CounterSource {
  /**
   * Counters of one interval may come from several passes and then exceed their whole a little; up
   * to this much they are taken as the whole. A percentage sent as a fraction is far beyond.
   */
  static final double SLACK = 0.05;

  private final CounterReading reading;
  private final RegisterFile registers;
  private final List<MissingCounter> missing = new ArrayList<>();

  CounterSource(CounterReading reading, RegisterFile registers) {
    this.reading = reading;
    this.registers = registers;
  }

  RegisterFile registers() {
    return registers;
  }

  /** What could not be used so far, each counter once. */
  List<MissingCounter> missing() {
    return missing;
  }

  /** Whether the reading has a counter; that it has not is no fault. */
  boolean has(String counter) {
    return reading.value(counter).isPresent();
  }

  double fraction(String counter) {
    return heldWithinOne(counter, value(counter, CounterUnit.FRACTION));
  }

  double bytes(String counter) {
    return value(counter, CounterUnit.BYTES);
  }

  double bytesAboveZero(String counter) {
    double bytes = bytes(counter);
    return bytes == 0
        ? missing(counter, MissingCounter.Why.OUT_OF_RANGE, "must be above 0, was 0")
        : bytes;
  }

  double count(String counter) {
    return value(counter, CounterUnit.COUNT);
  }

  /** A share that was made with this counter, held within 1 as far as the slack allows. */
  double heldWithinOne(String counter, double share) {
    if (share > 1 + SLACK) {
      return missing(
          counter, MissingCounter.Why.OUT_OF_RANGE, "must give a share within 0..1, gave " + share);
    }
    return Math.min(1, share);
  }

  private double value(String counter, CounterUnit unit) {
    for (CounterValue each : reading.counters()) {
      if (each.counter().equals(counter)) {
        if (each.unit() != unit) {
          return missing(
              counter, MissingCounter.Why.WRONG_UNIT, "must be a " + unit + ", was " + each.unit());
        }
        return each.value() < 0
            ? missing(
                counter,
                MissingCounter.Why.OUT_OF_RANGE,
                "must not be negative, was " + each.value())
            : each.value();
      }
    }
    return missing(counter, MissingCounter.Why.ABSENT, "is not in the reading");
  }

  private double missing(String counter, MissingCounter.Why why, String what) {
    if (missing.stream().noneMatch(each -> each.counter().equals(counter))) {
      missing.add(new MissingCounter(counter, why, "counter '" + counter + "' " + what));
    }
    return Double.NaN;
  }
}
