package io.wattune.testbed.characterise;

import io.wattune.testbed.gpu.GpuModel;
import io.wattune.testbed.sweep.Testbed;
import java.util.Comparator;
import java.util.stream.IntStream;

/** Figure 3: how performance follows the compute and the memory configuration. */
final class PerformanceFigures {
  private static final int[] MEMORY = {475, 625, 775, 925, 1075, 1225, 1375};

  private final GpuModel gpu;
  private final CardMeasures measures;
  private final CardKernel flops;
  private final CardKernel lud;

  PerformanceFigures(Testbed testbed) {
    this.gpu = testbed.gpu();
    this.measures = new CardMeasures(testbed);
    this.flops = CardKernel.of(testbed, "MaxFlops", "MaxFlops");
    this.lud = CardKernel.of(testbed, "LUD", "Internal");
  }

  void addTo(FigureList figures) {
    maxFlops(figures);
    deviceMemory(figures);
    lud(figures);
  }

  private void maxFlops(FigureList figures) {
    double smallest = flops.at(4, 300, 475).seconds();
    double least =
        IntStream.of(MEMORY)
            .mapToDouble(m -> smallest / flops.at(32, 1000, m).seconds())
            .min()
            .orElseThrow();
    figures.near(
        "maxflops-performance",
        "Fig. 3a",
        "MaxFlops: highest performance, at any memory clock",
        27.0,
        least,
        26,
        27.5,
        "26.7 if it is exactly in proportion");
    figures.near(
        "maxflops-linear",
        "Fig. 3a",
        "MaxFlops: largest deviation from proportion",
        null,
        unevenness(flops, 475),
        0,
        0.02,
        "");
    figures.exact(
        "maxflops-efficient",
        "Fig. 3a",
        "MaxFlops: memory clock of least energy, MHz",
        475,
        cheapestMemory(),
        "");
  }

  private double cheapestMemory() {
    return IntStream.of(MEMORY)
        .boxed()
        .min(Comparator.comparingDouble(m -> flops.at(32, 1000, m).joules()))
        .orElseThrow();
  }

  private void deviceMemory(FigureList figures) {
    figures.fitted(
        "devicememory-knee",
        "Fig. 3b",
        "DeviceMemory: ops/byte of the knee",
        4.0,
        measures.kneeOfDeviceMemory(),
        3,
        5,
        "95 % of the plateau, over units at 1 GHz");
  }

  private void lud(FigureList figures) {
    double best = lud.at(32, 1000, 1375).seconds();
    int lowest =
        IntStream.of(MEMORY)
            .filter(m -> best / lud.at(32, 1000, m).seconds() > 0.97)
            .min()
            .orElseThrow();
    figures.near(
        "lud-balance",
        "Fig. 3c",
        "LUD: ops/byte of its balance",
        15.0,
        CardMeasures.opsPerByte(32, 1000, lowest),
        13,
        17,
        "lowest memory clock that keeps 97 % of its performance: 925 and 775 MHz are 13.7 and 16.3");
    figures.near(
        "lud-linear",
        "Fig. 3c",
        "LUD: deviation from proportion at the highest memory clock",
        null,
        unevenness(lud, 1375),
        0,
        0.05,
        "");
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
}
