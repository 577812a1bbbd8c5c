package io.wattune.testbed.characterise;

import io.wattune.testbed.sweep.Testbed;

/** Figures 7 to 9: what occupancy, divergence and the L2's clock make of single kernels. */
final class KernelFigures {
  private final Testbed testbed;

  KernelFigures(Testbed testbed) {
    this.testbed = testbed;
  }

  void addTo(FigureList figures) {
    occupancy(figures);
    divergence(figures);
    bus(figures);
  }

  private void occupancy(FigureList figures) {
    CardKernel scan = CardKernel.of(testbed, "Sort", "BottomScan");
    CardKernel velocity = CardKernel.of(testbed, "CoMD", "AdvanceVelocity");
    figures.exact(
        "bottomscan-occupancy", "Fig. 7", "Sort.BottomScan: occupancy", 0.30, waveShare(scan), "");
    figures.near(
        "bottomscan-bandwidth",
        "Fig. 7",
        "Sort.BottomScan: sensitivity to bandwidth",
        null,
        scan.bandwidthSensitivity(),
        -0.05,
        0.3,
        "low");
    figures.exact(
        "advancevelocity-occupancy",
        "Fig. 7",
        "CoMD.AdvanceVelocity: occupancy",
        1.00,
        waveShare(velocity),
        "");
    figures.near(
        "advancevelocity-bandwidth",
        "Fig. 7",
        "CoMD.AdvanceVelocity: sensitivity to bandwidth",
        null,
        velocity.bandwidthSensitivity(),
        0.7,
        1.05,
        "high");
  }

  private void divergence(FigureList figures) {
    CardKernel scan = CardKernel.of(testbed, "Sort", "BottomScan");
    CardKernel prepare = CardKernel.of(testbed, "SRAD", "Prepare");
    figures.exact(
        "prepare-divergence",
        "Fig. 8",
        "SRAD.Prepare: branch divergence",
        0.75,
        1 - prepare.kernel().laneUtilization(),
        "");
    figures.near(
        "prepare-clock",
        "Fig. 8",
        "SRAD.Prepare: sensitivity to the core clock",
        null,
        prepare.meanCoreSensitivity(),
        -0.05,
        0.3,
        "low");
    figures.exact(
        "bottomscan-divergence",
        "Fig. 8",
        "Sort.BottomScan: branch divergence",
        0.06,
        1 - scan.kernel().laneUtilization(),
        "");
    figures.near(
        "bottomscan-clock",
        "Fig. 8",
        "Sort.BottomScan: sensitivity to the core clock",
        null,
        scan.meanCoreSensitivity(),
        0.7,
        1.05,
        "high");
  }

  private void bus(FigureList figures) {
    CardKernel memory = CardKernel.of(testbed, "DeviceMemory", "ReadGlobal");
    figures.near(
        "devicememory-bus",
        "Fig. 9",
        "DeviceMemory: share of peak bandwidth in use",
        null,
        memory.top().icActivity(),
        0.7,
        1,
        "high");
    figures.near(
        "devicememory-clock",
        "Fig. 9",
        "DeviceMemory: sensitivity to a low core clock",
        null,
        memory.coreSensitivity(300),
        0.7,
        1.05,
        "high, above all at a low clock");
    figures.near(
        "devicememory-clock-rise",
        "Fig. 9",
        "DeviceMemory: the same, less that to a high core clock",
        null,
        memory.coreSensitivity(300) - memory.coreSensitivity(800),
        0.2,
        1,
        "");
  }

  private double waveShare(CardKernel of) {
    return (double) testbed.gpu().time().waves(of.kernel()) / testbed.gpu().time().wavesPerSimd();
  }
}
