package io.wattune.streams.fleet.answer;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What a path answers: a list, and whether it is whole. One that is not says what is missing: a sum
 * over it would be silently too small.
 */
public record Answer(
    @JsonPropertyDescription("whether every instance that owns a part has answered")
        boolean complete,
    @JsonPropertyDescription("the instances, or parts of the fleet, that are missing, and why")
        List<String> missing,
    @JsonPropertyDescription("age in seconds from which a device is stale")
        double staleAfterSeconds,
    @JsonPropertyDescription("cluster, racks and nodes: in the order of their names")
        List<SumAnswer> sums,
    @JsonPropertyDescription("devices: in the order of their ids") List<DeviceAnswer> devices) {

  public Answer {
    missing = List.copyOf(missing);
    sums = List.copyOf(sums);
    devices = List.copyOf(devices);
  }

  /** A whole answer of sums. */
  public static Answer ofSums(double staleAfterSeconds, List<SumAnswer> sums) {
    return new Answer(true, List.of(), staleAfterSeconds, sums, List.of());
  }

  /** A whole answer of devices. */
  public static Answer ofDevices(double staleAfterSeconds, List<DeviceAnswer> devices) {
    return new Answer(true, List.of(), staleAfterSeconds, List.of(), devices);
  }

  /** All parts as one answer, which is complete where all are and nothing else is missing. */
  public static Answer merged(double staleAfterSeconds, List<Answer> parts, List<String> missing) {
    List<String> allMissing = new ArrayList<>(missing);
    List<SumAnswer> sums = new ArrayList<>();
    List<DeviceAnswer> devices = new ArrayList<>();
    for (Answer part : parts) {
      allMissing.addAll(part.missing());
      sums.addAll(part.sums());
      devices.addAll(part.devices());
    }
    sums.sort(Comparator.comparing(SumAnswer::name));
    devices.sort(Comparator.comparing(DeviceAnswer::device));
    return new Answer(allMissing.isEmpty(), allMissing, staleAfterSeconds, sums, devices);
  }
}
