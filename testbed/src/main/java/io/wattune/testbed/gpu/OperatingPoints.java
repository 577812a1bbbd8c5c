package io.wattune.testbed.gpu;

import org.jspecify.annotations.Nullable;

/** The operating point of each kernel, computed again only when its phase or a setting changes. */
final class OperatingPoints {
  private final GpuEquations equations;
  private final @Nullable Entry[] last;

  OperatingPoints(GpuEquations equations, int kernels) {
    this.equations = equations;
    this.last = new Entry[kernels];
  }

  OperatingPoint at(int index, Kernel kernel, Kernel.Phase phase, KnobValues knobs) {
    Entry entry = last[index];
    if (entry == null || !entry.phase.equals(phase) || !entry.knobs.equals(knobs)) {
      entry = new Entry(phase, knobs, equations.at(kernel, phase, knobs));
      last[index] = entry;
    }
    return entry.point;
  }

  private record Entry(Kernel.Phase phase, KnobValues knobs, OperatingPoint point) {}
}
