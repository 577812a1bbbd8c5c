package io.wattune.evaluation.characterise;

import io.wattune.testbed.gpu.GpuModel;
import io.wattune.testbed.gpu.OperatingPoint;
import io.wattune.testbed.sweep.Testbed;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

/** The model's values of the figures that {@link CardFigures} states. */
final class CardValues {
  private static final int[] MEMORY = {475, 625, 775, 925, 1075, 1225, 1375};

  private final GpuModel gpu;
  private final CardMeasures measures;
  private final CardKernel flops;
  private final CardKernel memory;
  private final CardKernel lud;
  private final CardKernel scan;
  private final CardKernel velocity;
  private final CardKernel prepare;

  CardValues(Testbed testbed) {
    this.gpu = testbed.gpu();
    this.measures = new CardMeasures(testbed);
    this.flops = CardKernel.of(testbed, "MaxFlops", "MaxFlops");
    this.memory = CardKernel.of(testbed, "DeviceMemory", "ReadGlobal");
    this.lud = CardKernel.of(testbed, "LUD", "Internal");
    this.scan = CardKernel.of(testbed, "Sort", "BottomScan");
    this.velocity = CardKernel.of(testbed, "CoMD", "AdvanceVelocity");
    this.prepare = CardKernel.of(testbed, "SRAD", "Prepare");
  }

  Map<String, Double> byKey() {
    var values = new HashMap<String, Double>();
    addHardware(values);
    values.put("maxflops-performance", leastRise());
    values.put("maxflops-linear", unevenness(flops, 475));
    values.put("maxflops-efficient", cheapestMemory());
    values.put("devicememory-knee", measures.kneeOfDeviceMemory());
    values.put("lud-balance", CardMeasures.opsPerByte(32, 1000, ludMemory()));
    values.put("lud-linear", unevenness(lud, 1375));
    values.put("devicememory-power", measures.computePowerRatio());
    values.put("maxflops-power", measures.memoryPowerSwing());
    values.put("highest-power", measures.highestWatts());
    values.put("lud-ed2", lud.lossWhereLeast(OperatingPoint::energyDelaySquared));
    values.put("devicememory-ed2", memory.lossWhereLeast(OperatingPoint::energyDelaySquared));
    values.put("lud-energy", lud.lossWhereLeast(CardValues::chipJoules));
    values.put("devicememory-energy", memory.lossWhereLeast(CardValues::chipJoules));
    addKernels(values);
    return values;
  }

  /** What the model has to add to the remark on a figure. */
  Map<String, String> remarks() {
    return Map.of(
        "lud-energy", percent(lud.lossWhereLeast(OperatingPoint::joules)),
        "devicememory-energy", percent(memory.lossWhereLeast(OperatingPoint::joules)));
  }

  /** Table 1 and section 2.2: configurations, bandwidths, arithmetic, voltages. */
  private void addHardware(Map<String, Double> values) {
    double peak = gpu.time().gigabytesPerSecondPerMegaHertz();
    double lanes = 64 * gpu.time().issuePerUnitAndCycle();
    values.put("configurations", (double) gpu.configurations().size());
    values.put("bandwidth-highest", peak * 1375);
    values.put("bandwidth-lowest", peak * 475);
    values.put("bandwidth-step", peak * 150);
    values.put("gflops", 2 * lanes * 32 * 1);
    for (int clock : new int[] {300, 500, 925, 1000}) {
      values.put("volts-" + clock, gpu.power().volts(clock));
    }
  }

  /** Figures 7 to 9: what occupancy, divergence and the L2's clock make of single kernels. */
  private void addKernels(Map<String, Double> values) {
    values.put("bottomscan-occupancy", waveShare(scan));
    values.put("bottomscan-bandwidth", scan.bandwidthSensitivity());
    values.put("advancevelocity-occupancy", waveShare(velocity));
    values.put("advancevelocity-bandwidth", velocity.bandwidthSensitivity());
    values.put("prepare-divergence", 1 - prepare.kernel().laneUtilization());
    values.put("prepare-clock", prepare.meanCoreSensitivity());
    values.put("bottomscan-divergence", 1 - scan.kernel().laneUtilization());
    values.put("bottomscan-clock", scan.meanCoreSensitivity());
    values.put("devicememory-bus", memory.top().icActivity());
    values.put("devicememory-clock", memory.coreSensitivity(300));
    values.put(
        "devicememory-clock-rise", memory.coreSensitivity(300) - memory.coreSensitivity(800));
  }

  private double leastRise() {
    double smallest = flops.at(4, 300, 475).seconds();
    return IntStream.of(MEMORY)
        .mapToDouble(m -> smallest / flops.at(32, 1000, m).seconds())
        .min()
        .orElseThrow();
  }

  private double cheapestMemory() {
    return IntStream.of(MEMORY)
        .boxed()
        .min(Comparator.comparingDouble(m -> flops.at(32, 1000, m).joules()))
        .orElseThrow();
  }

  private int ludMemory() {
    double best = lud.at(32, 1000, 1375).seconds();
    return IntStream.of(MEMORY)
        .filter(m -> best / lud.at(32, 1000, m).seconds() > 0.97)
        .min()
        .orElseThrow();
  }

  /** How far performance is at most from being in proportion to units and core clock. */
  private double unevenness(CardKernel of, int memoryClock) {
    double top = of.at(32, 1000, memoryClock).seconds();
    return gpu.configurations().stream()
        .filter(knobs -> knobs.memoryMegaHertz() == memoryClock)
        .mapToDouble(
            knobs -> {
              double share = knobs.cuCount() * knobs.coreMegaHertz() / 32000.0;
              double seconds = of.at(knobs.cuCount(), knobs.coreMegaHertz(), memoryClock).seconds();
              return Math.abs(top / seconds / share - 1);
            })
        .max()
        .orElseThrow();
  }

  private double waveShare(CardKernel of) {
    return (double) gpu.time().waves(of.kernel()) / gpu.time().wavesPerSimd();
  }

  private static double chipJoules(OperatingPoint point) {
    return point.coreWatts() * point.seconds();
  }

  private static String percent(double share) {
    return Math.round(100 * share) + " %";
  }
}
