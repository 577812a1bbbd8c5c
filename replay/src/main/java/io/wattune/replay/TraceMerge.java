package io.wattune.replay;

import io.wattune.replay.file.DeviceTrace;
import io.wattune.replay.file.ReadFile;
import io.wattune.schemas.failure.EngineException;
import java.util.ArrayList;
import java.util.Arrays;
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
    int polls = parts.stream().mapToInt(DeviceTrace::polls).reduce(0, Math::addExact);
    long[] times = new long[polls];
    int[] values = new int[polls];
    List<DeviceTrace> inOrder =
        parts.stream()
            .filter(part -> part.polls() > 0)
            .sorted(Comparator.comparingLong(part -> part.timesNanos()[0]))
            .toList();
    int at = 0;
    for (DeviceTrace part : inOrder) {
      System.arraycopy(part.timesNanos(), 0, times, at, part.polls());
      System.arraycopy(part.values(), 0, values, at, part.polls());
      at += part.polls();
    }
    return new DeviceTrace(
        first.device(),
        first.signal(),
        first.unit(),
        Arrays.copyOf(times, at),
        Arrays.copyOf(values, at),
        model(parts));
  }

  /** The model that the first part with one names. */
  private static String model(List<DeviceTrace> parts) {
    return parts.stream()
        .map(DeviceTrace::model)
        .filter(model -> !model.isEmpty())
        .findFirst()
        .orElse("");
  }
}
