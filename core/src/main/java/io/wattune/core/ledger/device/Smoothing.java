package io.wattune.core.ledger.device;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.DeviceState;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.ledger.PendingActivities;
import io.wattune.core.ledger.PendingActivity;
import io.wattune.core.ledger.ProfileSpan;
import io.wattune.core.ledger.SmoothedState;
import io.wattune.core.ledger.entry.LedgerOutput;
import io.wattune.core.power.PowerColumns;
import io.wattune.core.power.SampleRun;
import io.wattune.core.power.SmoothedPower;
import io.wattune.core.power.TraceSummary;
import io.wattune.core.power.TruePower;
import io.wattune.core.reading.SampleFilter;
import io.wattune.core.reading.Spacing;
import io.wattune.core.ring.RingPoint;
import io.wattune.core.ring.RingWalk;
import io.wattune.core.ring.SampleRing;
import io.wattune.core.sensor.SensorProfile;
import java.util.Arrays;
import java.util.TreeSet;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Puts out the smoothed power of one device, slice by slice, once no sample can come any more that
 * belongs to a slice or its margin; nothing where that is not asked for.
 *
 * <p>A slice that has been put out is put out again, whole and with a revision of its own, where an
 * activity that starts or ends in its reach comes or changes later, and where the device's first
 * profile is learned. Activities count that came within half the horizon, as repeats do ({@link
 * Neighbours}), so that those that matter to a slice are still there when it is made again: a
 * slice's newest revision depends on samples, activities and profiles, and not on when it was made.
 * Where half the horizon does not hold two slices and the margins nothing is put out.
 *
 * <p>Boundaries count only while there are {@value #SAMPLES_PER_BOUNDARY} samples to each: with
 * more, the samples could not determine the power between them. Test: {@code SmoothingTest}.
 */
record Smoothing(
    LedgerSettings settings, String device, DeviceState state, SampleRing ring, LedgerOutput out) {
  private static final int SAMPLES_PER_BOUNDARY = 2;

  /** Does what the clock has made due. */
  void work() {
    SmoothedState smoothed = state.smoothed;
    if (!settings.smooths()
        || state.ring.samples == 0
        || state.sample.clockNanos < smoothed.dueNanos) {
      return;
    }
    begin();
    putAgain(this::isReady);
    // Behind the newest sample there is nothing, however far the clock has leapt.
    while (isReady(smoothed.nextSlice) && smoothed.nextSlice <= newestSlice()) {
      put(smoothed.nextSlice, smoothed.firstRevision);
      smoothed.nextSlice = following(smoothed.nextSlice);
    }
    smoothed.dueNanos = Math.max(readyNanos(smoothed.nextSlice), state.sample.clockNanos) + 1;
  }

  /** The slice of the newest sample. */
  private long newestSlice() {
    return SmoothedPower.sliceAt(state.ring.newestNanos - state.newestProfile().delayNanos());
  }

  /** An activity has come, or another version of it. */
  void changed(@Nullable Activity before, Activity after) {
    if (after.book() == Book.SPAN || after.equals(before)) {
      return;
    }
    mark(after);
    if (before != null) {
      mark(before);
    }
  }

  private void mark(Activity activity) {
    mark(activity.startNanos());
    if (activity.hasEnded()) {
      mark(activity.endNanos());
    }
  }

  /**
   * The first profile is about to be learned. What lies too far back to be put out again by it, and
   * waits for an activity's sake, is put out by what has held so far: else it would depend on when
   * that activity came.
   *
   * @return the first slice that the profile is for
   */
  long reach(SensorProfile profile) {
    long margin = Math.max(longestMarginNanos(), SmoothedPower.marginNanos(profile));
    long reach = oldestToPutAgain(margin);
    if (settings.smooths() && state.smoothed.again.length > 0) {
      putAgain(slice -> slice < reach && isReady(slice));
    }
    return Math.max(reach, SmoothedPower.sliceAt(profile.validFromNanos()));
  }

  /** The first profile has been learned: what it holds for, from a slice on, is put out again. */
  void learned(long firstSlice) {
    SmoothedState smoothed = state.smoothed;
    if (settings.smooths() && smoothed.nextSlice != SmoothedState.NONE) {
      markAll(firstSlice, smoothed.nextSlice - 1);
      smoothed.dueNanos = SmoothedState.NONE;
    }
  }

  /** The trace has ended: puts out all that is left. */
  void finish() {
    SmoothedState smoothed = state.smoothed;
    if (!settings.smooths() || state.ring.samples == 0) {
      return;
    }
    begin();
    putAgain(slice -> true);
    while (smoothed.nextSlice <= newestSlice()) {
      put(smoothed.nextSlice, smoothed.firstRevision);
      smoothed.nextSlice = following(smoothed.nextSlice);
    }
  }

  /** Nothing follows: an empty block says so, with what there was in all. */
  void end(TraceSummary summary) {
    if (settings.smooths()) {
      TruePower none = new PowerColumns().take(device, state.signal, 0, "", state.setBacks());
      out.smoothed(none.withSummary(summary));
    }
  }

  private void begin() {
    if (state.smoothed.nextSlice == SmoothedState.NONE) {
      long oldest = Math.max(state.ring.firstNanos, ring.oldestNanos());
      state.smoothed.nextSlice = sliceOfSample(oldest);
    }
  }

  /** The first slice that a sample at or behind a time can describe. */
  private long sliceOfSample(long sensorNanos) {
    SensorProfile profile = state.newestProfile();
    long window = Math.round(profile.windowSeconds() * 1e9);
    return SmoothedPower.sliceAt(sensorNanos - profile.delayNanos() - window);
  }

  /** The slice after one, or that of the next sample where none describes those between. */
  private long following(long slice) {
    long next = slice + 1;
    long from = Math.max(startOf(next) + profileOf(next).delayNanos(), ring.oldestNanos());
    if (from > state.ring.newestNanos) {
      return next;
    }
    var point = new RingPoint();
    ring.at(from, point);
    long sample = point.fromNanos >= from ? point.fromNanos : point.toNanos;
    return sample == Long.MAX_VALUE ? next : Math.max(next, sliceOfSample(sample));
  }

  private void mark(long boundaryNanos) {
    if (state.smoothed.nextSlice == SmoothedState.NONE) {
      return;
    }
    long margin = longestMarginNanos();
    long last = SmoothedPower.sliceAt(boundaryNanos + margin);
    mark(SmoothedPower.sliceAt(boundaryNanos - margin), last);
  }

  private long longestMarginNanos() {
    long longest = 0;
    for (ProfileSpan span : state.profiles) {
      longest = Math.max(longest, SmoothedPower.marginNanos(span.profile()));
    }
    return longest;
  }

  /** Marks slices that have been put out and that half the horizon reaches, margin included. */
  private void mark(long first, long last) {
    long oldest = oldestToPutAgain(longestMarginNanos());
    markAll(Math.max(first, oldest), Math.min(last, state.smoothed.nextSlice - 1));
  }

  private long oldestToPutAgain(long marginNanos) {
    long half = state.sample.clockNanos - settings.horizonNanos() / 2;
    return SmoothedPower.sliceAt(half - marginNanos);
  }

  private void markAll(long first, long last) {
    SmoothedState smoothed = state.smoothed;
    for (long slice = first; slice <= last; slice++) {
      int at = Arrays.binarySearch(smoothed.again, slice);
      if (at < 0) {
        int place = -at - 1;
        long[] longer = new long[smoothed.again.length + 1];
        System.arraycopy(smoothed.again, 0, longer, 0, place);
        longer[place] = slice;
        System.arraycopy(smoothed.again, place, longer, place + 1, longer.length - place - 1);
        smoothed.again = longer;
      }
    }
  }

  private void putAgain(LongPredicate which) {
    SmoothedState smoothed = state.smoothed;
    if (smoothed.again.length == 0) {
      return;
    }
    long[] later = new long[smoothed.again.length];
    int n = 0;
    for (long slice : smoothed.again) {
      if (which.test(slice)) {
        smoothed.revision++;
        put(slice, smoothed.revision);
      } else {
        later[n++] = slice;
      }
    }
    smoothed.again = Arrays.copyOf(later, n);
  }

  /**
   * Whether no sample can come any more that belongs to a slice or its margin. Samples come in the
   * order of their times, but later than those: a value that stayed as it was is a sample of up to
   * {@link SampleFilter#mostBehindNanos} before the poll that shows it.
   */
  private boolean isReady(long slice) {
    long ready = readyNanos(slice);
    return state.ring.newestNanos > ready
        || state.sample.clockNanos > ready + SampleFilter.mostBehindNanos(state.sample);
  }

  /** The time of the last sample that may belong to a slice or its margin. */
  private long readyNanos(long slice) {
    SensorProfile profile = profileOf(slice);
    long margin = SmoothedPower.marginNanos(profile);
    return startOf(slice + 1) + margin + Math.max(0, profile.delayNanos());
  }

  private static long startOf(long slice) {
    return slice * SmoothedPower.SLICE_NANOS;
  }

  /** The profile that holds at a slice's start. */
  private SensorProfile profileOf(long slice) {
    SensorProfile holds = state.profiles.get(0).profile();
    for (ProfileSpan span : state.profiles) {
      if (span.profile().validFromNanos() <= startOf(slice)) {
        holds = span.profile();
      }
    }
    return holds;
  }

  private void put(long slice, int revision) {
    SensorProfile profile = profileOf(slice);
    long margin = SmoothedPower.marginNanos(profile);
    if (2 * SmoothedPower.SLICE_NANOS + 2 * margin > settings.horizonNanos() / 2) {
      return;
    }
    long first = startOf(slice) - margin;
    long last = startOf(slice + 1) + margin;
    long[] boundaries = boundaries(first, last);
    var columns = new PowerColumns();
    var runs = new Runs(profile, slice, boundaries, columns);
    long delay = profile.delayNanos();
    new RingWalk(ring).polledBetween(first + delay, last + delay, runs::sample);
    runs.end();
    if (columns.count() > 0) {
      out.smoothed(
          columns.take(device, state.signal, revision, profile.profileId(), state.setBacks()));
    }
  }

  /** Starts and ends of the activities that count, after one time and before another, ascending. */
  private long[] boundaries(long fromNanos, long toNanos) {
    TreeSet<Long> found = new TreeSet<>();
    PendingActivities pendings = PendingActivities.of(state);
    pendings.overlapping(
        fromNanos,
        toNanos,
        place -> {
          PendingActivity pending = pendings.get(place);
          if (pending.activity().book() != Book.SPAN && pending.isPrompt()) {
            pending.visitRuns(
                (start, end) -> {
                  found.add(start);
                  found.add(end);
                });
          }
        });
    return found.stream()
        .mapToLong(boundary -> boundary)
        .filter(boundary -> boundary > fromNanos && boundary < toNanos)
        .toArray();
  }

  /** Cuts the samples about a slice where there are gaps. */
  private final class Runs {
    private final SensorProfile profile;
    private final long fromNanos;
    private final long[] boundaries;
    private final PowerColumns columns;
    private final SampleRun run = new SampleRun();

    Runs(SensorProfile profile, long slice, long[] boundaries, PowerColumns columns) {
      this.profile = profile;
      this.fromNanos = startOf(slice);
      this.boundaries = boundaries;
      this.columns = columns;
    }

    void sample(long timeNanos, int value, Spacing spacing, long sinceNanos) {
      if (spacing != Spacing.SEEN) {
        end();
      }
      run.add(timeNanos, value * state.unit.watts(), sinceNanos);
    }

    void end() {
      if (run.count() > 0) {
        long to = fromNanos + SmoothedPower.SLICE_NANOS;
        boolean tooMany = boundaries.length * SAMPLES_PER_BOUNDARY > run.count();
        long[] steps = tooMany ? new long[0] : boundaries;
        SmoothedPower.put(profile, run, steps, fromNanos, to, columns);
        run.clear();
      }
    }
  }
}
