package io.wattune.testbed.sweep;

import io.wattune.testbed.SeededNoise;
import io.wattune.testbed.gpu.Application;
import io.wattune.testbed.gpu.GpuModel;
import io.wattune.testbed.gpu.Kernel;
import io.wattune.testbed.gpu.PowerConstants;
import io.wattune.testbed.gpu.TimeConstants;

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

  private final SeededNoise noise;
  private long next;

  private DrawnTestbed(long seed) {
    noise = new SeededNoise(seed);
  }

  /** The testbed of a seed. */
  public static Testbed draw(Testbed base, long seed) {
    var drawn = new DrawnTestbed(seed);
    GpuModel gpu = base.gpu().with(drawn.time(base.gpu().time()), drawn.power(base.gpu().power()));
    return new Testbed(gpu, base.applications().stream().map(drawn::application).toList());
  }

  private double factor(double width) {
    return 1 + width * (2 * noise.uniform(next++) - 1);
  }

  private double of(double value) {
    return value * factor(WIDTH);
  }

  private double share(double value) {
    return Math.min(1, of(value));
  }

  private TimeConstants time(TimeConstants t) {
    return new TimeConstants(
        of(t.exponent()),
        t.issuePerUnitAndCycle(),
        of(t.l2BytesPerCycle()),
        t.l2Kilobytes(),
        of(t.controllerBytesPerCycle()),
        t.gigabytesPerSecondPerMegaHertz(),
        of(t.latencyCoreCycles()),
        of(t.latencyFixedNanos()),
        of(t.latencyClockedNanos()),
        t.nominalMemoryMegaHertz(),
        t.simdsPerUnit(),
        t.wavesPerSimd(),
        t.vgprsPerLane(),
        t.sgprsPerSimd());
  }

  private PowerConstants power(PowerConstants p) {
    return new PowerConstants(
        of(p.boardWatts()),
        of(p.leakageWatts()),
        of(p.leakageWattsPerUnit()),
        of(p.clockTreeWattsPerGigaHertz()),
        of(p.unitWattsPerGigaHertz()),
        share(p.unitIdleShare()),
        of(p.valuNanojoules()),
        share(p.laneIndependentShare()),
        of(p.l2WattsPerGigabytePerSecond()),
        of(p.memoryWatts()),
        of(p.memoryClockWatts()),
        of(p.trafficWattsPerGigabytePerSecond()),
        of(p.trafficSlowClockShare()),
        p.nominalVolts(),
        p.voltages());
  }

  private Application application(Application of) {
    return of.withKernels(of.workload().kernels().stream().map(this::kernel).toList());
  }

  private Kernel kernel(Kernel k) {
    double miss = factor(WIDTH);
    return new Kernel(
        k.name(),
        of(k.instructionsGiga()),
        of(k.requestedGigabytes()),
        Math.min(1, k.missAlone() * miss),
        Math.min(1, k.missCrowded() * miss),
        of(k.workingSetKilobytesPerUnit()),
        of(k.bytesPerWaveRequest()),
        Math.min(1, k.rowEfficiency() * factor(ROW_EFFICIENCY_WIDTH)),
        of(k.addressCycles()),
        of(k.memoryParallelism()),
        of(k.serialSeconds()),
        of(k.overheadSeconds()),
        share(k.laneUtilization()),
        k.vgprs(),
        k.sgprs(),
        share(k.writeFraction()),
        of(k.instructionEnergy()),
        k.work(),
        k.phases());
  }
}
