package io.wattune.core.thermal.management;

import io.wattune.core.thermal.solver.Propagator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Takes the fastest clock at which the hottest block stays below the limit through the next epoch,
 * by a thermal model: blocks go on as they were seen, scaled to the clock. The model's temperatures
 * are led along with the power that was measured and corrected by the sensor. A kernel that was
 * seen before may begin in the epoch: then it may end above the limit by no more than the
 * tolerance. Beforehand it says how far above the limit the epoch can end, if something never seen
 * begins in which every block takes the most that it can: {@link #statedError}; how far sensor and
 * model were apart of late is in it. Kelvin. Test: {@code ThermalControllerTest}.
 */
public final class PredictiveController implements ThermalController {
  /**
   * Of an innovation, what goes into the model's correction: half a second at ten epochs a second.
   */
  private static final double GAIN = 0.2;

  /** An innovation is forgotten at this rate: it halves in seven epochs. */
  private static final double FORGET = 0.9;

  /** Kernels that differ by less than this share of their power are one. */
  private static final double ALIKE = 0.05;

  private static final int MOST_KNOWN = 12;

  private final Propagator model;
  private final BlockPowerScaling scaling;
  private final double[] mostActive;
  private final double[][] gains;
  private final double ambient;
  private final double limit;
  private final double sensorError;
  private final double tolerance;
  private final List<Observation> memory = new ArrayList<>();
  private double[] rise;
  private double correction;
  private double apart;
  private double statedError = Double.POSITIVE_INFINITY;

  /**
   * A controller.
   *
   * @param model a step of an epoch; its first nodes are the blocks, its sources too
   * @param scaling how watts go with the clock
   * @param mostActive watts above idle that each block can take at the fastest clock
   * @param ambient kelvin of the air
   * @param limit kelvin
   * @param sensorError kelvin by which the sensor may be off
   * @param tolerance kelvin above the limit that an epoch may end at if a kernel begins in it that
   *     was seen before
   * @param start rises of the model's nodes at the start
   */
  public PredictiveController(
      Propagator model,
      BlockPowerScaling scaling,
      double[] mostActive,
      double ambient,
      double limit,
      double sensorError,
      double tolerance,
      double[] start) {
    this.model = model;
    this.scaling = scaling;
    this.mostActive = mostActive.clone();
    this.ambient = ambient;
    this.limit = limit;
    this.sensorError = sensorError;
    this.tolerance = tolerance;
    rise = start.clone();
    gains = model.gains(mostActive.length);
  }

  @Override
  public int next(Observation seen) {
    rise = model.next(rise, seen.blockWatts());
    double expected = ambient + hottest(rise) + correction;
    double innovation = seen.hottestKelvin() - expected;
    correction += GAIN * innovation;
    apart = Math.max(FORGET * apart, Math.abs(innovation));
    remember(seen);
    double[] base = model.next(rise, new double[mostActive.length]);
    int level = 0;
    while (level < scaling.levels().slowest() && isTooFast(base, seen, level)) {
      level++;
    }
    double worst = hottest(base, scaling.highest(mostActive, level)) + sensorError + apart;
    statedError = Math.max(0, worst - limit);
    return level;
  }

  private boolean isTooFast(double[] base, Observation seen, int level) {
    return hottest(base, scaling.at(seen, level)) > limit
        || memory.stream()
            .anyMatch(known -> hottest(base, scaling.at(known, level)) > limit + tolerance);
  }

  /** Keeps what is unlike all that was seen; the oldest goes where there is no more room. */
  private void remember(Observation seen) {
    double[] now = scaling.active(seen);
    if (memory.stream().anyMatch(known -> alike(scaling.active(known), now))) {
      return;
    }
    if (memory.size() == MOST_KNOWN) {
      memory.remove(0);
    }
    memory.add(seen);
  }

  private static boolean alike(double[] one, double[] other) {
    double difference = 0;
    double sum = 0;
    for (int b = 0; b < one.length; b++) {
      difference += Math.abs(one[b] - other[b]);
      sum += one[b] + other[b];
    }
    return difference <= ALIKE * sum;
  }

  private double hottest(double[] nodes) {
    return Math.max(0, Arrays.stream(nodes, 0, mostActive.length).max().orElse(0));
  }

  private double hottest(double[] base, double[] watts) {
    double hottest = 0;
    for (int b = 0; b < mostActive.length; b++) {
      double value = base[b];
      double[] row = gains[b];
      for (int s = 0; s < row.length; s++) {
        value += row[s] * watts[s];
      }
      hottest = Math.max(hottest, value);
    }
    return ambient + hottest + correction;
  }

  @Override
  public double statedError() {
    return statedError;
  }
}
