package io.wattune.core.ledger;

import io.wattune.core.reading.EnergyColumn;
import io.wattune.core.reading.EnergyUnit;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A second book beside the integral of power: what the device's own energy counter says of time
 * windows.
 *
 * <p>Between two polls the counter is taken to rise evenly. At an end of a window its energy is
 * uncertain by what the device takes within {@code h}, the longer of the counter's update period
 * and the time between the polls, and by a step {@code q}: the variance is {@code (P h)^2 / 12 +
 * q^2 / 12} for each end. A step back is a wrap only if the energy that it then stands for is that
 * of the integral: the ranges in use are many times what a device takes between two polls, so
 * chance does not agree. Any other step back, and a counter that stands still while the device
 * takes a hundred of its steps, ends the stretch in which it can be trusted: a window across such a
 * break has no counter energy, never one of 0.
 *
 * <p>A wrong unit or resolution shows as a ratio of both books that is not 1. It is said where it
 * is more than 4 standard errors of both, the gain's included: 15.3 uJ taken for 2^-16 J, 0.27 %,
 * shows where the gain is known to 0.07 % and the error of a window is as small.
 *
 * <p>Constant time for each poll. Units uJ, ns. Tests: {@code CounterBookTest}.
 */
final class CounterBook {
  /** Chance exceeds it in one of 16,000 windows. */
  private static final double FAR_ERRORS = 4;

  private static final long SECOND = 1_000_000_000L;

  /** Reads that are farther apart say nothing of a time between them. */
  private static final long LONGEST_APART_NANOS = SECOND;

  private static final int FREEZE_STEPS = 100;
  private static final int FREEZE_PERIODS = 10;
  private static final int MOST_WRAPS = 3;

  /** The integral may be wrong by so much where a wrap is looked for. */
  private static final double WRAP_SHARE = 0.25;

  /**
   * Ranges of counters in use, in uJ: 2^32 steps of 2^-16 J (AMD, RAPL), the same by AMD's rounded
   * step of 15.3 uJ, 2^32 steps of 2^-14 J (RAPL), of a microjoule and of a millijoule.
   */
  private static final long[] RANGES = {
    65_536_000_000L, 65_712_999_629L, 262_144_000_000L, 4_294_967_296L, 4_294_967_296_000L
  };

  private final DeviceState state;
  private final CounterState counter;
  private final TrueIntegral integral;

  CounterBook(DeviceState state, TrueIntegral integral) {
    this.state = state;
    this.counter = state.counter;
    this.integral = integral;
  }

  /** Takes what was read at a poll. */
  void accept(String signal, EnergyUnit unit, long timeNanos, long value) {
    if (value == EnergyColumn.MISSING || timeNanos <= counter.pollNanos) {
      return;
    }
    if (!counter.signal.equals(signal) || counter.unit != unit) {
      counter.signal = signal;
      counter.unit = unit;
      counter.stretch++;
      begin(timeNanos, value);
      return;
    }
    if (value == counter.value) {
      standsStill(timeNanos);
      return;
    }
    long rise = rise(timeNanos, value);
    boolean isBroken = rise < 0;
    if (isBroken) {
      counter.stepsBack++;
      counter.stretch++;
      rise = 0;
    }
    if (!counter.frozen && counter.changes > 0) {
      counter.changingNanos += timeNanos - counter.changedNanos;
    }
    seconds(timeNanos, rise, !isBroken && !counter.frozen);
    counter.microjoules += rise;
    counter.value = value;
    counter.pollNanos = timeNanos;
    counter.changedNanos = timeNanos;
    counter.changes += counter.frozen ? 0 : 1;
    counter.frozen = false;
  }

  private void begin(long timeNanos, long value) {
    if (counter.pollNanos == SharingState.NEVER) {
      counter.firstSecondNanos = (Math.floorDiv(timeNanos, SECOND) + 1) * SECOND;
    } else {
      seconds(timeNanos, 0, false);
    }
    counter.value = value;
    counter.pollNanos = timeNanos;
    counter.changedNanos = timeNanos;
    counter.frozen = false;
    counter.changes = 0;
    counter.changingNanos = 0;
    counter.rangeMicrojoules = 0;
  }

  private void standsStill(long timeNanos) {
    seconds(timeNanos, 0, !counter.frozen);
    counter.pollNanos = timeNanos;
    long still = timeNanos - counter.changedNanos;
    if (counter.frozen || still < Math.max(SECOND, FREEZE_PERIODS * periodNanos())) {
      return;
    }
    if (energySince(counter.changedNanos, timeNanos) > FREEZE_STEPS * counter.unit.microjoules()) {
      counter.frozen = true;
      counter.freezes++;
      counter.stretch++;
      for (int i = 0; i < counter.seconds; i++) {
        if (counter.firstSecondNanos + i * SECOND > counter.changedNanos) {
          counter.secondStretch[i] = -1;
        }
      }
    }
  }

