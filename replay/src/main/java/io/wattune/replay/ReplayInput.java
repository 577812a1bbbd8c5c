package io.wattune.replay;

import io.wattune.core.ledger.Activity;
import io.wattune.core.meter.MeterCalibration;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.replay.file.DeviceTrace;
import io.wattune.replay.file.MalformedLine;
import io.wattune.replay.publish.Replay;
import io.wattune.replay.report.InputFile;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a replay sends, and what its report needs to know about where it is from.
 *
 * @param traces one for each device; each has two readings or more
 * @param activities of all devices, with one for each whole trace
 * @param blocks blocks of an archive's devices, which are sent as they are
 * @param hasActivities whether the user gave any
 * @param detects whether loads are detected
 * @param malformed the malformed lines that were kept with their bytes
 * @param malformedLines how many there were
 * @param malformedByDevice how many of them belong to a device, where that can be determined
 * @param horizonNanos how long after its time a datum may come
 * @param profiles what to take the sensors for
 * @param meter an external meter's recording and what it says of the sensor; null without a meter
 * @param files every file that was read
 * @param notes remarks for people
 */
public record ReplayInput(
    List<DeviceTrace> traces,
    List<Activity> activities,
    Map<String, List<PollBlock>> blocks,
    boolean hasActivities,
    boolean detects,
    List<MalformedLine> malformed,
    long malformedLines,
    Map<String, Long> malformedByDevice,
    long horizonNanos,
    ProfileChoice profiles,
    @Nullable MeterCalibration meter,
    List<InputFile> files,
    List<String> notes) {

  /** Id of the activity that spans a whole trace. */
  public static final String WHOLE_TRACE = TraceSpan.ACTIVITY;

  public ReplayInput {
    traces = List.copyOf(traces);
    activities = List.copyOf(activities);
    blocks = Map.copyOf(blocks);
    malformed = List.copyOf(malformed);
    malformedByDevice = Map.copyOf(malformedByDevice);
    files = List.copyOf(files);
    notes = List.copyOf(notes);
  }

  /** Polls of all devices. */
  public long polls() {
    return traces.stream().mapToLong(DeviceTrace::polls).sum();
  }

  List<String> devices() {
    return traces.stream().map(DeviceTrace::device).toList();
  }

  /** Whether no datum can come late, in whatever order the topics are read. */
  boolean isWithinHorizon() {
    return Horizon.covers(horizonNanos, traces, activities);
  }

  /** The activity of the whole trace that ends last. */
  Activity longest() {
    return activities.stream()
        .filter(activity -> activity.activityId().equals(TraceSpan.ACTIVITY))
        .max(Comparator.comparingLong(Activity::endNanos))
        .orElseThrow();
  }

  /** What is sent. */
  Replay toPublish() {
    String name =
        files.stream()
            .filter(file -> file.role().equals("readings"))
            .map(InputFile::name)
            .collect(Collectors.joining(", "));
    return new Replay(name, traces, activities, blocks, malformedLines, malformed);
  }
}
