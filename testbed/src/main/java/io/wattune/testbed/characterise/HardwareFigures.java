package io.wattune.testbed.characterise;

import io.wattune.testbed.gpu.GpuModel;

/** Table 1 and section 2.2: configurations, bandwidths, arithmetic, voltages. */
final class HardwareFigures {
  private HardwareFigures() {}

  static void addTo(FigureList figures, GpuModel gpu) {
    figures.exact(
        "configurations",
        "3.1",
        "configurations",
        448,
        gpu.configurations().size(),
        "the paper says about 450");
    double peak = gpu.time().gigabytesPerSecondPerMegaHertz();
    figures.exact("bandwidth-highest", "2.2", "peak bandwidth, GB/s", 264, peak * 1375, "");
    figures.near(
        "bandwidth-lowest",
        "3.1",
        "lowest bandwidth, GB/s",
        90.0,
        peak * 475,
        89,
        92,
        "91.2 exactly");
    figures.near(
        "bandwidth-step",
        "3.1",
        "step of bandwidth, GB/s",
        30.0,
        peak * 150,
        28,
        31,
        "28.8 exactly");
    double lanes = 64 * gpu.time().issuePerUnitAndCycle();
    figures.exact("gflops", "2.2", "peak GFLOPS", 4096, 2 * lanes * 32 * 1, "");
    voltages(figures, gpu);
  }

  private static void voltages(FigureList figures, GpuModel gpu) {
    double[][] table = {{300, 0.85}, {500, 0.95}, {925, 1.17}, {1000, 1.19}};
    for (double[] row : table) {
      figures.exact(
          "volts-" + (int) row[0],
          "Table 1",
          "voltage at " + (int) row[0] + " MHz",
          row[1],
          gpu.power().volts(row[0]),
          "");
    }
  }
}
