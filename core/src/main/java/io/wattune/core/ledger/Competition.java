package io.wattune.core.ledger;

import io.wattune.core.ledger.attribution.Contender;
import io.wattune.core.ledger.attribution.Mark;
import io.wattune.core.ledger.attribution.Marks;
import io.wattune.core.ledger.attribution.Sweep;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The activities of one device that are not final, as they compete for its energy. */
final class Competition implements Marks {
  private final LedgerSettings settings;
  private final DeviceState state;
  private final TrueIntegral integral;

  Competition(LedgerSettings settings, DeviceState state, TrueIntegral integral) {
    this.settings = settings;
    this.state = state;
    this.integral = integral;
  }

  /** Prepares to share out stretches that lie between two times. */
  Sweep between(long fromNanos, long toNanos) {
    List<Contender> contenders = new ArrayList<>();
    for (int place = 0; place < state.activities.size(); place++) {
      Activity activity = state.activities.get(place).activity();
      if (activity.competes()
          && activity.startNanos() < toNanos
          && activity.endNanos() > fromNanos) {
        contenders.add(contender(place, activity));
      }
    }
    // In this order weights are summed, whatever the order in which the activities came.
    contenders.sort(Comparator.comparingInt(Contender::level).thenComparing(Contender::id));
    return new Sweep(contenders, this);
  }

  /**
   * Time from which on an activity's work weighs. Work is known at the end only, and what is older
   * than half the horizon then may be settled before the next half has passed, in which the end may
   * come.
   */
  static long ratedFromNanos(LedgerSettings settings, Activity activity) {
    if (activity.work() == null || !activity.hasEnded()) {
      return Long.MAX_VALUE;
    }
    return Math.max(activity.startNanos(), activity.endNanos() - settings.horizonNanos() / 2);
  }

  private Contender contender(int place, Activity activity) {
    Double weight = activity.weight();
    Double work = activity.work();
    double seconds = (activity.endNanos() - activity.startNanos()) * 1e-9;
    return new Contender(
        place,
        activity.book().level(),
        activity.activityId(),
        activity.parentId(),
        activity.startNanos(),
        activity.endNanos(),
        weight == null ? Double.NaN : weight,
        work == null || !activity.hasEnded() ? Double.NaN : rate(work, seconds),
        ratedFromNanos(settings, activity));
  }

  /** Work per second; not known where it is beyond what a number can say. */
  private static double rate(double work, double seconds) {
    double rate = work / seconds;
    return rate <= Double.MAX_VALUE ? rate : Double.NaN;
  }

  @Override
  public Mark at(long timeNanos) {
    return integral.markAt(timeNanos);
  }

  @Override
  public long nextSeenNanos(long timeNanos) {
    return integral.nextSampleNanos(timeNanos);
  }
}
