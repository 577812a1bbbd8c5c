package io.wattune.testbed.gpu;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What runs on a GPU: kernels, and a sequence of steps that repeats without end.
 *
 * @param name its name
 * @param startWithinNanos the first step starts at a time drawn evenly from this long, so that GPUs
 *     of other seeds are not in step
 * @param kernels its kernels
 * @param sequence the steps
 */
public record Workload(
    String name, long startWithinNanos, List<Kernel> kernels, List<Step> sequence) {

  /**
   * Some invocations of a kernel, and idleness after them.
   *
   * @param kernel name of the kernel
   * @param invocations how many
   * @param gapNanos between two of them
   * @param idleNanos after the last of them
   */
  public record Step(String kernel, int invocations, long gapNanos, long idleNanos) {
    public Step {
      Require.positive("invocations", invocations);
      Require.notNegative("gapNanos", gapNanos);
      Require.notNegative("idleNanos", idleNanos);
    }
  }

  public Workload {
    Require.named("name", name, 120);
    Require.notNegative("startWithinNanos", startWithinNanos);
    kernels = List.copyOf(kernels);
    sequence = List.copyOf(sequence);
    Set<String> names = new HashSet<>();
    for (Kernel kernel : kernels) {
      if (!names.add(kernel.name())) {
        throw new IllegalArgumentException(
            "kernels must have unique names, '" + kernel.name() + "' is there twice");
      }
    }
    if (sequence.isEmpty()) {
      throw new IllegalArgumentException("sequence must have at least one step");
    }
    for (Step step : sequence) {
      if (!names.contains(step.kernel())) {
        throw new IllegalArgumentException(
            "sequence names the kernel '" + step.kernel() + "', kernels are " + names);
      }
    }
  }

  /** Index of the kernel of a step. */
  int kernelOf(Step step) {
    for (int k = 0; k < kernels.size(); k++) {
      if (kernels.get(k).name().equals(step.kernel())) {
        return k;
      }
    }
    throw new IllegalStateException("checked when the workload was made: " + step);
  }
}
