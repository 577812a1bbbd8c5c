package io.wattune.core.thermal.solver;

import java.util.Arrays;

/**
 * Power of leakage that grows with temperature: {@code l(T) = 1.5e4 W/m^2 A exp(0.036 (T - 383.15
 * K))}, HotSpot's {@code calc_leakage} with its constants. Watts; exact but for rounding. Test:
 * {@code SteadyStateTest}.
 */
public final class Leakage {
  private static final double WATTS_PER_SQUARE_METRE = 1.5e4;
  private static final double PER_KELVIN = 0.036;
  private static final double AT_KELVIN = 383.15;

  private final int[] nodes;
  private final double[] atAir;

  /**
   * Leakage of some nodes.
   *
   * @param ambient kelvin of the air
   * @param nodes those that leak
   * @param areas square metres of each of them
   */
  public Leakage(double ambient, int[] nodes, double[] areas) {
    this.nodes = nodes.clone();
    double density = WATTS_PER_SQUARE_METRE * StrictMath.exp(PER_KELVIN * (ambient - AT_KELVIN));
    atAir = Arrays.stream(areas).map(area -> density * area).toArray();
  }

  /** Adds the watts at these rises. */
  public void addWatts(double[] rise, double[] watts) {
    for (int i = 0; i < nodes.length; i++) {
      watts[nodes[i]] += atAir[i] * StrictMath.exp(PER_KELVIN * rise[nodes[i]]);
    }
  }

  /** Adds {@code factor} times the watts per kelvin at these rises. */
  void addSlope(double[] rise, double factor, double[] slope) {
    for (int i = 0; i < nodes.length; i++) {
      slope[nodes[i]] +=
          factor * PER_KELVIN * atAir[i] * StrictMath.exp(PER_KELVIN * rise[nodes[i]]);
    }
  }
}
