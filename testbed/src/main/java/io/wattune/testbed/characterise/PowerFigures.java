package io.wattune.testbed.characterise;

import io.wattune.testbed.gpu.OperatingPoint;
import io.wattune.testbed.sweep.Testbed;

/** Figures 4 to 6 and section 7.1: power of the card, and what its least energy costs. */
final class PowerFigures {
  private final CardMeasures measures;
  private final CardKernel memory;
  private final CardKernel lud;

  PowerFigures(Testbed testbed) {
    this.measures = new CardMeasures(testbed);
    this.memory = CardKernel.of(testbed, "DeviceMemory", "ReadGlobal");
    this.lud = CardKernel.of(testbed, "LUD", "Internal");
  }

  void addTo(FigureList figures) {
    power(figures);
    energy(figures);
  }

  private void power(FigureList figures) {
    figures.fitted(
        "devicememory-power",
        "Fig. 4",
        "DeviceMemory: highest over lowest power, over compute",
        null,
        measures.computePowerRatio(),
        1.7,
        3.4,
        "varies by about 70 %: of the lowest is 1.7, of the highest 3.3");
    figures.fitted(
        "maxflops-power",
        "Fig. 5",
        "MaxFlops: power at the highest over that at the lowest memory clock, less 1",
        0.10,
        measures.memoryPowerSwing(),
        0.08,
        0.12,
        "about 10 %");
    figures.fitted(
        "highest-power",
        "7.1",
        "highest card power, W",
        null,
        measures.highestWatts(),
        200,
        CardFigures.BOARD_WATTS,
        "always boosts, so below the 250 W that such cards are allowed");
  }

  private void energy(FigureList figures) {
    figures.near(
        "lud-ed2",
        "Fig. 6",
        "LUD: performance lost where energy x delay^2 is least",
        0.01,
        lud.lossWhereLeast(OperatingPoint::energyDelaySquared),
        0,
        0.025,
        "");
    figures.near(
        "devicememory-ed2",
        "Fig. 6",
        "DeviceMemory: the same",
        0.01,
        memory.lossWhereLeast(OperatingPoint::energyDelaySquared),
        0,
        0.025,
        "");
    figures.near(
        "lud-energy",
        "Fig. 6",
        "LUD: performance lost where energy is least",
        0.69,
        lud.lossWhereLeast(PowerFigures::chipJoules),
        0.66,
        0.72,
        "of the GPU's chip; the card's: " + percent(lud.lossWhereLeast(OperatingPoint::joules)));
    figures.near(
        "devicememory-energy",
        "Fig. 6",
        "DeviceMemory: the same",
        0.66,
        memory.lossWhereLeast(PowerFigures::chipJoules),
        0.63,
        0.69,
        "of the GPU's chip; the card's: " + percent(memory.lossWhereLeast(OperatingPoint::joules)));
  }

  private static double chipJoules(OperatingPoint point) {
    return point.coreWatts() * point.seconds();
  }

  private static String percent(double share) {
    return Math.round(100 * share) + " %";
  }
}
