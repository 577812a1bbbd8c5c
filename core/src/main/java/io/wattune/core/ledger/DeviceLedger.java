package io.wattune.core.ledger;

import io.wattune.core.power.PowerColumns;
import io.wattune.core.power.PowerCorrector;
import io.wattune.core.power.PowerState;
import io.wattune.core.power.TraceSummary;
import io.wattune.core.power.TruePower;
import io.wattune.core.reading.EnergyColumn;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.Sample;
import io.wattune.core.reading.SampleFilter;
import io.wattune.core.reading.Spacing;
import io.wattune.core.ring.ChunkStore;
import io.wattune.core.ring.RingPoint;
import io.wattune.core.ring.SampleRing;
import io.wattune.core.sensor.DriftWatch;
import io.wattune.core.sensor.PassThrough;
import io.wattune.core.sensor.ProfileSource;
import io.wattune.core.sensor.SensorClass;
import io.wattune.core.sensor.SensorModel;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.core.sensor.StepCalibrator;
import io.wattune.core.sensor.StepCalibrator.Lesson;

/**
 * The ledger of one device: polls and activities in, true power, learned profiles and ledger
 * entries out.
 *
 * <p><b>Time.</b> The device's clock is the newest time of its own polls; nothing else counts. An
 * entry is put out once the clock has passed its end by {@value #SETTLE_NANOS} ns and two windows
 * of a sensor that averages, again when something changes it, and a last time, final, once the
 * clock has passed its end by the horizon or the end-of-trace markers of readings and activities
 * have come. What an entry's newest revision says depends on the polls and on the activities that
 * came within the horizon, not on how they were cut into blocks nor on when they came.
 *
 * <p><b>Learning.</b> A profile that is learned holds from the start of the horizon on: the class
 * and the constants of a sensor belong to the board, so they hold for the edge that taught them.
 * The entries and the true power since are put out again. Before the class is known a prior that is
 * narrowed holds alike. Later refinements hold from the sample that taught them.
 *
 * <p>One instance serves one device's call at a time; all memory is in the {@link DeviceState} and
 * the {@link ChunkStore} that are handed in. Tests: {@code DeviceLedgerTest}, {@code
 * DeviceLedgerDeterminismTest}.
 */
public final class DeviceLedger {

  /** How long after its end an entry is first put out: longer than sensor delays and edges last. */
  private static final long SETTLE_NANOS = 500_000_000L;

  private static final int POWER_BLOCK = 4096;

  private final LedgerSettings settings;
  private final String device;
  private final DeviceState state;
  private final ChunkStore store;
  private final LedgerOutput out;
  private final SampleFilter filter;
  private final PowerColumns columns;

  /**
   * Prepares for a device's next data.
   *
   * @param columns scratch space, may be shared by all devices of a thread
   */
  public DeviceLedger(
      LedgerSettings settings,
      String device,
      DeviceState state,
      ChunkStore store,
      LedgerOutput out,
      PowerColumns columns) {
    this.settings = settings;
    this.device = device;
    this.state = state;
    this.store = store;
    this.out = out;
    this.columns = columns;
    // A window that is final must not get energy of a bridge that is built later.
    this.filter =
        new SampleFilter(Math.min(SampleFilter.BRIDGE_NANOS, settings.horizonNanos() / 2));
  }

  /** What became of a block. */
  public enum BlockFate {
    ACCEPTED,
    /** Accepted, but some polls were not later than the one before, and were dropped. */
    PARTLY_OUT_OF_ORDER,
    /** Seen before, or after the end of the trace: dropped. */
    REPEATED,
    /** It has another power signal or unit than the device had so far: dropped. */
    SIGNAL_CHANGED
  }

  /** Takes a block of polls. */
  public BlockFate readings(PollBlock block) {
    if (state.isFinished()) {
      state.repeatedBlocks++;
      return BlockFate.REPEATED;
    }
    int polls = block.polls();
    if (polls > 0) {
      if (state.signal.isEmpty()) {
        begin(block);
      } else if (!state.signal.equals(block.signal()) || state.unit != block.unit()) {
        return BlockFate.SIGNAL_CHANGED;
      }
      if (block.sequence() <= state.sequence
          && block.timesNanos()[polls - 1] <= state.sample.clockNanos) {
        state.repeatedBlocks++;
        endIfLast(block);
        return BlockFate.REPEATED;
      }
    }
    state.sequence = block.sequence();
    long outOfOrderBefore = state.outOfOrder;
    SampleRing ring = ring();
    EnergyColumn energy = block.energy();
    CounterBook counters = energy == null ? null : new CounterBook(state, integral(ring));
    for (int i = 0; i < polls; i++) {
      long timeNanos = block.timesNanos()[i];
      boolean isTaken = poll(ring, timeNanos, block.values()[i]);
      if (isTaken && energy != null && counters != null) {
        counters.accept(energy.signal(), energy.unit(), timeNanos, energy.values()[i]);
      }
      if (isTaken && timeNanos >= state.dueNanos) {
        work(ring);
      }
    }
    flushPower();
    endIfLast(block);
    return state.outOfOrder == outOfOrderBefore
        ? BlockFate.ACCEPTED
        : BlockFate.PARTLY_OUT_OF_ORDER;
  }

