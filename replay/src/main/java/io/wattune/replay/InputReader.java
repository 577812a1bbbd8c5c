package io.wattune.replay;

import io.wattune.archive.Archive;
import io.wattune.core.ledger.Activity;
import io.wattune.core.meter.Interval;
import io.wattune.core.meter.MeterCalibration;
import io.wattune.core.meter.MeterCalibrator;
import io.wattune.core.meter.MeterTrace;
import io.wattune.core.reading.PollBlock;
import io.wattune.replay.file.ActivityCsv;
import io.wattune.replay.file.ActivityRow;
import io.wattune.replay.file.DeviceTrace;
import io.wattune.replay.file.Inputs;
import io.wattune.replay.file.MalformedLine;
import io.wattune.replay.file.MeterCsv;
import io.wattune.replay.file.NvidiaSmiCsv;
import io.wattune.replay.file.NvidiaSmiOptions;
import io.wattune.replay.file.ReadFile;
import io.wattune.replay.report.InputFile;
import io.wattune.report.progress.Progress;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.failure.FailureWords;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads every file of a replay. Used once. */
public final class InputReader {
  /** Node of recorded devices: a recording does not say on which machine it was made. */
  private static final String NODE = "recorded";

  /** What a job has that reads live topics: an archive gives what that job gave. */
  private static final long LIVE_HORIZON_NANOS = Duration.ofMinutes(10).toNanos();

  private final ReplayOptions options;
  private final List<InputFile> inputs = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final List<MalformedLine> malformed = new ArrayList<>();
  private final Map<String, Long> malformedByDevice = new HashMap<>();
  private long malformedLines;

  public InputReader(ReplayOptions options) {
    this.options = options;
  }

  /** Reads all files that the options name. */
  public ReplayInput read(Progress progress) throws EngineException {
    ArchiveInput archive = archive(progress);
    Map<DeviceTrace, TraceSpan> traces =
        usable(archive == null ? TraceMerge.merge(readings(progress)) : archive.traces());
    List<DeviceTrace> devices = List.copyOf(traces.keySet());
    List<Activity> activities = new ArrayList<>();
    traces.forEach((trace, span) -> activities.add(span.activity(trace.device())));
    activities.addAll(activities(traces));
    Map<String, List<PollBlock>> blocks = new HashMap<>();
    if (archive != null) {
      List<String> ids = devices.stream().map(DeviceTrace::device).toList();
      activities.addAll(archive.activities(ids));
      blocks.putAll(archive.blocks());
      blocks.keySet().retainAll(ids);
    }
    MeterTrace meter = meter(traces);
    MeterCalibration calibration =
        meter == null ? null : calibration(meter, devices.get(0), activities);
    boolean hasActivities = activities.size() > traces.size();
    Boolean detect = options.detect();
    return new ReplayInput(
        devices,
        activities,
        blocks,
        hasActivities,
        detect == null ? !hasActivities : detect,
        malformed,
        malformedLines,
        malformedByDevice,
        archive == null || options.horizon() != null
            ? Horizon.nanos(options.horizon(), devices, activities, notes)
            : LIVE_HORIZON_NANOS,
        new ProfileInput(options, inputs).choice(devices, calibration),
        calibration,
        inputs,
        notes);
  }

  /** The archive that is to be replayed; null where files are. */
  private @Nullable ArchiveInput archive(Progress progress) throws EngineException {
    String path = options.files().get(0);
    if (path.equals("-") || !Archive.isArchive(Path.of(path))) {
      return null;
    }
    progress.begin("read", -1);
    ArchiveInput archive = ArchiveInput.read(Path.of(path), options.device());
    inputs.add(new InputFile("readings", path, archive.sha256()));
    notes.addAll(archive.notes());
    return archive;
  }

