package io.wattune.core.ledger.sharing;

import io.wattune.core.Quality;
import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.DeviceState;
import io.wattune.core.ledger.IdleState;
import io.wattune.core.ledger.MergedParts;
import io.wattune.core.ledger.PendingActivities;
import io.wattune.core.ledger.PendingActivity;
import io.wattune.core.ledger.SharingState;
import io.wattune.core.ledger.entry.LedgerEntry;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Learns the power that a device holds after work in expectation of more.
 *
 * <p>Of the seconds that begin within {@value #SOON_SECONDS} s after an activity's end, and in
 * which nothing ran, the first two neighbours that agree are a level: they differ by no more than 3
 * of their standard errors, or 2 %. Two, since the sensor's response and the device's own fall may
 * reach into the first; soon, since a K20 leaves active idle after 3.5 s (Burtscher et al. 2014). A
 * level in the upper half of what the sensor has shown is work that nobody reported. Active idle is
 * the median of the newest {@value #LEVELS} levels, so that single ones may be wrong. Where kernels
 * or requests are known, what lies between them counts though their job goes on.
 *
 * <p>Only final seconds are looked at: the answer depends on event time alone. Tests: {@code
 * ActiveIdleTest}.
 */
public final class ActiveIdle {
  private static final long SOON_SECONDS = 5;
  private static final int LEVELS = 9;
  private static final double SAME_ERRORS = 3;
  private static final double SAME_SHARE = 0.02;
  private static final double LEAST_COVERAGE = 0.99;

  private ActiveIdle() {}

  /** The part of a time's energy that active idle would have taken; null while not known. */
  static @Nullable Long microjoules(IdleState idle, double seconds) {
    double watts = idle.activeWatts();
    return Double.isNaN(watts) ? null : Math.round(watts * seconds * 1e6);
  }

  /** An activity is over. */
  static void ended(IdleState idle, PendingActivity pending) {
    Activity activity = pending.activity();
    MergedParts parts = pending.parts();
    long end = parts == null ? activity.endNanos() : parts.lastEndNanos();
    if (isInner(activity)) {
      idle.innerEndNanos = Math.max(idle.innerEndNanos, end);
    } else if (activity.competes()) {
      idle.outerEndNanos = Math.max(idle.outerEndNanos, end);
    }
  }

  /** Takes a final second. */
  public static void accept(DeviceState state, LedgerEntry second) {
    IdleState idle = state.idle;
    long workEnd = workBefore(state, second);
    boolean isGood =
        second.quality().compareTo(Quality.GAP) < 0 && second.coverage() >= LEAST_COVERAGE;
    if (workEnd == SharingState.NEVER || !isGood) {
      idle.secondNanos = SharingState.NEVER;
      return;
    }
    double watts = second.meanPowerWatts();
    double scale = second.scaleErrorMicrojoules() * 1e-6;
    double error = second.standardErrorMicrojoules() * 1e-6;
    double errorWatts = Math.sqrt(Math.max(0, error * error - scale * scale));
    boolean follows = idle.secondNanos + Book.WINDOW1S.windowNanos() == second.startNanos();
    if (follows && idle.foundAfterNanos != workEnd && agrees(idle, watts, errorWatts)) {
      double level = 0.5 * (idle.watts + watts);
      if (level <= 0.5 * (state.lowestWatts + state.highestWatts)) {
        found(idle, level);
        idle.foundAfterNanos = workEnd;
      }
    }
    idle.secondNanos = second.startNanos();
    idle.watts = watts;
    idle.errorWatts = errorWatts;
  }

  private static boolean agrees(IdleState idle, double watts, double errorWatts) {
    double same = SAME_ERRORS * StrictMath.hypot(idle.errorWatts, errorWatts);
    return Math.abs(watts - idle.watts) <= Math.max(same, SAME_SHARE * Math.abs(watts));
  }

  private static void found(IdleState idle, double level) {
    int n = idle.levelsWatts.length;
    int dropped = n == LEVELS ? 1 : 0;
    idle.levelsWatts = Arrays.copyOfRange(idle.levelsWatts, dropped, n + 1);
    idle.levelsWatts[idle.levelsWatts.length - 1] = level;
  }

  /** When the work ended that a second in which nothing runs follows soon; NEVER if it does not. */
  private static long workBefore(DeviceState state, LedgerEntry second) {
    long start = second.startNanos();
    long inner = state.idle.innerEndNanos;
    long outer = state.idle.outerEndNanos;
    long soonest = start - SOON_SECONDS * 1_000_000_000L;
    var near = new Near(start, second.endNanos(), inner, outer);
    PendingActivities pendings = PendingActivities.of(state);
    pendings.overlapping(soonest - 1, second.endNanos(), place -> near.add(pendings.get(place)));
    if (near.innerRuns) {
      return SharingState.NEVER;
    }
    if (near.innerEndNanos >= soonest) {
      return near.innerEndNanos;
    }
    return !near.outerRuns && near.outerEndNanos >= soonest
        ? near.outerEndNanos
        : SharingState.NEVER;
  }

  /** What ran last before a time, and whether anything runs from then on. */
  private static final class Near {
    private final long startNanos;
    private final long endNanos;
    private long innerEndNanos;
    private long outerEndNanos;
    private boolean innerRuns;
    private boolean outerRuns;

    Near(long startNanos, long endNanos, long innerEndNanos, long outerEndNanos) {
      this.startNanos = startNanos;
      this.endNanos = endNanos;
      this.innerEndNanos = innerEndNanos;
      this.outerEndNanos = outerEndNanos;
      this.innerRuns = innerEndNanos > startNanos;
      this.outerRuns = outerEndNanos > startNanos;
    }

    void add(PendingActivity pending) {
      if (pending.activity().competes()) {
        boolean isInner = isInner(pending.activity());
        pending.visitRuns((start, end) -> add(isInner, start, end));
      }
    }

    private void add(boolean isInner, long from, long to) {
      boolean isOver = to <= startNanos;
      boolean runs = !isOver && from < endNanos;
      if (isInner) {
        innerRuns |= runs;
        innerEndNanos = isOver ? Math.max(innerEndNanos, to) : innerEndNanos;
      } else {
        outerRuns |= runs;
        outerEndNanos = isOver ? Math.max(outerEndNanos, to) : outerEndNanos;
      }
    }
  }

  private static boolean isInner(Activity activity) {
    return activity.book() == Book.KERNEL || activity.book() == Book.REQUEST;
  }
}
