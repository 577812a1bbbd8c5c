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
 * @param model the vendor's name of the product; empty where it is not known or not needed
 * @param tunables the device's tunables, as last described
 * @param floors lowest value that its node has not refused, by tunable
 * @param kernels what the policy knows, least recently seen first
 * @param programs what is known of programs, least recently seen first
 * @param program name of the program that has the device; empty where none is known
 * @param kernelMisses 8 while the node is taken not to know which kernel runs, else 0
 * @param takesTurnsTooOften whether kernels take turns too often to follow them
 * @param maxSlowdown of the goal that this was learned for; 0 where none was known
 * @param objective of that goal; empty where none was known
 */
public record LoopSnapshot(
    String device,
    String model,
    List<TunableSnapshot> tunables,
    Map<String, Long> floors,
    List<KernelMemory> kernels,
    List<PhaseSnapshot> programs,
    String program,
    int kernelMisses,
    boolean takesTurnsTooOften,
    double maxSlowdown,
    String objective) {

  public LoopSnapshot {
    tunables = List.copyOf(tunables);
    floors = Map.copyOf(floors);
    kernels = List.copyOf(kernels);
    programs = List.copyOf(programs);
  }

  /** The same with others in place of its kernels and programs, which may be kept apart. */
  public LoopSnapshot with(List<KernelMemory> otherKernels, List<PhaseSnapshot> otherPrograms) {
    return new LoopSnapshot(
        device,
        model,
        tunables,
        floors,
        otherKernels,
        otherPrograms,
        program,
        kernelMisses,
        takesTurnsTooOften,
        maxSlowdown,
        objective);
  }
}
