package io.wattune.collectors.publish;

import io.wattune.collectors.file.DeviceTrace;
import io.wattune.collectors.file.MalformedLine;
import io.wattune.collectors.file.TraceFile;
import io.wattune.core.ledger.Activity;
import java.util.HashSet;
import java.util.List;

/**
 * What one replay publishes.
 *
 * @param name name of the recording
 * @param devices its devices, each once
 * @param activities what ran on them, in any order, each with its final start and end
 * @param malformedLines number of lines of the recording that could not be used
 * @param malformed those of them that were kept
 */
public record Replay(
    String name,
    List<DeviceTrace> devices,
    List<Activity> activities,
    long malformedLines,
    List<MalformedLine> malformed) {

  public Replay {
    devices = List.copyOf(devices);
    activities = List.copyOf(activities);
    malformed = List.copyOf(malformed);
    if (malformedLines < malformed.size()) {
      throw new IllegalArgumentException(
          malformed.size() + " malformed lines were kept, so there cannot be " + malformedLines);
    }
    var ids = new HashSet<String>();
    for (DeviceTrace trace : devices) {
      if (!ids.add(trace.device())) {
        throw new IllegalArgumentException(
            "device '" + trace.device() + "' has two traces; a replay may have one of each");
      }
    }
    for (Activity activity : activities) {
      if (!ids.contains(activity.device())) {
        throw new IllegalArgumentException(
            "activity '"
                + activity.activityId()
                + "' belongs to device '"
                + activity.device()
                + "', which has no readings; known are "
                + ids);
      }
    }
  }

  /** A file with the activities that belong to it. */
  public static Replay of(TraceFile file, List<Activity> activities) {
    return new Replay(
        file.name(), file.devices(), activities, file.malformedLines(), file.malformed());
  }

  /** Number of polls of all devices. */
  public long readings() {
    return devices.stream().mapToLong(DeviceTrace::polls).sum();
  }
}
