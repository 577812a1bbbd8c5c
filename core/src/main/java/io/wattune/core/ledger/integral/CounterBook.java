package io.wattune.core.ledger.integral;

import static io.wattune.core.algebra.Products.square;

import io.wattune.core.ledger.CounterState;
import io.wattune.core.ledger.DeviceState;
import io.wattune.core.ledger.LedgerPoint;
import io.wattune.core.ledger.SharingState;
import io.wattune.core.ledger.entry.CounterEnergy;
import io.wattune.core.reading.EnergyColumn;
import io.wattune.core.reading.EnergyUnit;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A second book beside the integral of power: what the device's own energy counter says of time
 * windows.
 *
 * <p>Between two of its updates the counter is taken to rise evenly: its energy at a second comes
 * from the update before it and the one after it. There it is uncertain by what the device takes
 * within the time {@code p} between two polls, since an update is seen up to that late; by what
 * power is uneven within the time {@code h} between the updates; and by a step {@code q}: the
 * variance is {@code (P p)^2 / 12 + (V h)^2 / 12 + q^2 / 12} for each end, {@code V} the larger one
 * of the counter's own change from one update to the next and its difference to the power by the
 * readings there, and {@code P} at most. A step back is a wrap only if the energy that it then
 * stands for is that of the integral: the ranges in use are many times what a device takes between
 * two polls, so chance does not agree. Any other step back, and a counter that stands still while
 * the device takes a hundred of its steps, ends the stretch in which it can be trusted: a window
 * across such a break has no counter energy, never one of 0.
 *
 * <p>A wrong unit or resolution shows as a ratio of both books that is not 1. It is said where it
 * is more than 4 standard errors of both, the gain's included: 15.3 uJ taken for 2^-16 J, 0.27 %,
 * shows where the gain is known to 0.07 % and the error of a window is as small.
 *
 * <p>Constant time for each poll. Units uJ, ns. Tests: {@code CounterBookTest}.
 */
public final class CounterBook {
  /** Chance exceeds it in one of 16,000 windows. */
  private static final double FAR_ERRORS = 4;

  private static final long SECOND = 1_000_000_000L;

  /** Reads that are farther apart say nothing of a time between them. */
  private static final long LONGEST_APART_NANOS = SECOND;

  /** Longer than any window but those of a minute. */
  private static final long AWAY_NANOS = 30 * SECOND;

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

  public CounterBook(DeviceState state, TrueIntegral integral) {
    this.state = state;
    this.counter = state.counter;
    this.integral = integral;
  }

  /**
   * Whether there was no reading for so long that the books should be up to date before this one.
   */
  public boolean wasAway(long timeNanos) {
    return counter.seconds > 0 && timeNanos - counter.pollNanos > AWAY_NANOS;
  }

