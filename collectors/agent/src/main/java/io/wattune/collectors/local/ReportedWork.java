package io.wattune.collectors.local;

import io.wattune.core.counter.WorkSignal;
import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What programs have reported of the work of their activities, and the pieces of work that follow
 * from it: from one report to the next, from the last report to the end. For one thread.
 */
final class ReportedWork {
  private final WorkReadings readings;
  private final Map<String, Progress> progress = new HashMap<>();

  ReportedWork(WorkReadings readings) {
    this.readings = readings;
  }

  /** How far an open activity has come; there is one from its first report on. */
  private static final class Progress {
    private long untilNanos;
    private double work;
    private @Nullable Double total;

    private Progress(long startNanos) {
      untilNanos = startNanos;
    }
  }

  /** Until when work of an activity is known; its start where nothing was reported. */
  long untilNanos(OpenActivity opened) {
    Progress known = progress.get(opened.id());
    return known == null ? opened.startNanos() : known.untilNanos;
  }

  /**
   * Takes a report of an activity that goes on.
   *
   * @param endNanos until when, after {@link #untilNanos}
   * @param nowNanos monotonic
   */
  void report(
      LineSender caller, OpenActivity opened, Request.Work report, long endNanos, long nowNanos) {
    Progress known = progress.computeIfAbsent(opened.id(), id -> new Progress(opened.startNanos()));
    Double delta = report.delta();
    Double total = report.total();
    if (total != null) {
      Double before = known.total;
      delta = before == null || total < before ? null : Double.valueOf(total - before);
      known.total = total;
    }
    if (delta != null) {
      known.work += delta;
      var done = new Done(known.untilNanos, endNanos, delta, report.signal());
      take(caller, opened, done, nowNanos);
    }
    known.untilNanos = endNanos;
  }

  /** Why the work that a program gives at the end cannot be; null where it can. */
  @Nullable String fault(OpenActivity opened, @Nullable Double work) {
    Progress known = progress.get(opened.id());
    return known == null || work == null || work >= known.work
        ? null
        : "its work must be at least the " + known.work + " that was reported before, was " + work;
  }

  /** Work of the whole activity: as given at its end, else all that was reported; null for none. */
  @Nullable Double total(OpenActivity opened, @Nullable Double given) {
    Progress known = progress.get(opened.id());
    return given != null || known == null ? given : Double.valueOf(known.work);
  }

  /**
   * An activity has ended: what of its work was not reported before becomes readings, and so do its
   * counters.
   *
   * @param ended the activity on each device
   * @param nowNanos monotonic
   */
  void end(
      LineSender caller,
      OpenActivity opened,
      List<Activity> ended,
      Request.Outcome outcome,
      long nowNanos) {
    Progress known = progress.remove(opened.id());
    Double given = outcome.work();
    if (!outcome.counters().isEmpty()) {
      Double whole = known == null && opened.book() != Book.SPAN ? given : null;
      ended.forEach(each -> readings.counted(caller, each, outcome.counters(), whole));
      given = known == null ? null : given;
    }
    long endNanos = ended.get(0).endNanos();
    long from = known == null ? opened.startNanos() : known.untilNanos;
    if (given != null && from < endNanos) {
      double left = given - (known == null ? 0 : known.work);
      take(caller, opened, new Done(from, endNanos, left, WorkSignal.PROGRAM), nowNanos);
    }
  }

  /** An activity has ended, and nobody said what it did after its last report. */
  void forget(OpenActivity opened) {
    progress.remove(opened.id());
  }

  /** Work in an interval, of all devices together. */
  private record Done(long startNanos, long endNanos, double work, WorkSignal signal) {}

  /** A span delivers nothing by itself: it is a question. */
  private void take(LineSender caller, OpenActivity opened, Done done, long nowNanos) {
    if (opened.book() == Book.SPAN) {
      return;
    }
    for (String device : opened.devices()) {
      var piece =
          new WorkReadings.Piece(
              device,
              opened.book(),
              opened.id(),
              opened.name(),
              done.startNanos(),
              done.endNanos(),
              done.work() / opened.devices().size(),
              done.signal(),
              WorkReadings.goal(opened.labels()));
      readings.take(caller, piece, nowNanos);
    }
  }
}
