package io.wattune.testbed.characterise;

import io.wattune.testbed.gpu.GpuModel;
import io.wattune.testbed.gpu.KnobValues;
import io.wattune.testbed.gpu.OperatingPoint;
import io.wattune.testbed.sweep.Testbed;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Tables 1 and 2 and figures 3 to 9 of Paul et al. 2015 as their text states them, beside the
 * model. Nothing here is a policy's result. What cannot be met together, and how each is read, is
 * in docs/hd7970.md.
 */
public final class CardFigures {
  private static final KnobValues SMALLEST = new KnobValues(4, 300, 475);
  private static final KnobValues HIGHEST = new KnobValues(32, 1000, 1375);
  private static final int[] MEMORY = {475, 625, 775, 925, 1075, 1225, 1375};

  private final Testbed testbed;
  private final CardMeasures measures;
  private final CardKernel flops;
  private final CardKernel memory;
  private final CardKernel lud;
  private final List<CardFigure> figures = new ArrayList<>();

  private CardFigures(Testbed testbed) {
    this.testbed = testbed;
    this.measures = new CardMeasures(testbed);
    this.flops = CardKernel.of(testbed, "MaxFlops", "MaxFlops");
    this.memory = CardKernel.of(testbed, "DeviceMemory", "ReadGlobal");
    this.lud = CardKernel.of(testbed, "LUD", "Internal");
  }

  /** All of them; the card must have the knobs of an HD7970. */
  public static List<CardFigure> of(Testbed testbed) {
    List<KnobValues> configurations = testbed.gpu().configurations();
    for (KnobValues needed : List.of(SMALLEST, HIGHEST)) {
      if (!configurations.contains(needed)) {
        throw new IllegalArgumentException(
            "the figures are of a card with 4 to 32 units, 300 to 1000 and 475 to 1375 MHz; '"
                + testbed.gpu().name()
                + "' does not have "
                + needed);
      }
    }
    var all = new CardFigures(testbed);
    all.hardware();
    all.figure3();
    all.figures4And5();
    all.figure6();
    all.figures7And8();
    all.figure9();
    return List.copyOf(all.figures);
  }

  private void hardware() {
    GpuModel gpu = testbed.gpu();
    exact(
        "configurations",
        "3.1",
        "configurations",
        448,
        gpu.configurations().size(),
        "the paper says about 450");
    double peak = gpu.time().gigabytesPerSecondPerMegaHertz();
    exact("bandwidth-highest", "2.2", "peak bandwidth, GB/s", 264, peak * 1375, "");
    near(
        "bandwidth-lowest",
        "3.1",
        "lowest bandwidth, GB/s",
        90,
        peak * 475,
        89,
        92,
        "91.2 exactly");
    near(
        "bandwidth-step", "3.1", "step of bandwidth, GB/s", 30, peak * 150, 28, 31, "28.8 exactly");
    double lanes = 64 * gpu.time().issuePerUnitAndCycle();
    exact("gflops", "2.2", "peak GFLOPS", 4096, 2 * lanes * 32 * 1, "");
    double[][] table = {{300, 0.85}, {500, 0.95}, {925, 1.17}, {1000, 1.19}};
    for (double[] row : table) {
      exact(
          "volts-" + (int) row[0],
          "Table 1",
          "voltage at " + (int) row[0] + " MHz",
          row[1],
          gpu.power().volts(row[0]),
          "");
    }
  }

