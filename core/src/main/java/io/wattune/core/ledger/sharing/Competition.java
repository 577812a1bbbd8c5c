package io.wattune.core.ledger.sharing;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.DeviceState;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.ledger.MergedParts;
import io.wattune.core.ledger.PendingActivities;
import io.wattune.core.ledger.PendingActivity;
import io.wattune.core.ledger.attribution.Contender;
import io.wattune.core.ledger.attribution.Mark;
import io.wattune.core.ledger.attribution.Marks;
import io.wattune.core.ledger.attribution.ShareSweep;
import io.wattune.core.ledger.integral.TrueIntegral;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The activities of one device that are not final, as they compete for its energy. */
record Competition(LedgerSettings settings, DeviceState state, TrueIntegral integral)
    implements Marks {
  /** Prepares to share out stretches that lie between two times. */
  ShareSweep between(long fromNanos, long toNanos) {
    List<Contender> contenders = new ArrayList<>();
    PendingActivities pendings = PendingActivities.of(state);
    pendings.overlapping(
        fromNanos,
        toNanos,
        place -> {
          PendingActivity pending = pendings.get(place);
          MergedParts parts = pending.parts();
          if (parts != null) {
            parts(place, pending.activity(), parts, fromNanos, toNanos, contenders);
          } else if (pending.activity().competes()) {
            contenders.add(contender(place, pending.activity()));
          }
        });
    // In this order weights are summed, whatever the order in which the activities came.
    contenders.sort(Comparator.comparingInt(Contender::level).thenComparing(Contender::id));
    return new ShareSweep(contenders, this);
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

  /** Each part competes for itself, and what it gets is that of the one that stands for all. */
  private void parts(
      int place,
      Activity all,
      MergedParts parts,
      long fromNanos,
      long toNanos,
      List<Contender> contenders) {
    for (int part = 0; part < parts.count(); part++) {
      if (parts.startNanos(part) < toNanos && parts.endNanos(part) > fromNanos) {
        contenders.add(contender(place, parts.of(all, part, all.activityId() + "#" + part)));
      }
    }
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
