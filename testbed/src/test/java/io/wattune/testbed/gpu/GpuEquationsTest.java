package io.wattune.testbed.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class GpuEquationsTest {
  private static final KnobValues BOOST = new KnobValues(32, 1000, 1375);

  private GpuModel model;
  private GpuEquations equations;
  private Workload mixed;

  @BeforeEach
  void load() throws IOException {
    model = DataFiles.gpu("gcn-32cu");
    equations = new GpuEquations(model);
    mixed = DataFiles.workload("mixed");
  }

  /**
   * The card power of two stress tests, a sort and a table look-up at full clocks, and the least
   * power of all, as the model was fitted to the HD7970's published measurements. They are stated
   * in whole watts; 0.8 W is what rounding of the kernels' own constants leaves.
   */
  @Test
  void meetsTheCardPowersOfTheHd7970() {
    assertThat(equations.at(flops(), Kernel.Phase.PLAIN, BOOST).watts())
        .isCloseTo(244, within(0.8));
    assertThat(equations.at(stream(), Kernel.Phase.PLAIN, BOOST).watts())
        .isCloseTo(185, within(0.8));
    var scan = kernel(0.288, 0.55, 0.55, 0.55, 8, 256, 0.88, 1, 1.5e-3, 0.94, 66, 63, 0.4);
    assertThat(equations.at(scan, Kernel.Phase.PLAIN, BOOST).watts()).isCloseTo(182, within(0.8));
    var lookup = kernel(0.32, 6, 0.52, 0.75, 26, 1024, 0.60, 1, 0, 0.53, 44, 17, 0.5);
    assertThat(equations.at(lookup, Kernel.Phase.PLAIN, BOOST).watts()).isCloseTo(186, within(0.8));
    var least = new KnobValues(4, 300, 475);
    assertThat(equations.at(flops(), Kernel.Phase.PLAIN, least).watts()).isCloseTo(59, within(0.8));
  }

  @Test
  void aStreamReachesTheShareOfThePeakThatWasMeasured() {
    OperatingPoint point = equations.at(stream(), Kernel.Phase.PLAIN, BOOST);

    double achieved = point.memoryGigabytes() / point.seconds() / point.peakGigabytesPerSecond();

    assertThat(achieved).isCloseTo(0.90, within(0.01));
    assertThat(point.peakGigabytesPerSecond()).isCloseTo(264, within(1e-9));
  }

  /** Overhead of 10 microseconds in 20 ms and the norm's share of small terms: below 0.1 %. */
  @Test
  void aComputeBoundKernelTakesTimeAsOneOverUnitsAndClock() {
    double full = seconds(flops(), BOOST);

    assertThat(full).isCloseTo(0.64 / 32, within(2e-5));
    assertThat(seconds(flops(), new KnobValues(16, 1000, 1375)) / full).isCloseTo(2, within(2e-3));
    assertThat(seconds(flops(), new KnobValues(32, 500, 1375)) / full).isCloseTo(2, within(2e-3));
    assertThat(seconds(flops(), new KnobValues(32, 1000, 475)) / full).isCloseTo(1, within(1e-3));
  }

  /** The way to the controller joins in by the norm: up to 10 % at the highest memory clock. */
  @Test
  void aMemoryBoundKernelTakesTimeAsOneOverTheMemoryClock() {
    double slow = seconds(stream(), new KnobValues(32, 1000, 475));

    assertThat(slow).isCloseTo(4 / (0.93 * 0.192 * 475), within(0.01 * slow));
    assertThat(slow / seconds(stream(), new KnobValues(32, 1000, 625)))
        .isCloseTo(625.0 / 475, within(0.01));
    assertThat(slow / seconds(stream(), BOOST)).isCloseTo(1375.0 / 475, within(0.1 * 2.9));
  }

  @Test
  void everyKnobHasAKernelThatItDoesNotMatterTo() {
    var fewUnits = new KnobValues(16, 1000, 1375);
    var slowCore = new KnobValues(32, 600, 1375);
    var slowMemory = new KnobValues(32, 1000, 475);

    assertThat(loss("triad", fewUnits)).isLessThan(0.03);
    assertThat(loss("scatter", slowCore)).isLessThan(0.03);
    assertThat(loss("polynomial", slowMemory)).isLessThan(0.001);
    assertThat(loss("launches", new KnobValues(8, 500, 475))).isLessThan(0.06);
  }

  @Test
  void everyKnobHasAKernelThatItLimits() {
    assertThat(loss("polynomial", new KnobValues(16, 1000, 1375))).isGreaterThan(0.9);
    assertThat(loss("matmul", new KnobValues(32, 500, 1375))).isGreaterThan(0.8);
    assertThat(loss("triad", new KnobValues(32, 1000, 475))).isGreaterThan(1.5);
    // More waves in flight hide more latency; nothing else helps as much.
    assertThat(loss("chase", new KnobValues(16, 1000, 1375))).isGreaterThan(0.8);
    assertThat(loss("chase", new KnobValues(32, 1000, 625))).isLessThan(0.4);
    // Fewer units leave more of the L2 to each.
    assertThat(loss("tree", new KnobValues(16, 1000, 1375))).isLessThan(-0.03);
  }

  @Test
  void countersSayWhatLimitsAKernel() {
    OperatingPoint compute = equations.at(flops(), Kernel.Phase.PLAIN, BOOST);
    OperatingPoint memory = equations.at(stream(), Kernel.Phase.PLAIN, BOOST);

    assertThat(compute.valuBusy()).isGreaterThan(0.99);
    assertThat(compute.memUnitBusy()).isLessThan(0.01);
    assertThat(memory.valuBusy()).isCloseTo(0.0512 / 32 / memory.seconds(), within(1e-9));
    assertThat(memory.memUnitBusy()).isGreaterThan(0.95);
    assertThat(memory.memUnitStalled()).isBetween(0.3, 0.7);
    assertThat(equations.at(flops(), Kernel.Phase.PLAIN, new KnobValues(16, 1000, 1375)).valuBusy())
        .as("is a share of all units")
        .isCloseTo(0.5, within(0.01));
  }

  @Test
  void aLoadlessCardTakesLessThanALoadedOneAndMoreAtHigherClocks() {
    double clocked = equations.unloadedWatts(BOOST);

    assertThat(clocked).isLessThan(equations.at(stream(), Kernel.Phase.PLAIN, BOOST).watts());
    assertThat(equations.unloadedWatts(new KnobValues(4, 300, 475)))
        .isBetween(model.idle().idleWatts(), 59.0);
    // 32 + 31.4 + 22 + 40: board, leakage, clocks, memory.
    assertThat(clocked).isCloseTo(125.4, within(1e-9));
  }

  @Test
  void theK20cTakesItsPublishedPowerUnderComputeLoad() throws IOException {
    GpuModel k20c = DataFiles.gpu("k20c");
    Kernel polynomial = DataFiles.workload("compute").kernels().get(0);

    double watts =
        new GpuEquations(k20c)
            .at(polynomial, Kernel.Phase.PLAIN, new KnobValues(13, 705, 2600))
            .watts();

    // Burtscher et al. 2014: 158 W for n-body, by its asymptote; 2 W is 1 %.
    assertThat(watts).isCloseTo(158, within(2.0));
    assertThat(k20c.tunables()).isEmpty();
    assertThat(k20c.sensor()).isEqualTo(io.wattune.testbed.SimulatedCard.k20c().sensor());
    assertThat(k20c.idle()).isEqualTo(io.wattune.testbed.SimulatedCard.k20c().board());
  }

  @Test
  void voltageFollowsTheClockInStraightLines() {
    PowerConstants power = model.power();

    assertThat(power.relativeVoltage(1000)).isEqualTo(1);
    assertThat(power.relativeVoltage(400)).isCloseTo(0.90 / 1.19, within(1e-12));
    assertThat(power.relativeVoltage(200)).isCloseTo(0.85 / 1.19, within(1e-12));
    assertThat(power.relativeVoltage(1100)).isEqualTo(1);
  }

  private double loss(String kernel, KnobValues knobs) {
    Kernel named =
        mixed.kernels().stream().filter(k -> k.name().equals(kernel)).findFirst().orElseThrow();
    return seconds(named, knobs) / seconds(named, BOOST) - 1;
  }

  private double seconds(Kernel kernel, KnobValues knobs) {
    return equations.at(kernel, Kernel.Phase.PLAIN, knobs).seconds();
  }

  private static Kernel flops() {
    return kernel(0.64, 0.02, 0.5, 0.5, 8, 256, 0.88, 1, 0, 1, 127, 67, 1);
  }

  private static Kernel stream() {
    return kernel(0.0512, 4, 1, 1, 8, 256, 0.93, 1.25, 0, 1, 24, 23, 0.5);
  }

  private static Kernel kernel(
      double instructions,
      double requested,
      double missAlone,
      double missCrowded,
      double workingSet,
      double bytes,
      double rowEfficiency,
      double parallelism,
      double serial,
      double lanes,
      int vgprs,
      int sgprs,
      double energy) {
    return new Kernel(
        "k",
        instructions,
        requested,
        missAlone,
        missCrowded,
        workingSet,
        bytes,
        rowEfficiency,
        4,
        parallelism,
        serial,
        1e-5,
        lanes,
        vgprs,
        sgprs,
        0.1,
        energy,
        0,
        List.of());
  }
}
