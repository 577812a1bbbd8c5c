package io.wattune.testbed.characterise;

import io.wattune.testbed.gpu.GpuModel;
import io.wattune.testbed.gpu.KnobValues;
import io.wattune.testbed.sweep.Testbed;
import java.util.List;

/**
 * Tables 1 and 2 and figures 3 to 9 of Paul et al. 2015 as their text states them, beside the
 * model. Nothing here is a policy's result. What cannot be met together, and how each is read, is
 * in docs/hd7970.md.
 */
public final class CardFigures {
  /** Power that such boards are allowed. The paper says no more than that it is never met. */
  static final double BOARD_WATTS = 250;

  private static final KnobValues SMALLEST = new KnobValues(4, 300, 475);
  private static final KnobValues HIGHEST = new KnobValues(32, 1000, 1375);

  private CardFigures() {}

  /** Power that a GPU's board is allowed, in watts; infinite where that is not known. */
  public static double boardWatts(GpuModel gpu) {
    return gpu.name().equals("hd7970") ? BOARD_WATTS : Double.POSITIVE_INFINITY;
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
    var figures = new FigureList();
    HardwareFigures.addTo(figures, testbed.gpu());
    new PerformanceFigures(testbed).addTo(figures);
    new PowerFigures(testbed).addTo(figures);
    new KernelFigures(testbed).addTo(figures);
    return figures.all();
  }
}
