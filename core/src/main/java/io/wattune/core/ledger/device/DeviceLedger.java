package io.wattune.core.ledger.device;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.ClockState;
import io.wattune.core.ledger.DeviceState;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.ledger.ProfileSpan;
import io.wattune.core.ledger.entry.LedgerOutput;
import io.wattune.core.ledger.integral.CounterBook;
import io.wattune.core.power.PowerColumns;
import io.wattune.core.reading.EnergyColumn;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.Sample;
import io.wattune.core.reading.SampleFilter;
import io.wattune.core.reading.Spacing;
import io.wattune.core.ring.ChunkStore;
import io.wattune.core.ring.SampleRing;
import io.wattune.core.sensor.ProfileSource;
import io.wattune.core.sensor.SensorProfile;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The ledger of one device: polls and activities in, true power, learned profiles and ledger
 * entries out.
 *
 * <p><b>Time.</b> The device's clock is the newest time of its own polls; nothing else counts. An
 * entry is put out once the clock has passed its end by {@value DeviceState#SETTLE_NANOS} ns and
 * two windows of a sensor that averages, again when something changes it, and a last time, final,
 * once the clock has passed its end by the horizon or the end-of-trace markers of readings and
 * activities have come. What an entry's newest revision says depends on the polls and on the
 * activities that came within the horizon, not on how they were cut into blocks nor on when they
 * came.
 *
 * <p>One instance serves one device's call at a time; all memory is in the {@link DeviceState} and
 * the {@link ChunkStore} that are handed in. Tests: {@code DeviceLedgerTest}, {@code
 * DeviceLedgerDeterminismTest}.
 */
public final class DeviceLedger {
  /** How much power may wait before loads are looked for in it. */
  private static final long DETECTED_AFTER_NANOS = 1_000_000_000L;

  private final LedgerSettings settings;
  private final String device;
  private final DeviceState state;
  private final ChunkStore store;
  private final LedgerOutput out;
  private final SampleFilter filter;
  private final PowerOutput power;

  /** Null where loads of the device are not detected. */
  private final @Nullable Detection detection;

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
    // A window that is final must not get energy of a bridge that is built later.
    this.filter =
        new SampleFilter(Math.min(SampleFilter.BRIDGE_NANOS, settings.horizonNanos() / 2));
    this.detection =
        settings.detects().includes(device) ? new Detection(settings, device, state) : null;
    this.power = new PowerOutput(device, state, columns, out, detection);
  }

  /** What became of a block. */
  public enum BlockFate {
    ACCEPTED,
    /** Accepted, but some polls were not later than the one before, and were dropped. */
    PARTLY_OUT_OF_ORDER,
    /** Seen before, or after the end of the trace: dropped. */
    REPEATED,
    /**
     * It shows that the device's clock was set back by more than the horizon: the books go on at
     * its time. See {@link ClockState}.
     */
    CLOCK_SET_BACK,
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
        endIfLast(block);
        return BlockFate.SIGNAL_CHANGED;
      }
    }
    var watch = new ClockWatch(state, settings.horizonNanos());
    int from = 0;
    boolean isKnown = false;
    if (polls > 0) {
      watch.begin(block);
      isKnown =
          block.sequence() <= state.sequence
              && block.timesNanos()[polls - 1] <= state.sample.clockNanos;
      if (isKnown) {
        from = setBackIn(block, watch);
        if (from == polls) {
          state.repeatedBlocks++;
          endIfLast(block);
          return BlockFate.REPEATED;
        }
      }
    }
    state.sequence = block.sequence();
    long outOfOrderBefore = state.outOfOrder;
    int setBacksBefore = state.setBacks();
    if (isKnown) {
      setBack(block.timesNanos()[from]);
    }
    for (int at = polls(block, from, watch); at < polls; at = polls(block, at, watch)) {
      setBack(block.timesNanos()[at]);
    }
    endIfLast(block);
    if (state.setBacks() != setBacksBefore) {
      return BlockFate.CLOCK_SET_BACK;
    }
    return state.outOfOrder == outOfOrderBefore
        ? BlockFate.ACCEPTED
        : BlockFate.PARTLY_OUT_OF_ORDER;
  }

  /** The reading of a block of known readings that shows that the clock was set back. */
  private static int setBackIn(PollBlock block, ClockWatch watch) {
    for (int i = 0; i < block.polls(); i++) {
      if (watch.isSetBack(block.timesNanos()[i])) {
        return i;
      }
    }
    return block.polls();
  }

  /** Ends the books by the old clock, and begins them anew. */
  private void setBack(long timeNanos) {
    var setBack = new SetBack(state);
    List<Activity> later = setBack.later();
    setBack.cutOff();
    finishBooks();
    power.end();
    if (detection != null) {
      detection.cut();
    }
    setBack.begin(timeNanos, store);
    later.forEach(books(ring())::activity);
  }

  /**
   * Takes the polls of a block from one on; returns the one that shows a clock that was set back.
   */
  @SuppressWarnings(
      "ReferenceEquality") // The choice of profiles is one object for as long as it holds.
  private int polls(PollBlock block, int from, ClockWatch watch) {
    SampleRing ring = ring();
    DeviceBooks books = books(ring);
    EnergyColumn energy = block.energy();
    CounterBook counters = energy == null ? null : books.counters();
    Smoothing smoothing = smoothing(ring);
    var learning = new ProfileLearning(settings, state, ring, books, power, smoothing, out);
    if (block.polls() > 0 && (state.settledBy != settings.profiles() || !block.model().isEmpty())) {
      learning.settle(block.model(), block.timesNanos()[from]);
      state.settledBy = settings.profiles();
    }
    for (int i = from; i < block.polls(); i++) {
      long timeNanos = block.timesNanos()[i];
      if (watch.isSetBack(timeNanos)) {
        power.flush();
        detected(books, smoothing);
        return i;
      }
      if (detection != null && detection.isDue(timeNanos)) {
        power.flush();
        detection.begin(ring);
      }
      if (detection != null && power.isOlderThan(timeNanos - DETECTED_AFTER_NANOS)) {
        power.flush();
        detected(books, smoothing); // within the horizon, however long a block is
      }
      boolean isTaken = accept(timeNanos, block.values()[i], ring, books, learning);
      if (isTaken) {
        watch.taken();
      }
      if (isTaken && energy != null && counters != null && state.ring.samples > 0) {
        if (counters.wasAway(timeNanos)) {
          putOutDue(smoothing, books);
        }
        if (counters.accept(energy.signal(), energy.unit(), timeNanos, energy.values()[i])) {
          books.seenAgain(state.counter.changedNanos, timeNanos);
        }
      }
      if (isTaken) {
        putOutDue(smoothing, books);
      }
    }
    power.flush();
    detected(books, smoothing);
    return block.polls();
  }

  /** Puts out what is due. Smoothing is first, since the books let go of samples that it needs. */
  private static void putOutDue(Smoothing smoothing, DeviceBooks books) {
    smoothing.work();
    books.work();
  }

  /** Takes a poll; returns whether it was later than the one before. */
  private boolean accept(
      long timeNanos, int value, SampleRing ring, DeviceBooks books, ProfileLearning learning) {
    state.readings++;
    long valueNanos = state.sample.lastPollNanos;
    long clockNanos = state.sample.clockNanos;
    boolean isBridge = state.ring.samples > 0 && clockNanos > valueNanos;
    switch (filter.accept(state.sample, timeNanos, value)) {
      case SAMPLE -> sample(filter.sample(), ring, books, learning);
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

  private void sample(Sample sample, SampleRing ring, DeviceBooks books, ProfileLearning learning) {
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

  /** Takes the loads that were detected in the power that was put out. */
  private void detected(DeviceBooks books, Smoothing smoothing) {
    if (detection != null) {
      for (Activity activity : detection.drain()) {
        activity(activity, books, smoothing);
      }
    }
  }

  private void endIfLast(PollBlock block) {
    if (block.endOfTrace()) {
      if (detection != null) {
        SampleRing ring = ring();
        detection.finish(ring);
        detected(books(ring), smoothing(ring));
      }
      state.readingsEnded = true;
      finishIfEnded();
    }
  }

  /** Takes an activity, or a newer version of one. */
  public void activity(Activity activity) {
    SampleRing ring = ring();
    activity(activity, books(ring), smoothing(ring));
  }

  private void activity(Activity activity, DeviceBooks books, Smoothing smoothing) {
    if (settings.smooths()) {
      smoothing.changed(books.known(activity), activity);
    }
    books.activity(activity);
  }

  /** Takes the marker that no activity follows. */
  public void activitiesEnded() {
    if (state.isFinished()) {
      return;
    }
    state.activitiesEnded = true;
    finishIfEnded();
  }

  private void finishIfEnded() {
    if (state.isFinished()) {
      Smoothing smoothing = finishBooks();
      power.finish();
      smoothing.end(power.summary());
    }
  }

  /** Puts out what is left. Smoothing is first, since the books forget activities that it needs. */
  private Smoothing finishBooks() {
    SampleRing ring = ring();
    Smoothing smoothing = smoothing(ring);
    smoothing.finish();
    books(ring).finish();
    return smoothing;
  }

  private void begin(PollBlock block) {
    state.signal = block.signal();
    state.unit = block.unit();
    SensorProfile start = settings.profiles().start(device, block.signal());
    state.profiles.add(new ProfileSpan(start, 0));
    if (start.source() == ProfileSource.GIVEN && settings.profiles().learns()) {
      out.profile(start); // Readers take a device of which none was put out for one that learns.
    }
  }

  private SampleRing ring() {
    return new SampleRing(state.ring, store, state.unit);
  }

  private DeviceBooks books(SampleRing ring) {
    return new DeviceBooks(settings, device, state, ring, out);
  }

  private Smoothing smoothing(SampleRing ring) {
    return new Smoothing(settings, device, state, ring, out);
  }
}
