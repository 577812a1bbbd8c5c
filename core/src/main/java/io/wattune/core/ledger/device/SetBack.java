package io.wattune.core.ledger.device;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.ClockState;
import io.wattune.core.ledger.CounterState;
import io.wattune.core.ledger.DeviceState;
import io.wattune.core.ledger.IdleState;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.ledger.MergedParts;
import io.wattune.core.ledger.PendingActivities;
import io.wattune.core.ledger.PendingActivity;
import io.wattune.core.ledger.ProfileSpan;
import io.wattune.core.ledger.SharingState;
import io.wattune.core.ledger.SmoothedState;
import io.wattune.core.power.PowerState;
import io.wattune.core.reading.SampleState;
import io.wattune.core.ring.ChunkStore;
import io.wattune.core.ring.RingState;
import java.util.ArrayList;
import java.util.List;

/**
 * Begins a device's books anew at an earlier time: its clock was set back.
 *
 * <p>What has been put out is final as it is: the energies are right, only their times are not.
 * Activities that had not begun by the old clock wait on. What the sensor has taught stays; times
 * that were remembered go. All revisions go on above the old ones, so that what is put out of the
 * same windows when their time comes takes the place of what the wrong clock said of them.
 */
record SetBack(DeviceState state) {
  /** What a wrong clock has said of more than this is not taken back where nothing is read then. */
  private static final long LONGEST_TAKEN_BACK_NANOS = 86_400_000_000_000L;

  /** Takes the activities out that had not begun, or of which nothing was read. */
  List<Activity> later() {
    List<Activity> later = new ArrayList<>();
    PendingActivities pendings = PendingActivities.of(state);
    for (int place = pendings.size() - 1; place >= 0; place--) {
      PendingActivity pending = pendings.get(place);
      Activity activity = pending.activity();
      if (state.ring.samples == 0 || activity.startNanos() >= state.sample.clockNanos) {
        MergedParts parts = pending.parts();
        for (int part = 0; parts != null && part < parts.count(); part++) {
          later.add(parts.of(activity, part, activity.activityId() + "-" + part));
        }
        if (parts == null) {
          later.add(activity);
        }
        pendings.remove(state, place);
      }
    }
    return later;
  }

  /** Cuts off what still runs: no time of the old clock will show when it ends. */
  void cutOff() {
    PendingActivities pendings = PendingActivities.of(state);
    for (int place = 0; place < pendings.size(); place++) {
      PendingActivity pending = pendings.get(place);
      Activity activity = pending.activity();
      if (!activity.hasEnded()) {
        long end = Math.max(activity.startNanos() + 1, state.ring.newestNanos);
        pendings.set(state, place, pending.cutAt(end));
      }
    }
  }

  /** Forgets all times, once everything has been put out. */
  void begin(long timeNanos, ChunkStore store) {
    ClockState clock = state.clock == null ? new ClockState() : state.clock;
    state.clock = clock;
    long now = state.sample.clockNanos;
    for (long number = state.ring.oldestNumber; number < state.ring.openNumber; number++) {
      store.remove(number);
    }
    // Whole minutes, so that the books of all windows go the same way; the time that a reading
    // describes is its delay away from its own.
    long from = minuteOf(timeNanos);
    if (state.ring.samples > 0) {
      long first = minuteOf(state.ring.firstNanos - LedgerSettings.LONGEST_DELAY_NANOS);
      long seenTo = state.ring.seenToNanos + LedgerSettings.LONGEST_DELAY_NANOS;
      long to = minuteOf(seenTo) + Book.WINDOW60S.windowNanos();
      // Of a clock that goes back again and again only the newest books' start is known.
      from = clock.steps > 0 ? from : Math.max(from, first);
      clock.aheadToNanos = Math.max(clock.aheadToNanos, to);
    }
    if (clock.aheadToNanos != Long.MIN_VALUE) {
      // Also where the newest books are empty: those before them may have said something from here.
      clock.aheadFromNanos =
          Math.max(
              Math.min(clock.aheadFromNanos, from), clock.aheadToNanos - LONGEST_TAKEN_BACK_NANOS);
    }
    clock.samplesBefore += state.ring.samples;
    clock.steps++;
    clock.stepFromNanos = now;
    clock.stepToNanos = timeNanos;
    clock.run = 0;
    forget();
  }

  private static long minuteOf(long timeNanos) {
    return Book.WINDOW60S.windowStart(timeNanos);
  }

  private void forget() {
    state.sample = known(state.sample);
    state.ring = new RingState();
    state.power = new PowerState();
    state.aliased = new float[0];
    state.calibration.history = 0;
    state.calibration.collected = 0;
    state.calibration.unseenWatts = 0;
    state.calibration.quietToNanos = Long.MIN_VALUE;
    state.calibration.pool.edgeNanos = Long.MIN_VALUE;
    state.calibration.pool.interval = 0;
    ProfileSpan newest = state.profiles.get(state.profiles.size() - 1);
    state.profiles.clear();
    state.profiles.add(new ProfileSpan(newest.profile(), 0));
    state.recent = new long[0];
    state.recentSpans = new long[0];
    state.dueNanos = Long.MAX_VALUE;
    sharing();
    idle();
    counter();
    var smoothed = new SmoothedState();
    smoothed.firstRevision = state.smoothed.revision + 1;
    smoothed.revision = smoothed.firstRevision;
    state.smoothed = smoothed;
  }

  /** How often the sensor changes and is asked. */
  private static SampleState known(SampleState old) {
    var sample = new SampleState();
    sample.pollNanos = old.pollNanos;
    sample.intervals = old.intervals;
    sample.intervalsSeen = old.intervalsSeen;
    sample.periodNanos = old.periodNanos;
    sample.resolution = old.resolution;
    return sample;
  }

  private void sharing() {
    var sharing = new SharingState();
    sharing.remainderRevision = state.sharing.remainderRevision;
    sharing.outOfBalance = state.sharing.outOfBalance;
    state.sharing = sharing;
  }

  private void idle() {
    var idle = new IdleState();
    idle.levelsWatts = state.idle.levelsWatts;
    state.idle = idle;
  }

  private void counter() {
    var counter = new CounterState();
    counter.wraps = state.counter.wraps;
    counter.freezes = state.counter.freezes;
    counter.stepsBack = state.counter.stepsBack;
    state.counter = counter;
  }
}