  /** Microjoules from the reading before to this one; negative where the counter was set back. */
  private long rise(long timeNanos, long value) {
    long rise = (value - counter.value) * counter.unit.microjoules();
    if (rise >= 0) {
      return rise;
    }
    if (counter.pollNanos < integral.keptFromNanos()) {
      return -1; // it was away for so long that nobody knows what it should have counted
    }
    long expected = energySince(counter.pollNanos, timeNanos);
    double power = Math.max(0, state.highestWatts);
    double apart = (periodNanos() + timeNanos - counter.pollNanos) * 1e-9;
    double tolerance =
        WRAP_SHARE * Math.abs(expected) + power * apart * 1e6 + 2 * counter.unit.microjoules();
    long[] ranges = counter.rangeMicrojoules == 0 ? RANGES : new long[] {counter.rangeMicrojoules};
    for (long range : ranges) {
      for (int wraps = 1; wraps <= MOST_WRAPS; wraps++) {
        long unwrapped = rise + wraps * range;
        if (unwrapped >= 0 && Math.abs(unwrapped - expected) <= tolerance) {
          counter.wraps += wraps;
          counter.rangeMicrojoules = range;
          return unwrapped;
        }
      }
    }
    return -1;
  }

  /** Energy of the integral since a time, or since the horizon where that is later. */
  private long energySince(long fromNanos, long toNanos) {
    if (state.ring.samples == 0) {
      return 0;
    }
    long kept = Math.max(state.ring.firstNanos, integral.keptFromNanos());
    return integral.markAt(toNanos).microjoules()
        - integral.markAt(Math.max(fromNanos, kept)).microjoules();
  }

  /** Notes the counter at the seconds between the reading before and this one. */
  private void seconds(long timeNanos, long rise, boolean counts) {
    long next = counter.firstSecondNanos + counter.seconds * SECOND;
    if (next > timeNanos) {
      return;
    }
    if (timeNanos - next > counter.secondMicrojoules.length * SECOND + 600 * SECOND) {
      counter.seconds = 0; // a long pause: what is kept is of no use behind it
      counter.firstSecondNanos = Math.floorDiv(timeNanos, SECOND) * SECOND;
      next = counter.firstSecondNanos;
    }
    long apart = timeNanos - counter.pollNanos;
    boolean isKnown = counts && apart <= LONGEST_APART_NANOS;
    long spread = Math.max(apart, periodNanos());
    for (; next <= timeNanos; next += SECOND) {
      double share = apart == 0 ? 1 : (double) (next - counter.pollNanos) / apart;
      note(
          counter.microjoules + Math.round(share * rise),
          (int) Math.min(Integer.MAX_VALUE, spread / 1000),
          isKnown ? counter.stretch : -1);
    }
  }

  private void note(long microjoules, int spreadMicros, int stretch) {
    int n = counter.seconds++;
    if (n == counter.secondMicrojoules.length) {
      int room = Math.max(16, 2 * n);
      counter.secondMicrojoules = Arrays.copyOf(counter.secondMicrojoules, room);
      counter.secondSpreadMicros = Arrays.copyOf(counter.secondSpreadMicros, room);
      counter.secondStretch = Arrays.copyOf(counter.secondStretch, room);
    }
    counter.secondMicrojoules[n] = microjoules;
    counter.secondSpreadMicros[n] = spreadMicros;
    counter.secondStretch[n] = stretch;
  }

  /** Typical time between two changes of the counter. */
  private long periodNanos() {
    return counter.changes < 2 ? 0 : counter.changingNanos / (counter.changes - 1);
  }

  /** Forgets the seconds before a time. */
  static void dropBefore(CounterState counter, long timeNanos) {
    int room = counter.secondMicrojoules.length;
    long old = (timeNanos - counter.firstSecondNanos) / SECOND;
    if (counter.seconds == 0 || old < Math.max(64, room / 4)) {
      return;
    }
    int drop = (int) Math.min(old, counter.seconds);
    int kept = counter.seconds - drop;
    System.arraycopy(counter.secondMicrojoules, drop, counter.secondMicrojoules, 0, kept);
    System.arraycopy(counter.secondSpreadMicros, drop, counter.secondSpreadMicros, 0, kept);
    System.arraycopy(counter.secondStretch, drop, counter.secondStretch, 0, kept);
    counter.seconds = kept;
    counter.firstSecondNanos += drop * SECOND;
  }

  /** What the counter says of a window; null where it says nothing. */
  @Nullable CounterEnergy between(LedgerPoint from, LedgerPoint to, EnergyError error) {
    int first = index(from.timeNanos());
    int last = index(to.timeNanos());
    if (first < 0 || last < 0 || counter.secondStretch[first] != counter.secondStretch[last]) {
      return null;
    }
    long energy = counter.secondMicrojoules[last] - counter.secondMicrojoules[first];
    double step = counter.unit.microjoules();
    double variance =
        2 * step * step / 12
            + square(from.powerWatts() * counter.secondSpreadMicros[first]) / 12
            + square(to.powerWatts() * counter.secondSpreadMicros[last]) / 12;
    double far = FAR_ERRORS * StrictMath.hypot(Math.sqrt(variance), error.joules() * 1e6);
    long difference = energy - (to.trueMicrojoules() - from.trueMicrojoules());
    return new CounterEnergy(energy, Math.round(Math.sqrt(variance)), Math.abs(difference) > far);
  }

  private int index(long timeNanos) {
    long i = (timeNanos - counter.firstSecondNanos) / SECOND;
    boolean isKept = timeNanos >= counter.firstSecondNanos && i < counter.seconds;
    return isKept && counter.secondStretch[(int) i] >= 0 ? (int) i : -1;
  }

  private static double square(double x) {
    return x * x;
  }
}
