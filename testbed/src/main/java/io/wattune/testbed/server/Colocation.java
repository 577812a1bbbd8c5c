package io.wattune.testbed.server;

import io.wattune.core.mask.CuMask;
import java.util.List;

/**
 * How much slower kernels are that run at the same time. A unit divides itself between the kernels
 * on it in proportion to what each asks of it, and each further kernel costs it something: their
 * data push each other out of its caches. Engines deal their share to their units as these become
 * free, so that an engine goes as the mean of its units and the kernel as its slowest engine. All
 * together may ask of memory what it has. Launches are not slowed down.
 *
 * <p>Assumed, but for the rule of engines. Test: {@code ColocationTest}.
 */
public final class Colocation {
  /** What each further kernel takes from a unit, as a part of its speed. */
  static final double CROWDING = 0.08;

  private static final int UNITS = Mi50.LAYOUT.units();
  private static final int ENGINES = Mi50.LAYOUT.engines();

  private Colocation() {}

  /**
   * A kernel that runs.
   *
   * @param bits its mask, in the driver's order; the GPU has fewer units than a long has bits
   * @param busyUnits units' worth of work that it does at full speed
   * @param memoryShare part of the memory's bandwidth that it takes at full speed
   */
  public record RunningKernel(long bits, double busyUnits, double memoryShare) {
    /** A kernel on a mask. */
    public static RunningKernel of(ServerKernel kernel, CuMask mask) {
      return new RunningKernel(
          mask.bits().longValue(),
          kernel.busyUnits(Mi50.unitsOf(mask.bits().longValue())),
          kernel.sensitivity().memoryShare());
    }

    private boolean isOn(int bit) {
      return (bits >>> bit & 1) != 0;
    }
  }

  /** How many times as long the part of each kernel takes that is not its launch. */
  public static double[] slowdowns(List<RunningKernel> running) {
    double[] asked = new double[UNITS];
    int[] kernels = new int[UNITS];
    for (RunningKernel each : running) {
      double ofUnit = each.busyUnits() / Long.bitCount(each.bits());
      for (int bit = 0; bit < UNITS; bit++) {
        if (each.isOn(bit)) {
          asked[bit] += ofUnit;
          kernels[bit]++;
        }
      }
    }
    double[] slowdowns = new double[running.size()];
    double memory = 0;
    for (int i = 0; i < slowdowns.length; i++) {
      slowdowns[i] = onUnits(running.get(i), asked, kernels);
      memory += running.get(i).memoryShare() / slowdowns[i];
    }
    if (memory > 1) {
      for (int i = 0; i < slowdowns.length; i++) {
        slowdowns[i] *= memory;
      }
    }
    return slowdowns;
  }

  private static double onUnits(RunningKernel each, double[] asked, int[] kernels) {
    double slowest = 1;
    for (int engine = 0; engine < ENGINES; engine++) {
      double speed = 0;
      int count = 0;
      // One array in each engine: bit = engines * unit + engine.
      for (int bit = engine; bit < UNITS; bit += ENGINES) {
        if (each.isOn(bit)) {
          double crowd = 1 + CROWDING * (kernels[bit] - 1);
          speed += 1 / (Math.max(1, asked[bit]) * crowd);
          count++;
        }
      }
      slowest = count > 0 ? Math.max(slowest, count / speed) : slowest;
    }
    return slowest;
  }
}
