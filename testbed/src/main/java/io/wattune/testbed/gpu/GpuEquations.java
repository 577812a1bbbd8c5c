package io.wattune.testbed.gpu;

/**
 * Time, power and counters of a kernel at a configuration: an analytic model of a GCN card in the
 * setting of Paul et al. 2015 (Harmonia), with {@code n} compute units in use, core clock {@code f}
 * in GHz, memory clock {@code m} in MHz and {@code v} = core voltage over nominal.
 *
 * <p>Time in s: {@code t = N(t_v, t_a, t_l2, t_m, t_lat) + t_s/f + t_o} with the norm {@code N(x) =
 * (sum of x^p)^(1/p)}:
 *
 * <ul>
 *   <li>{@code t_v = I/(i n f)}: I giga wave instructions, i issued per unit and cycle
 *   <li>{@code t_a = R a/(n f)}: R = Q/bytes giga memory instructions, a cycles for addresses
 *   <li>{@code t_l2 = Q/(l2 f)}: Q GB asked of the L2
 *   <li>{@code t_m = N(B/(eta k m), B/(c f))}: B GB of memory traffic, k m the peak, c the way from
 *       the L2 to the controller; {@code B = Q (miss0 + (miss1 - miss0) x^2/(1 + x^2))}, {@code x =
 *       n ws/size of the L2}: more units crowd each other out
 *   <li>{@code t_lat = R L/(s n w mlp)}, {@code L = l/f + miss (l0 + l1 m0/m)} ns, w waves on each
 *       of s vector units
 * </ul>
 *
 * <p>Power in W: board + {@code (g0 + g1 n) v^3 + v^2 f (h0 + h1 n (q + (1-q) busy)) + e v^2 (I/t)
 * (z + (1-z) u) ipc + b v^2 Q/t} + memory {@code (d0 + d1 m/m0 + d2 (1 + d3 (m0/m - 1)) B/t)}; busy
 * is the part of t that the norm makes up, u the lane utilization.
 *
 * <p>Counters: Harmonia's Table 2; the two stall counters' shapes are assumptions of this model.
 * Held against published figures of the HD7970 by {@code GpuEquationsTest}. {@link StrictMath}
 * keeps results the same on every machine.
 */
public final class GpuEquations {
  private final GpuModel model;
  private final TimeConstants time;
  private final PowerConstants power;

  /** The equations with the constants of a kind of GPU. */
  public GpuEquations(GpuModel model) {
    this.model = model;
    this.time = model.time();
    this.power = model.power();
  }

  /** How a kernel runs in a phase at these settings. */
  public OperatingPoint at(Kernel kernel, Kernel.Phase phase, KnobValues knobs) {
    double n = knobs.cuCount();
    double f = knobs.coreMegaHertz() * 1e-3;
    double m = knobs.memoryMegaHertz();
    double instructions = kernel.instructionsGiga() * phase.instructions();
    double requested = kernel.requestedGigabytes() * phase.requests();
    double memoryInstructions = requested / kernel.bytesPerWaveRequest();
    double miss = miss(kernel, n);
    double traffic = requested * miss;
    double peak = time.gigabytesPerSecondPerMegaHertz() * m;

    double issue = instructions / (time.issuePerUnitAndCycle() * n * f);
    double address = memoryInstructions * kernel.addressCycles() / (n * f);
    double l2 = requested / (time.l2BytesPerCycle() * f);
    double memory =
        norm(
            traffic / (kernel.rowEfficiency() * peak),
            traffic / (time.controllerBytesPerCycle() * f));
    double latency = memoryInstructions * latencyNanos(f, m, miss) / inFlight(kernel, n);
    double parallel = norm(issue, address, l2, memory, latency);
    double t = parallel + kernel.serialSeconds() / f + kernel.overheadSeconds();

    double memoryUnit = norm(memory, 0.8 * latency, address, l2);
    double stalled = norm(memory, l2) / t;
    double coreWatts =
        staticWatts(n, knobs.coreMegaHertz(), parallel / t)
            + square(power.relativeVoltage(knobs.coreMegaHertz()))
                * (instructionWatts(kernel, instructions / t)
                    + power.l2WattsPerGigabytePerSecond() * requested / t);
    return new OperatingPoint(
        t,
        coreWatts,
        memoryWatts(m, traffic / t),
        power.boardWatts(),
        instructions / (time.issuePerUnitAndCycle() * (double) model.cuCount().highest() * f * t),
        memoryUnit / t,
        0.7 * square(stalled) * (1 - address / memoryUnit),
        0.5 * kernel.writeFraction() * square(memory / t),
        traffic,
        peak);
  }

  /** Power of the clocked card without any load. */
  double unloadedWatts(KnobValues knobs) {
    return power.boardWatts()
        + staticWatts(knobs.cuCount(), knobs.coreMegaHertz(), 0)
        + memoryWatts(knobs.memoryMegaHertz(), 0);
  }

  private double miss(Kernel kernel, double n) {
    double crowd = square(n * kernel.workingSetKilobytesPerUnit() / time.l2Kilobytes());
    return kernel.missAlone() + (kernel.missCrowded() - kernel.missAlone()) * crowd / (1 + crowd);
  }

  private double latencyNanos(double f, double m, double miss) {
    double clocked = time.latencyClockedNanos() * time.nominalMemoryMegaHertz() / m;
    return time.latencyCoreCycles() / f + miss * (time.latencyFixedNanos() + clocked);
  }

  private double inFlight(Kernel kernel, double n) {
    return time.simdsPerUnit() * n * time.waves(kernel) * kernel.memoryParallelism();
  }

  private double staticWatts(double n, double coreMegaHertz, double busy) {
    double v = power.relativeVoltage(coreMegaHertz);
    double unit = power.unitIdleShare() + (1 - power.unitIdleShare()) * busy;
    double perGigaHertz =
        power.clockTreeWattsPerGigaHertz() + power.unitWattsPerGigaHertz() * n * unit;
    return (power.leakageWatts() + power.leakageWattsPerUnit() * n) * v * v * v
        + v * v * coreMegaHertz * 1e-3 * perGigaHertz;
  }

  /** At nominal voltage; 1e9 wave instructions a second at 1 nJ are 1 W. */
  private double instructionWatts(Kernel kernel, double gigaPerSecond) {
    double z = power.laneIndependentShare();
    return power.valuNanojoules()
        * gigaPerSecond
        * (z + (1 - z) * kernel.laneUtilization())
        * kernel.instructionEnergy();
  }

  private double memoryWatts(double m, double gigabytesPerSecond) {
    double slower = time.nominalMemoryMegaHertz() / m;
    return power.memoryWatts()
        + power.memoryClockWatts() / slower
        + power.trafficWattsPerGigabytePerSecond()
            * (1 + power.trafficSlowClockShare() * (slower - 1))
            * gigabytesPerSecond;
  }

  private double norm(double... terms) {
    double sum = 0;
    for (double term : terms) {
      sum += StrictMath.pow(term, time.exponent());
    }
    return StrictMath.pow(sum, 1 / time.exponent());
  }

  private static double square(double x) {
    return x * x;
  }
}