  private void figure3() {
    double smallest = flops.at(4, 300, 475).seconds();
    double least =
        IntStream.of(MEMORY)
            .mapToDouble(m -> smallest / flops.at(32, 1000, m).seconds())
            .min()
            .orElseThrow();
    near(
        "maxflops-performance",
        "Fig. 3a",
        "MaxFlops: highest performance, at any memory clock",
        27,
        least,
        26,
        27.5,
        "26.7 if it is exactly in proportion");
    near(
        "maxflops-linear",
        "Fig. 3a",
        "MaxFlops: largest deviation from proportion",
        null,
        unevenness(flops, 475),
        0,
        0.02,
        "");
    double cheapest =
        IntStream.of(MEMORY)
            .mapToObj(m -> m)
            .min(
                (a, b) ->
                    Double.compare(flops.at(32, 1000, a).joules(), flops.at(32, 1000, b).joules()))
            .orElseThrow();
    exact(
        "maxflops-efficient",
        "Fig. 3a",
        "MaxFlops: memory clock of least energy, MHz",
        475,
        cheapest,
        "");
    fitted(
        "devicememory-knee",
        "Fig. 3b",
        "DeviceMemory: ops/byte of the knee",
        4,
        measures.kneeOfDeviceMemory(),
        3,
        5,
        "95 % of the plateau, over units at 1 GHz");
    double best = lud.at(32, 1000, 1375).seconds();
    int lowest =
        IntStream.of(MEMORY)
            .filter(m -> best / lud.at(32, 1000, m).seconds() > 0.97)
            .min()
            .orElseThrow();
    near(
        "lud-balance",
        "Fig. 3c",
        "LUD: ops/byte of its balance",
        15,
        CardMeasures.opsPerByte(32, 1000, lowest),
        13,
        17,
        "lowest memory clock that keeps 97 % of its performance: 925 and 775 MHz are 13.7 and 16.3");
    near(
        "lud-linear",
        "Fig. 3c",
        "LUD: deviation from proportion at the highest memory clock",
        null,
        unevenness(lud, 1375),
        0,
        0.05,
        "");
  }

  private void figures4And5() {
    fitted(
        "devicememory-power",
        "Fig. 4",
        "DeviceMemory: highest over lowest power, over compute",
        null,
        measures.computePowerRatio(),
        1.7,
        3.4,
        "varies by about 70 %: of the lowest is 1.7, of the highest 3.3");
    fitted(
        "maxflops-power",
        "Fig. 5",
        "MaxFlops: power at the highest over that at the lowest memory clock, less 1",
        0.10,
        measures.memoryPowerSwing(),
        0.08,
        0.12,
        "about 10 %");
    fitted(
        "highest-power",
        "7.1",
        "highest card power, W",
        null,
        measures.highestWatts(),
        200,
        250,
        "always boosts, so below the 250 W that such cards are allowed");
  }

  private void figure6() {
    near(
        "lud-ed2",
        "Fig. 6",
        "LUD: performance lost where energy x delay^2 is least",
        0.01,
        lud.lossWhereLeast(OperatingPoint::energyDelaySquared),
        0,
        0.025,
        "");
    near(
        "devicememory-ed2",
        "Fig. 6",
        "DeviceMemory: the same",
        0.01,
        memory.lossWhereLeast(OperatingPoint::energyDelaySquared),
        0,
        0.025,
        "");
    near(
        "lud-energy",
        "Fig. 6",
        "LUD: performance lost where energy is least",
        0.69,
        lud.lossWhereLeast(CardFigures::chipJoules),
        0.66,
        0.72,
        "of the GPU's chip; the card's: " + percent(lud.lossWhereLeast(OperatingPoint::joules)));
    near(
        "devicememory-energy",
        "Fig. 6",
        "DeviceMemory: the same",
        0.66,
        memory.lossWhereLeast(CardFigures::chipJoules),
        0.63,
        0.69,
        "of the GPU's chip; the card's: " + percent(memory.lossWhereLeast(OperatingPoint::joules)));
  }

