package io.wattune.evaluation.errorbars;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.ledger.entry.EnergyTotal;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.ledger.entry.RollUp;
import io.wattune.core.meter.MeterTrace;
import io.wattune.evaluation.errorbars.ErrorBar.Kind;
import io.wattune.evaluation.recording.LedgerOfTrace;
import io.wattune.evaluation.recording.Recording;
import io.wattune.replay.ReplayInput;
import io.wattune.replay.file.DeviceTrace;
import io.wattune.report.progress.Progress;
import io.wattune.schemas.failure.EngineException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Every entry of recordings whose time the meter saw as a whole, beside what the meter says: the
 * recorded activities, their sums by name, the spans from the first start on and to the last end,
 * and the windows of a second and of ten. The meter's time is by its clock as it is found from the
 * activities' edges, whether the profile is from the meter or not.
 */
public final class ErrorBars {
  private static final int[] BEGINNINGS_MILLIS = {50, 100, 200, 500, 1000, 2000, 5000};

  private ErrorBars() {}

  public static List<ErrorBar> of(List<Recording> recordings, ZoneId zone, Progress progress)
      throws EngineException {
    progress.begin("compare", recordings.size());
    List<ErrorBar> all = new ArrayList<>();
    for (int i = 0; i < recordings.size(); i++) {
      all.addAll(of(recordings.get(i), zone));
      progress.reached(i + 1);
    }
    return all;
  }

  private static List<ErrorBar> of(Recording recording, ZoneId zone) throws EngineException {
    ReplayInput metered = recording.readWithMeter(zone);
    ReplayInput input = recording.metered() ? metered : recording.read(zone);
    if (metered.meter() == null) {
      throw new IllegalStateException("a recording without a meter");
    }
    MeterTrace meter = metered.meter().trace();
    DeviceTrace trace = input.traces().get(0);
    List<Activity> activities = new ArrayList<>(kernels(input.activities()));
    activities.addAll(spans(trace.device(), activities));
    List<LedgerEntry> entries =
        LedgerOfTrace.of(
            trace, activities, new LedgerSettings(input.horizonNanos(), input.profiles()));
    List<ErrorBar> bars = new ArrayList<>();
    for (LedgerEntry entry : entries) {
      Kind kind = kindOf(entry);
      if (kind != null && meter.covers(entry.startNanos(), entry.endNanos())) {
        bars.add(bar(recording, kind, entry, meter));
      }
    }
    for (Book book : Book.values()) {
      sums(recording, book, entries, meter, bars);
    }
    return bars;
  }

  /** Of what is entered twice, as whole and as remainder, only the whole counts. */
  private static @Nullable Kind kindOf(LedgerEntry entry) {
    if (entry.isRemainder() || entry.standardErrorMicrojoules() == 0) {
      return null;
    }
    if (entry.book() == Book.SPAN) {
      return Kind.SPAN;
    }
    return entry.activityId() == null ? Kind.WINDOW : Kind.ACTIVITY;
  }

  private static ErrorBar bar(Recording recording, Kind kind, LedgerEntry entry, MeterTrace meter) {
    String name = entry.name();
    return new ErrorBar(
        recording,
        kind,
        name == null ? entry.book().label() + " " + entry.startNanos() : name,
        entry.energyMicrojoules() * 1e-6,
        entry.standardErrorMicrojoules() * 1e-6,
        meter.energyJoules(entry.startNanos(), entry.endNanos()));
  }

  private static void sums(
      Recording recording,
      Book book,
      List<LedgerEntry> entries,
      MeterTrace meter,
      List<ErrorBar> bars) {
    List<LedgerEntry> seen =
        entries.stream()
            .filter(e -> e.book() == book && e.activityId() != null && book.level() >= 0)
            .filter(e -> meter.covers(e.startNanos(), e.endNanos()))
            .toList();
    for (EnergyTotal total : RollUp.byName(book, seen)) {
      String key = total.key();
      if (key != null && total.entries() > 1) {
        double truth =
            seen.stream()
                .filter(e -> key.equals(e.name()))
                .mapToDouble(e -> meter.energyJoules(e.startNanos(), e.endNanos()))
                .sum();
        bars.add(
            new ErrorBar(
                recording,
                Kind.SUM,
                total.entries() + " of " + key,
                total.energyMicrojoules() * 1e-6,
                total.standardErrorMicrojoules() * 1e-6,
                truth));
      }
    }
  }

  /** What a recording says that ran; it does not say at which level. */
  private static List<Activity> kernels(List<Activity> recorded) {
    return recorded.stream()
        .filter(activity -> !activity.activityId().equals(ReplayInput.WHOLE_TRACE))
        .map(
            activity ->
                new Activity(
                    activity.device(),
                    activity.activityId(),
                    Book.KERNEL,
                    activity.name(),
                    activity.startNanos(),
                    activity.endNanos(),
                    null,
                    activity.labels()))
        .toList();
  }

  private static List<Activity> spans(String device, List<Activity> activities) {
    long start = activities.stream().mapToLong(Activity::startNanos).min().orElseThrow();
    long end = activities.stream().mapToLong(Activity::endNanos).max().orElseThrow();
    List<Activity> spans = new ArrayList<>();
    spans.add(span(device, "whole", start, end));
    for (int millis : BEGINNINGS_MILLIS) {
      long length = millis * 1_000_000L;
      spans.add(span(device, "first " + millis + " ms", start, start + length));
      spans.add(span(device, "last " + millis + " ms", end - length, end));
    }
    return spans;
  }

  private static Activity span(String device, String name, long start, long end) {
    return new Activity(device, name, Book.SPAN, name, start, end, null, Map.of());
  }
}