  private void endIfLast(PollBlock block) {
    if (block.endOfTrace()) {
      state.readingsEnded = true;
      finishIfEnded(ring());
    }
  }

  /** Takes an activity, or a newer version of one. */
  public void activity(Activity activity) {
    new ActivityBooks(settings, state, entries(ring())).accept(activity, out);
    reconsiderDue();
    if (!state.signal.isEmpty()) {
      work(ring());
    }
  }

  /** Takes the marker that no activity follows. */
  public void activitiesEnded() {
    if (state.isFinished()) {
      return;
    }
    state.activitiesEnded = true;
    finishIfEnded(ring());
  }

  private void begin(PollBlock block) {
    state.signal = block.signal();
    state.unit = block.unit();
    state.profiles.add(new ProfileSpan(settings.profiles().start(device, block.signal()), 0));
  }

  private boolean poll(SampleRing ring, long timeNanos, int value) {
    state.readings++;
    switch (filter.accept(state.sample, timeNanos, value)) {
      case SAMPLE -> sample(ring, filter.sample());
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
    return true;
  }

  private void sample(SampleRing ring, Sample sample) {
    boolean first = state.ring.samples == 0;
    boolean seen = sample.spacing == Spacing.SEEN;
    long timeNanos = sample.timeNanos;
    double watts = sample.value * state.unit.watts();
    ring.add(sample);
    state.lowestWatts = Math.min(state.lowestWatts, watts);
    state.highestWatts = Math.max(state.highestWatts, watts);
    if (first) {
      new WindowLedger(settings, state, entries(ring)).begin(timeNanos - profile().delayNanos());
      reconsiderDue();
    } else if (!seen) {
      state.gaps++;
    }
    PowerCorrector.accept(state.power, profile(), timeNanos, watts, seen, columns);
    if (columns.count() == POWER_BLOCK) {
      flushPower();
    }
    if (learns() || watches()) {
      double period = SampleFilter.periodNanos(state.sample) * 1e-9;
      double resolution = state.sample.resolution * state.unit.watts();
      Lesson lesson = StepCalibrator.accept(state.calibration, sample, watts, period, resolution);
      if (lesson != Lesson.NOTHING) {
        noteDrift(lesson, period);
        if (learns()) {
          learn(ring, lesson, period, resolution);
        }
      }
    }
  }

  /** A profile that was given is held to: its sensor is watched all the same. */
  private boolean watches() {
    SensorProfile profile = profile();
    return profile.source() == ProfileSource.GIVEN
        && profile.sensorClass() != SensorClass.PASS_THROUGH;
  }

  private void noteDrift(Lesson lesson, double period) {
    SensorProfile now = profile();
    SensorModel taken =
        now.source() == ProfileSource.PRIOR
            ? StepCalibrator.model(state.calibration, lesson, period)
            : now.response();
    if (DriftWatch.alarms(state.calibration, taken, learns())) {
      out.drifted(now);
    }
  }

  private boolean learns() {
    return state.profiles.get(0).profile().source() == ProfileSource.PRIOR
        || state.profilesLearned > 0;
  }

  private void learn(SampleRing ring, Lesson lesson, double period, double resolution) {
    SensorProfile now = profile();
    SensorModel model = StepCalibrator.model(state.calibration, lesson, period);
    boolean known = now.source() == ProfileSource.LEARNED;
    boolean sameClass = known && model.sensorClass() == now.sensorClass();
    if (sameClass
        && Math.abs(model.slopeSeconds() - now.slopeSeconds()) <= now.slopeErrorSeconds()) {
      return;
    }
    flushPower();
    long delay = now.delayNanos();
    long first = state.ring.firstNanos - delay;
    long from =
        known
            ? state.ring.newestNanos - delay
            : Math.max(first, state.sample.clockNanos - settings.horizonNanos());
    double noise = StepCalibrator.noiseWatts(state.calibration, resolution);
    int steps = StepCalibrator.steps(state.calibration, lesson);
    SensorProfile next =
        lesson == Lesson.SHORT && model instanceof PassThrough possible
            ? now.narrowed(possible, period, noise, steps, from)
            : now.learned(model, period, noise, steps, from);
    TrueIntegral integral = integral(ring);
    double constant = integral.constantFor(next);
    if (from == first) {
      state.profiles.clear();
    }
    state.profiles.add(new ProfileSpan(next, constant));
    state.profilesLearned++;
    out.profile(next);
    if (!known) {
      powerAgain(ring, next);
      Entries entries = entries(ring);
      new WindowLedger(settings, state, entries).reportAgain(out);
      new ActivityBooks(settings, state, entries).reportAgain(out);
    }
  }

  /** Puts out the true power of the samples that a profile holds for, but the newest's. */
  private void powerAgain(SampleRing ring, SensorProfile profile) {
    var again = new PowerState();
    ring.forEachFrom(
        profile.validFromNanos() + profile.delayNanos(),
        (timeNanos, value, spacing) -> {
          PowerCorrector.accept(
              again,
              profile,
              timeNanos,
              value * state.unit.watts(),
              spacing == Spacing.SEEN,
              columns);
          if (columns.count() == POWER_BLOCK) {
            flushPower();
          }
        });
    flushPower();
  }

  /** Does what the clock has made due. */
  private void work(SampleRing ring) {
    if (state.ring.samples == 0 || state.sample.clockNanos < state.dueNanos) {
      return;
    }
    Entries entries = entries(ring);
    new WindowLedger(settings, state, entries).work(out);
    new ActivityBooks(settings, state, entries).work(out);
    long keep = oldestNeededNanos(ring);
    ring.dropBefore(keep);
    CounterBook.dropBefore(state.counter, keep);
    while (state.profiles.size() > 1 && state.profiles.get(1).profile().validFromNanos() < keep) {
      state.profiles.remove(0);
    }
    reconsiderDue();
  }

  /** The books look this far back, and in a gap from the last sample before it. */
  private long oldestNeededNanos(SampleRing ring) {
    long oldest = state.sample.clockNanos - settings.horizonNanos() - Book.WINDOW60S.windowNanos();
    long sensorNanos = oldest - LedgerSettings.LONGEST_DELAY_NANOS;
    if (sensorNanos > ring.oldestNanos()) {
      var point = new RingPoint();
      ring.at(sensorNanos, point);
      oldest = Math.min(oldest, point.fromNanos);
    }
    return oldest - TrueIntegral.REACH_NANOS;
  }

  private void reconsiderDue() {
    long due = Long.MAX_VALUE;
    if (state.ring.samples > 0) {
      due = WindowLedger.dueNanos(settings, state);
    }
    state.dueNanos = Math.min(due, ActivityBooks.dueNanos(settings, state));
  }

  private void finishIfEnded(SampleRing ring) {
    if (!state.isFinished()) {
      return;
    }
    TruePower last;
    if (state.ring.samples > 0) {
      Entries entries = entries(ring);
      new WindowLedger(settings, state, entries)
          .finish(state.ring.seenToNanos - profile().delayNanos(), out);
      PowerCorrector.finish(state.power, profile(), columns);
    }
    new ActivityBooks(settings, state, entries(ring)).finish(out);
    last = takePower();
    out.power(
        new TruePower(
            last.device(),
            last.signal(),
            last.revision(),
            last.profileId(),
            last.timesNanos(),
            last.rawMilliwatts(),
            last.trueMilliwatts(),
            last.errorMilliwatts(),
            last.qualities(),
            summary()));
  }

  private TraceSummary summary() {
    return new TraceSummary(
        state.readings,
        state.ring.samples,
        state.repeats,
        state.missing,
        state.outOfOrder,
        state.repeatedBlocks,
        state.refusedActivities,
        state.gaps,
        state.energyRecords);
  }

  private void flushPower() {
    if (columns.count() > 0) {
      out.power(takePower());
    }
  }

  private TruePower takePower() {
    String profileId = state.profiles.isEmpty() ? "" : profile().profileId();
    return columns.take(device, state.signal, state.profilesLearned, profileId);
  }

  /**
   * How long after its end an entry of a device is first put out. Two windows after a time tell
   * whether power was steady in the first of them.
   */
  static long settleNanos(LedgerSettings settings, DeviceState state) {
    if (state.profiles.isEmpty()) {
      return SETTLE_NANOS;
    }
    SensorProfile newest = state.profiles.get(state.profiles.size() - 1).profile();
    long settle = SETTLE_NANOS + Math.round(2e9 * newest.response().windowSeconds());
    return Math.min(settle, settings.horizonNanos());
  }

  private SensorProfile profile() {
    return state.profiles.get(state.profiles.size() - 1).profile();
  }

  private SampleRing ring() {
    return new SampleRing(state.ring, store, state.unit);
  }

  private Entries entries(SampleRing ring) {
    TrueIntegral integral = integral(ring);
    return new Entries(
        device,
        state,
        integral,
        new ShortActivities(state, ring),
        new RepeatedActivities(settings, state, ring, integral));
  }

  private TrueIntegral integral(SampleRing ring) {
    return new TrueIntegral(state, ring, settings.horizonNanos());
  }
}
