package io.wattune.replay.publish;

import io.wattune.core.ledger.Activity;
import io.wattune.core.reading.PollBlock;
import io.wattune.replay.file.DeviceTrace;
import io.wattune.replay.file.MalformedLine;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/**
 * What one replay publishes.
 *
 * @param name name of the recording
 * @param devices its devices, each once
 * @param activities what ran on them, in any order, each with its final start and end
 * @param blocks of devices whose blocks are to be sent as they were: those, in order, each with a
 *     poll; the others' polls are packed into blocks
 * @param malformedLines number of lines of the recording that could not be used
 * @param malformed those of them that were kept
 */
public record Replay(
    String name,
    List<DeviceTrace> devices,
    List<Activity> activities,
    Map<String, List<PollBlock>> blocks,
    long malformedLines,
    List<MalformedLine> malformed) {

  public Replay {
    devices = List.copyOf(devices);
    activities = List.copyOf(activities);
    blocks = Map.copyOf(blocks);
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
    if (!ids.containsAll(blocks.keySet())) {
      throw new IllegalArgumentException(
          "there are blocks of devices without a trace; known are " + ids);
    }
    for (Activity activity : activities) {
      if (!ids.contains(activity.device())) {
        throw new IllegalArgumentException(
            "activity '%s' belongs to device '%s', which has no readings; known are %s"
                .formatted(activity.activityId(), activity.device(), ids));
      }
    }
  }
}