  private void figures7And8() {
    CardKernel scan = CardKernel.of(testbed, "Sort", "BottomScan");
    CardKernel velocity = CardKernel.of(testbed, "CoMD", "AdvanceVelocity");
    CardKernel prepare = CardKernel.of(testbed, "SRAD", "Prepare");
    exact(
        "bottomscan-occupancy", "Fig. 7", "Sort.BottomScan: occupancy", 0.30, occupancy(scan), "");
    near(
        "bottomscan-bandwidth",
        "Fig. 7",
        "Sort.BottomScan: sensitivity to bandwidth",
        null,
        scan.bandwidthSensitivity(),
        -0.05,
        0.3,
        "low");
    exact(
        "advancevelocity-occupancy",
        "Fig. 7",
        "CoMD.AdvanceVelocity: occupancy",
        1.00,
        occupancy(velocity),
        "");
    near(
        "advancevelocity-bandwidth",
        "Fig. 7",
        "CoMD.AdvanceVelocity: sensitivity to bandwidth",
        null,
        velocity.bandwidthSensitivity(),
        0.7,
        1.05,
        "high");
    exact(
        "prepare-divergence",
        "Fig. 8",
        "SRAD.Prepare: branch divergence",
        0.75,
        1 - prepare.kernel().laneUtilization(),
        "");
    near(
        "prepare-clock",
        "Fig. 8",
        "SRAD.Prepare: sensitivity to the core clock",
        null,
        prepare.meanCoreSensitivity(),
        -0.05,
        0.3,
        "low");
    exact(
        "bottomscan-divergence",
        "Fig. 8",
        "Sort.BottomScan: branch divergence",
        0.06,
        1 - scan.kernel().laneUtilization(),
        "");
    near(
        "bottomscan-clock",
        "Fig. 8",
        "Sort.BottomScan: sensitivity to the core clock",
        null,
        scan.meanCoreSensitivity(),
        0.7,
        1.05,
        "high");
  }

  private void figure9() {
    near(
        "devicememory-bus",
        "Fig. 9",
        "DeviceMemory: share of peak bandwidth in use",
        null,
        measures.icActivity(),
        0.7,
        1,
        "high");
    near(
        "devicememory-clock",
        "Fig. 9",
        "DeviceMemory: sensitivity to a low core clock",
        null,
        memory.coreSensitivity(300),
        0.7,
        1.05,
        "high, above all at a low clock");
    near(
        "devicememory-clock-rise",
        "Fig. 9",
        "DeviceMemory: the same, less that to a high core clock",
        null,
        memory.coreSensitivity(300) - memory.coreSensitivity(800),
        0.2,
        1,
        "");
  }

  private double occupancy(CardKernel of) {
    return (double) testbed.gpu().time().waves(of.kernel()) / testbed.gpu().time().wavesPerSimd();
  }

  /** How far performance is at most from being in proportion to units and core clock. */
  private double unevenness(CardKernel of, int memoryClock) {
    double top = of.at(32, 1000, memoryClock).seconds();
    return testbed.gpu().configurations().stream()
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

  private static double chipJoules(OperatingPoint point) {
    return point.coreWatts() * point.seconds();
  }

  private static String percent(double share) {
    return Math.round(100 * share) + " %";
  }

  private void exact(
      String key, String place, String quantity, double paper, double model, String remark) {
    double rounding = 1e-6 * Math.abs(paper);
    figures.add(
        new CardFigure(
            key, place, quantity, paper, model, paper - rounding, paper + rounding, false, remark));
  }

  private void near(
      String key,
      String place,
      String quantity,
      @Nullable Double paper,
      double model,
      double low,
      double high,
      String remark) {
    figures.add(new CardFigure(key, place, quantity, paper, model, low, high, false, remark));
  }

  private void near(
      String key,
      String place,
      String quantity,
      double paper,
      double model,
      double low,
      double high,
      String remark) {
    near(key, place, quantity, Double.valueOf(paper), model, low, high, remark);
  }

  private void fitted(
      String key,
      String place,
      String quantity,
      @Nullable Double paper,
      double model,
      double low,
      double high,
      String remark) {
    figures.add(new CardFigure(key, place, quantity, paper, model, low, high, true, remark));
  }

  private void fitted(
      String key,
      String place,
      String quantity,
      double paper,
      double model,
      double low,
      double high,
      String remark) {
    fitted(key, place, quantity, Double.valueOf(paper), model, low, high, remark);
  }
}
