package io.wattune.core.component;

import io.wattune.core.counter.CounterReading;
import io.wattune.core.energymodel.CellFit;
import io.wattune.core.power.TruePower;
import java.util.ArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Power by component of a device, from its true power and its counter readings, whichever comes
 * first. Consecutive short readings are merged until they last as long as four samples of power, at
 * least {@value #LEAST_MILLIS} ms: power cannot distinguish shorter ones. Between activities the
 * counters stand still; between readings of a fixed period nothing is known.
 *
 * <p>Depends on the records and their order alone; no clock, no thread safety. Test: {@code
 * ComponentEstimatorTest}.
 */
public final class ComponentEstimator {
  private static final long LEAST_MILLIS = 100;
  private static final long LEAST_NANOS = LEAST_MILLIS * 1_000_000;
  private static final long MOST_NANOS = 5_000_000_000L;
  private static final long SAMPLES = 4;

  /** A longer silence of a device's activities may be one of its sender. */
  private static final long LONGEST_STILL_NANOS = 10_000_000_000L;

  /** How far counters may be ahead of power. */
  private static final long PATIENCE_NANOS = 60_000_000_000L;

  /** The year 2096. */
  private static final long FARTHEST_NANOS = 4_000_000_000_000_000_000L;

  private static final int MOST_WAITING = 256;

  /** So many readings in a row with other counters are a device that counts otherwise now. */
  private static final int STRANGE = 20;

  /** What became of a counter reading. */
  public enum Taken {
    /** It counts. */
    TAKEN,
    /** It or a later one had come before. */
    REPEAT,
    /** It has no counter that says what a component did. */
    SILENT,
    /** It has other counters than those before. */
    STRANGE,
    /** All of its time had been reported before. */
    OVERLAPPED
  }

  private final @Nullable GivenModel given;

  /**
   * An estimator.
   *
   * @param given what it begins with; null for nothing
   */
  public ComponentEstimator(@Nullable GivenModel given) {
    this.given = given;
  }

  /**
   * Takes in true power of the state's device.
   *
   * @return whether it is of the signal that counts; a device's first one does
   */
  public boolean power(ComponentState state, TruePower block, Consumer<ComponentPower> out) {
    if (state.signal.isEmpty()) {
      state.signal = block.signal();
    }
    if (!state.signal.equals(block.signal())) {
      return false;
    }
    if (block.samples() == 0) {
      return true;
    }
    if (block.clockSetBacks() > state.clockSetBacks) {
      state.clockSetBacks = block.clockSetBacks();
      state.trace.clear();
      state.waiting.clear();
      state.open = null;
      state.closedNanos = Long.MIN_VALUE;
    } else if (block.revision() > state.revision) {
      state.trace.clearFrom(block.timesNanos()[0]);
    }
    state.revision = Math.max(state.revision, block.revision());
    state.trace.add(block);
    settle(state, block.device(), out);
    return true;
  }

  /** Takes in one counter reading of the state's device. */
  public Taken counters(
      ComponentState state, CounterReading reading, Consumer<ComponentPower> out) {
    if (reading.sequence() <= state.sequence && reading.endNanos() <= state.newestEndNanos) {
      return Taken.REPEAT;
    }
    state.sequence = reading.sequence();
    state.newestEndNanos = Math.max(state.newestEndNanos, reading.endNanos());
    long nanos = reading.endNanos() - reading.startNanos();
    boolean isOfOurTime = isOfOurTime(reading.startNanos()) && isOfOurTime(reading.endNanos());
    if (!isOfOurTime || nanos <= 0) {
      return Taken.SILENT;
    }
    CounterComponents.Activities activities = CounterComponents.of(reading);
    if (activities.names().isEmpty()) {
      return Taken.SILENT;
    }
    if (!isUsual(state, activities)) {
      return Taken.STRANGE;
    }
    boolean counts = add(state, reading, activities.rates());
    settle(state, reading.device(), out);
    return counts ? Taken.TAKEN : Taken.OVERLAPPED;
  }

  /** Differences of such times do not overflow. */
  static boolean isOfOurTime(long nanos) {
    return nanos > -FARTHEST_NANOS && nanos < FARTHEST_NANOS;
  }

  private static boolean isUsual(ComponentState state, CounterComponents.Activities activities) {
    if (state.counters.equals(activities.counters())) {
      state.strange = 0;
      return true;
    }
    state.strange++;
    if (!state.counters.isEmpty() && state.strange < STRANGE) {
      return false;
    }
    state.strange = 0;
    state.names = new ArrayList<>(activities.names());
    state.counters = new ArrayList<>(activities.counters());
    state.isCoarse = activities.isCoarse();
    state.model = new ModelState();
    state.open = null;
    state.waiting.clear();
    return true;
  }

  private static boolean add(ComponentState state, CounterReading reading, double[] rates) {
    if (state.closedNanos != Long.MIN_VALUE
        && reading.endNanos() < state.closedNanos - LONGEST_STILL_NANOS) {
      // A later number with an earlier time: the clock was set back.
      state.open = null;
      state.waiting.clear();
      state.closedNanos = Long.MIN_VALUE;
    }
    CounterInterval open = state.open;
    long last = open == null ? state.closedNanos : open.endNanos;
    long start = reading.startNanos();
    if (open != null && start > last + LEAST_NANOS) {
      close(state, open);
      open = null;
    }
    if (open == null) {
      boolean isStill =
          reading.level() != null
              && last != Long.MIN_VALUE
              && start > last + LEAST_NANOS
              && start - last <= LONGEST_STILL_NANOS;
      if (isStill) {
        close(state, CounterInterval.still(last, start, rates.length));
      }
      // A reported interval is final: an overlapping reading counts from its end.
      boolean isClose = start <= last + LEAST_NANOS && reading.level() != null;
      long from = Math.max(isClose ? last : start, state.closedNanos);
      if (reading.endNanos() <= from) {
        return false;
      }
      open = CounterInterval.still(from, from, rates.length);
      state.open = open;
    }
    double seconds = (reading.endNanos() - Math.max(start, open.startNanos)) * 1e-9;
    if (seconds > 0) {
      open.add(reading, rates, seconds);
    }
    if (open.endNanos - open.startNanos >= leastNanos(state.trace)) {
      close(state, open);
    }
    return seconds > 0;
  }

  private static long leastNanos(EnergyTrace trace) {
    return Math.min(MOST_NANOS, Math.max(LEAST_NANOS, SAMPLES * trace.stepNanos()));
  }

  private static void close(ComponentState state, CounterInterval interval) {
    state.open = null;
    state.closedNanos = Math.max(state.closedNanos, interval.endNanos);
    state.waiting.add(interval);
  }

  private void settle(ComponentState state, String device, Consumer<ComponentPower> out) {
    while (!state.waiting.isEmpty()) {
      CounterInterval first = state.waiting.get(0);
      boolean isPowerKnown = state.trace.reaches(first.endNanos);
      boolean isOverdue =
          state.newestEndNanos - first.endNanos > PATIENCE_NANOS
              || state.waiting.size() > MOST_WAITING;
      if (!isPowerKnown && !isOverdue) {
        return;
      }
      state.waiting.remove(0);
      ComponentPower power = split(state, device, first);
      if (power != null) {
        out.accept(power);
      }
    }
  }

  private @Nullable ComponentPower split(
      ComponentState state, String device, CounterInterval interval) {
    EnergyTrace.Mean mean = state.trace.mean(interval.startNanos, interval.endNanos);
    double[] rates = new double[interval.work.length];
    for (int i = 0; i < rates.length; i++) {
      rates[i] = interval.rate(i);
    }
    ModelState model = state.model;
    Cell cell = ComponentModel.learn(model, rates, mean, interval.endNanos);
    GivenModel knownBefore = given;
    CellFit.@Nullable CellPrior prior =
        knownBefore == null ? null : ComponentModel.prior(knownBefore, state.counters);
    if (prior != null && model.joules.length == 0) {
      ComponentModel.start(model, prior);
    }
    ComponentModel.fit(model, prior, interval.endNanos);
    boolean isKnown = model.joules.length > 0;
    if (!isKnown && !mean.isKnown()) {
      return null;
    }
    var record = new ComponentRecord(state, device, interval, mean);
    if (!isKnown) {
      return record.unknown();
    }
    return record.known(
        rates,
        cell != null && !cell.isFitted,
        model.revision == 0 || model.isGivens ? given : null);
  }
}
