package io.wattune.core.loop;

import io.wattune.core.policy.KernelMemory;
import java.util.List;
import java.util.Map;

/**
 * What a loop has learned of a device, in plain values: strings, numbers, enums, lists, maps and
 * records of these, so that a store can keep it as JSON. What was in force is not in it: after a
 * restart the loop asks for it anew, by a decision.
 *
 * @param device device id
 * @param tunables the device's tunables, as last described
 * @param floors lowest value that its node has not refused, by tunable
 * @param kernels what the policy knows, least recently seen first
 */
public record LoopSnapshot(
    String device,
    List<TunableSnapshot> tunables,
    Map<String, Long> floors,
    List<KernelMemory> kernels) {

  public LoopSnapshot {
    tunables = List.copyOf(tunables);
    floors = Map.copyOf(floors);
    kernels = List.copyOf(kernels);
  }
}