  private List<ReadFile<List<DeviceTrace>>> readings(Progress progress) throws EngineException {
    progress.begin("read", totalBytes());
    List<String> names = FileNames.of(options.files());
    List<ReadFile<List<DeviceTrace>>> files = new ArrayList<>();
    long[] before = {0};
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      long[] here = {0};
      ReadFile<List<DeviceTrace>> file =
          open(
              options.files().get(i),
              in ->
                  NvidiaSmiCsv.read(
                      in,
                      name,
                      new NvidiaSmiOptions(
                          options.timeZone(), options.signal(), options.device(), NODE),
                      bytes -> {
                        here[0] = bytes;
                        progress.reached(before[0] + bytes);
                      }));
      before[0] += here[0];
      take("readings", options.files().get(i), file);
      if (file.content().size() == 1) {
        malformedByDevice.merge(file.content().get(0).device(), file.malformedLines(), Long::sum);
      }
      files.add(file);
    }
    return files;
  }

  private void take(String role, String path, ReadFile<?> file) {
    inputs.add(new InputFile(role, path, file.sha256()));
    malformed.addAll(file.malformed());
    malformedLines += file.malformedLines();
    notes.addAll(file.notes());
  }

  /** Size of all files; -1 where it is not known, or is not that of the content. */
  private long totalBytes() {
    long total = 0;
    for (String file : options.files()) {
      try {
        if (file.equals("-") || file.endsWith(".gz")) {
          return -1;
        }
        total += Files.size(Path.of(file));
      } catch (IOException e) {
        return -1;
      }
    }
    return total;
  }

  private Map<DeviceTrace, TraceSpan> usable(List<DeviceTrace> traces) throws EngineException {
    Map<DeviceTrace, TraceSpan> usable = new LinkedHashMap<>();
    for (DeviceTrace trace : traces) {
      TraceSpan.of(trace)
          .ifPresentOrElse(
              span -> usable.put(trace, span),
              () ->
                  notes.add(
                      ("device %s is left out: signal %s has fewer than two readings at "
                              + "different times")
                          .formatted(trace.device(), trace.signal())));
    }
    if (usable.isEmpty()) {
      throw EngineException.failed(
          "nothing usable: "
              + (notes.isEmpty() ? "no device has readings" : notes.get(notes.size() - 1))
              + "; record for longer, or choose another column with --signal");
    }
    return usable;
  }

  private List<Activity> activities(Map<DeviceTrace, TraceSpan> traces) throws EngineException {
    List<ActivityRow> rows = new ArrayList<>();
    for (String path : options.activityFiles()) {
      ReadFile<List<ActivityRow>> file = open(path, in -> ActivityCsv.read(in, name(path)));
      take("activity", path, file);
      rows.addAll(file.content());
    }
    if (!rows.isEmpty()) {
      new ZoneCheck(options.timeZone(), traces.values())
          .requireOverlap(
              "the activities",
              rows.stream().mapToLong(ActivityRow::startNanos).min().orElseThrow(),
              rows.stream().mapToLong(ActivityRow::endNanos).max().orElseThrow());
    }
    List<Activity> activities = new ArrayList<>();
    traces.forEach((trace, span) -> activities.addAll(activities(trace.device(), span, rows)));
    return activities;
  }

  /** Activities outside a device's readings have no energy to report; they are noted. */
  private List<Activity> activities(String device, TraceSpan span, List<ActivityRow> rows) {
    List<Activity> activities = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      ActivityRow row = rows.get(i);
      if (span.overlaps(row.startNanos(), row.endNanos())) {
        activities.add(
            new Activity(
                device,
                "a" + (i + 1),
                row.level(),
                row.name(),
                row.startNanos(),
                row.endNanos(),
                null,
                Map.of()));
      }
    }
    int outside = rows.size() - activities.size();
    if (outside > 0) {
      notes.add(
          "%s of %s activities are left out: they lie wholly outside the readings of %s"
              .formatted(outside, rows.size(), device));
    }
    return activities;
  }

  private @Nullable MeterTrace meter(Map<DeviceTrace, TraceSpan> traces) throws EngineException {
    String path = options.meterFile();
    if (path == null) {
      return null;
    }
    if (traces.size() != 1) {
      throw EngineException.wrongInput(
          "--meter needs one GPU, the readings hold "
              + traces.size()
              + "; choose the one that the meter measured with --device");
    }
    ReadFile<MeterTrace> file = open(path, in -> MeterCsv.read(in, name(path)));
    take("meter", path, file);
    new ZoneCheck(options.timeZone(), traces.values())
        .requireOverlap("the meter", file.content().startNanos(), file.content().endNanos());
    return file.content();
  }

  private static MeterCalibration calibration(
      MeterTrace meter, DeviceTrace trace, List<Activity> activities) {
    return MeterCalibrator.calibrate(
        meter,
        trace.timesNanos(),
        trace.values(),
        trace.unit(),
        activities.stream()
            .filter(activity -> !activity.activityId().equals(TraceSpan.ACTIVITY))
            .map(activity -> new Interval(activity.startNanos(), activity.endNanos()))
            .toList());
  }

  private static String name(String path) {
    return FileNames.of(List.of(path)).get(0);
  }

  private interface Reader<T> {
    T read(InputStream in) throws IOException, EngineException;
  }

  private static <T> T open(String path, Reader<T> reader) throws EngineException {
    try (InputStream in = Inputs.open(path)) {
      return reader.read(in);
    } catch (IOException e) {
      throw EngineException.failed(
          path + " could not be read: " + FailureWords.of(e) + "; nothing was replayed", e);
    }
  }
}
