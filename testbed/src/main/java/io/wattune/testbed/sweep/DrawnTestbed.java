package io.wattune.testbed.sweep;

import io.wattune.testbed.SeededNoise;
import io.wattune.testbed.gpu.Application;
import io.wattune.testbed.gpu.DataFiles;
import io.wattune.testbed.gpu.Kernel;
import io.wattune.testbed.gpu.PowerConstants;
import io.wattune.testbed.gpu.TimeConstants;
import java.util.Set;

/**
 * Draws testbeds from the uncertainty of one: each constant of the GPU's equations and each latent
 * value of a kernel is multiplied with a factor of its own, drawn evenly from 0.9 to 1.1, that of
 * the row efficiency from 0.95 to 1.05. The same seed gives the same testbed.
 *
 * <p>Not drawn, since they are known: voltages, peak bandwidth, the size of the L2, what a unit
 * issues, its waves and registers, the registers of a kernel, phases, how often a kernel runs. A
 * kernel's two miss shares have one factor: drawn apart, kernels that do not crowd the L2 would
 * begin to. A share that comes out above 1 is 1.
 */
public final class DrawnTestbed {
  private static final double WIDTH = 0.10;
  private static final double ROW_EFFICIENCY_WIDTH = 0.05;

  private static final Set<String> KNOWN =
      Set.of(
          "issuePerUnitAndCycle",
          "l2Kilobytes",
          "gigabytesPerSecondPerMegaHertz",
          "nominalMemoryMegaHertz",
          "nominalVolts",
          "work");
  private static final Set<String> SHARES =
      Set.of("unitIdleShare", "laneIndependentShare", "laneUtilization", "writeFraction");

  private final SeededNoise noise;
  private long next;

  private DrawnTestbed(long seed) {
    noise = new SeededNoise(seed);
  }

  /** The testbed of a seed. */
  public static Testbed draw(Testbed base, long seed) {
    var drawn = new DrawnTestbed(seed);
    TimeConstants time = DataFiles.with(base.gpu().time(), TimeConstants.class, drawn::constant);
    PowerConstants power =
        DataFiles.with(base.gpu().power(), PowerConstants.class, drawn::constant);
    return new Testbed(
        base.gpu().with(time, power),
        base.applications().stream().map(drawn::application).toList());
  }

  private double factor(double width) {
    return 1 + width * (2 * noise.uniform(next++) - 1);
  }

  private double constant(String key, double value) {
    if (KNOWN.contains(key)) {
      return value;
    }
    double drawn = value * factor(WIDTH);
    return SHARES.contains(key) ? Math.min(1, drawn) : drawn;
  }

  private Application application(Application of) {
    return of.withKernels(of.workload().kernels().stream().map(this::kernel).toList());
  }

  private Kernel kernel(Kernel of) {
    double miss = factor(WIDTH);
    return DataFiles.with(
        of,
        Kernel.class,
        (key, value) ->
            switch (key) {
              case "missAlone", "missCrowded" -> Math.min(1, value * miss);
              case "rowEfficiency" -> Math.min(1, value * factor(ROW_EFFICIENCY_WIDTH));
              default -> constant(key, value);
            });
  }
}
