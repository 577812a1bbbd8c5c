package io.wattune.testbed.server;

import java.math.BigInteger;
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
   * @param bits its mask, in the driver's order
   * @param units units of each engine of it
   */
  public record Running(ServerKernel kernel, BigInteger bits, List<Integer> units) {}

  /** How many times as long the part of each kernel takes that is not its launch. */
  public static double[] slowdowns(List<Running> running) {
    double[] asked = new double[UNITS];
    int[] kernels = new int[UNITS];
    for (Running each : running) {
      double ofUnit =
          each.kernel().busyUnits(each.units())
              / each.units().stream().mapToInt(Integer::intValue).sum();
      for (int bit = 0; bit < UNITS; bit++) {
        if (each.bits().testBit(bit)) {
          asked[bit] += ofUnit;
          kernels[bit]++;
        }
      }
    }
    double[] slowdowns = new double[running.size()];
    double memory = 0;
    for (int i = 0; i < slowdowns.length; i++) {
      slowdowns[i] = onUnits(running.get(i), asked, kernels);
      memory += running.get(i).kernel().sensitivity().memoryShare() / slowdowns[i];
    }
    if (memory > 1) {
      for (int i = 0; i < slowdowns.length; i++) {
        slowdowns[i] *= memory;
      }
    }
    return slowdowns;
  }

  private static double onUnits(Running each, double[] asked, int[] kernels) {
    double slowest = 1;
    for (int engine = 0; engine < ENGINES; engine++) {
      double speed = 0;
      int count = 0;
      // One array in each engine: bit = engines * unit + engine.
      for (int bit = engine; bit < UNITS; bit += ENGINES) {
        if (each.bits().testBit(bit)) {
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
