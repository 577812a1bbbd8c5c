package io.wattune.replay;

import io.wattune.replay.file.DeviceTrace;
import io.wattune.replay.file.ReadFile;
import io.wattune.schemas.failure.EngineException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Joins what several files say about one device, in the order of time. */
final class TraceMerge {
  private TraceMerge() {}

  /** One trace for each device, in the order in which the devices are first named. */
  static List<DeviceTrace> merge(List<ReadFile<List<DeviceTrace>>> files) throws EngineException {
    Map<String, List<DeviceTrace>> byDevice = new LinkedHashMap<>();
    for (ReadFile<List<DeviceTrace>> file : files) {
      for (DeviceTrace trace : file.content()) {
        byDevice.computeIfAbsent(trace.device(), device -> new ArrayList<>()).add(trace);
      }
    }
    List<DeviceTrace> merged = new ArrayList<>();
    for (List<DeviceTrace> parts : byDevice.values()) {
      merged.add(parts.size() == 1 ? parts.get(0) : join(parts));
    }
    return merged;
  }

  private static DeviceTrace join(List<DeviceTrace> parts) throws EngineException {
    DeviceTrace first = parts.get(0);
    for (DeviceTrace part : parts) {
      if (!part.signal().equals(first.signal()) || part.unit() != first.unit()) {
        throw EngineException.wrongInput(
            "device %s has signal %s in one file and %s in another; choose one with --signal"
                .formatted(first.device(), first.signal(), part.signal()));
      }
    }
    return DeviceTrace.joined(
        parts.stream().sorted(Comparator.comparingLong(TraceMerge::firstNanos)).toList());
  }

  private static long firstNanos(DeviceTrace part) {
    return part.polls() == 0 ? Long.MAX_VALUE : part.timesNanos()[0];
  }
}