  /**
   * Takes what was read at a poll.
   *
   * @return whether energy of the counter turns out to have been none, so that what was put out
   *     since its newest change is to be put out again
   */
  public boolean accept(String signal, EnergyUnit unit, long timeNanos, long value) {
    if (value == EnergyColumn.MISSING || timeNanos <= counter.pollNanos) {
      return false;
    }
    if (!counter.signal.equals(signal) || counter.unit != unit) {
      counter.signal = signal;
      counter.unit = unit;
      counter.stretch++;
      begin(timeNanos, value);
      return false;
    }
    if (value == counter.value) {
      return standsStill(timeNanos);
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
    long apart = timeNanos - counter.changedNanos;
    long since = apart <= LONGEST_APART_NANOS ? counter.changedNanos : counter.pollNanos;
    double watts = rise * 1e3 / Math.max(1, apart);
    boolean counts = !isBroken && !counter.frozen;
    seconds(
        timeNanos, since, rise, counts, watts, counter.changes < 2 ? watts : watts - counter.watts);
    counter.watts = watts;
    counter.microjoules += rise;
    counter.value = value;
    counter.pollNanos = timeNanos;
    counter.changedNanos = timeNanos;
    counter.changes += counter.frozen ? 0 : 1;
    counter.frozen = false;
    return false;
  }

  private void begin(long timeNanos, long value) {
    if (counter.pollNanos == SharingState.NEVER) {
      counter.firstSecondNanos = (Math.floorDiv(timeNanos, SECOND) + 1) * SECOND;
    } else {
      seconds(timeNanos, counter.pollNanos, 0, false, 0, 0);
    }
    counter.value = value;
    counter.pollNanos = timeNanos;
    counter.changedNanos = timeNanos;
    counter.frozen = false;
    counter.changes = 0;
    counter.changingNanos = 0;
    counter.rangeMicrojoules = 0;
  }

  private boolean standsStill(long timeNanos) {
    long still = timeNanos - counter.changedNanos;
    if (still > LONGEST_APART_NANOS || counter.frozen) {
      seconds(timeNanos, counter.pollNanos, 0, !counter.frozen, 0, counter.watts);
    }
    counter.pollNanos = timeNanos;
    if (counter.frozen || still < Math.max(SECOND, FREEZE_PERIODS * periodNanos())) {
      return false;
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
      long before = counter.correctionMicrojoules;
      CounterChoice.again(state, counter.changedNanos - SECOND);
      return counter.correctionMicrojoules != before;
    }
    return false;
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

  /**
   * Notes the counter at the seconds that were not noted yet, up to this reading.
   *
   * @param sinceNanos since when it has risen
   * @param watts power by this rise
   * @param changeWatts how much that is more than by the rise before
   */
  private void seconds(
      long timeNanos,
      long sinceNanos,
      long rise,
      boolean counts,
      double watts,
      double changeWatts) {
    long next = counter.firstSecondNanos + counter.seconds * SECOND;
    if (next > timeNanos) {
      return;
    }
    if (counter.seconds == 0) {
      // Of a pause that is longer than what is kept nothing is kept either.
      long newest = Math.floorDiv(timeNanos, SECOND) * SECOND;
      counter.firstSecondNanos = Math.max(next, newest);
      next = counter.firstSecondNanos;
    }
    long apart = timeNanos - sinceNanos;
    boolean isKnown = counts && timeNanos - counter.pollNanos <= LONGEST_APART_NANOS;
    long spread = Math.max(apart, periodNanos());
    for (; next <= timeNanos; next += SECOND) {
      double share =
          apart == 0 ? 1 : Math.max(0, Math.min(1, (double) (next - sinceNanos) / apart));
      int n =
          note(
              counter.microjoules + Math.round(share * rise),
              (int) Math.min(Integer.MAX_VALUE, spread / 1000),
              isKnown ? counter.stretch : -1);
      counter.secondWatts[n] = (float) watts;
      counter.secondChangeWatts[n] = (float) Math.abs(changeWatts);
    }
  }

  private int note(long microjoules, int spreadMicros, int stretch) {
    int n = counter.seconds++;
    if (n == counter.secondMicrojoules.length) {
      int room = Math.max(16, 2 * n);
      counter.secondMicrojoules = Arrays.copyOf(counter.secondMicrojoules, room);
      counter.secondSpreadMicros = Arrays.copyOf(counter.secondSpreadMicros, room);
      counter.secondStretch = Arrays.copyOf(counter.secondStretch, room);
      counter.secondWatts = Arrays.copyOf(counter.secondWatts, room);
      counter.secondChangeWatts = Arrays.copyOf(counter.secondChangeWatts, room);
      counter.secondCorrections = Arrays.copyOf(counter.secondCorrections, room);
      counter.secondsByCounter = Arrays.copyOf(counter.secondsByCounter, room);
    }
    if (n == 0) {
      CounterChoice.begin(counter);
    }
    counter.secondMicrojoules[n] = microjoules;
    counter.secondSpreadMicros[n] = spreadMicros;
    counter.secondStretch[n] = stretch;
    return n;
  }

  /** Typical time between two changes of the counter. */
  private long periodNanos() {
    return counter.changes < 2 ? 0 : counter.changingNanos / (counter.changes - 1);
  }

  /** Forgets the seconds before a time. */
  public static void dropBefore(CounterState counter, long timeNanos) {
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
    System.arraycopy(counter.secondWatts, drop, counter.secondWatts, 0, kept);
    System.arraycopy(counter.secondChangeWatts, drop, counter.secondChangeWatts, 0, kept);
    CounterChoice.drop(counter, drop, kept);
    counter.seconds = kept;
    counter.firstSecondNanos += drop * SECOND;
  }

  /** What the counter says of a window; null where it says nothing. */
  public @Nullable CounterEnergy between(LedgerPoint from, LedgerPoint to, EnergyError error) {
    int first = index(from.timeNanos());
    int last = index(to.timeNanos());
    if (first < 0 || last < 0 || counter.secondStretch[first] != counter.secondStretch[last]) {
      return null;
    }
    long energy = counter.secondMicrojoules[last] - counter.secondMicrojoules[first];
    double step = counter.unit.microjoules();
    double variance =
        2 * step * step / 12 + variance(first, from.powerWatts()) + variance(last, to.powerWatts());
    double far = FAR_ERRORS * StrictMath.hypot(Math.sqrt(variance), error.joules() * 1e6);
    long integral = to.integralMicrojoules() - from.integralMicrojoules();
    long difference = energy - integral;
    return new CounterEnergy(energy, Math.round(Math.sqrt(variance)), Math.abs(difference) > far);
  }

  /** Variance at a second, by the power there that the readings show, in uJ^2. */
  private double variance(int second, double shownWatts) {
    double counted = counter.secondWatts[second];
    double most = Math.max(shownWatts, counted);
    double uneven = Math.max(counter.secondChangeWatts[second], Math.abs(counted - shownWatts));
    double pollMicros = state.sample.pollNanos * 1e-3;
    double spreadMicros = counter.secondSpreadMicros[second];
    return square(most * Math.min(pollMicros, spreadMicros)) / 12
        + square(Math.min(most, uneven) * spreadMicros) / 12;
  }

  private int index(long timeNanos) {
    long i = (timeNanos - counter.firstSecondNanos) / SECOND;
    boolean isKept = timeNanos >= counter.firstSecondNanos && i < counter.seconds;
    return isKept && counter.secondStretch[(int) i] >= 0 ? (int) i : -1;
  }
}
