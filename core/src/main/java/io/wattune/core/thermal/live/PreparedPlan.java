package io.wattune.core.thermal.live;

import static io.wattune.core.algebra.Products.dot;
import static io.wattune.core.algebra.Products.times;

import io.wattune.core.component.ComponentWatts;
import io.wattune.core.thermal.floorplan.Block;
import io.wattune.core.thermal.model.BlockModel;
import io.wattune.core.thermal.solver.Propagator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A plan, prepared to be followed: the block model of its chip and package in steps of a tenth of a
 * second, and what a watt in one block makes of the difference between two. Immutable, so that all
 * devices with one plan share it. Test: {@code BlockHeatTest}.
 */
public final class PreparedPlan {
  /** Seconds; a chip's own time constants are some hundredths and up. */
  static final double STEP_SECONDS = 0.1;

  private final HeatPlan plan;
  private final Propagator model;
  private final double[] areaShares;
  private final int sensor;
  private final Map<String, Source> sources = new HashMap<>();
  private final Source even;

  /** Kelvin that a watt in block j makes in block b beyond where the sensor is: [b][j]. */
  private final double[][] beyond;

  /**
   * What a watt of a component does.
   *
   * @param shares what of it goes to each block
   * @param beyond kelvin that it makes in each block beyond where the sensor is
   * @param goal where it lets each mode of the model settle; see {@link Propagator#modes}
   */
  @SuppressWarnings("ArrayRecordComponent") // Owned by the plan, never compared.
  record Source(double[] shares, double[] beyond, double[] goal) {
    /** Of components that cannot be distinguished: the mean of theirs. */
    private static Source mean(List<Source> of) {
      return new Source(mean(of, Source::shares), mean(of, Source::beyond), mean(of, Source::goal));
    }

    private static double[] mean(List<Source> of, Function<Source, double[]> values) {
      double[] mean = new double[values.apply(of.get(0)).length];
      for (Source each : of) {
        double[] added = values.apply(each);
        for (int i = 0; i < mean.length; i++) {
          mean[i] += added[i] / of.size();
        }
      }
      return mean;
    }
  }

  /**
   * Prepares; some tenths of a second for fifty blocks.
   *
   * @throws IllegalArgumentException the chip does not fit its package, or the sensor's block is
   *     not in the plan
   */
  public PreparedPlan(HeatPlan plan) {
    this.plan = plan;
    int blocks = plan.plan().size();
    var network = new BlockModel(plan.plan(), plan.config());
    List<double[]> unitWatts = new ArrayList<>();
    for (int b = 0; b < blocks; b++) {
      double[] watt = new double[blocks];
      watt[b] = 1;
      unitWatts.add(network.watts(watt));
    }
    model = new Propagator(network.network(), STEP_SECONDS, unitWatts);
    sensor = plan.sensorBlock().map(name -> place(plan, name)).orElse(-1);
    double area = plan.plan().blocks().stream().mapToDouble(Block::area).sum();
    areaShares = plan.plan().blocks().stream().mapToDouble(each -> each.area() / area).toArray();
    beyond = new double[blocks][blocks];
    for (int j = 0; j < blocks; j++) {
      double[] watt = new double[blocks];
      watt[j] = 1;
      double[] rise = model.settled(watt);
      double at = atSensor(rise);
      for (int b = 0; b < blocks; b++) {
        beyond[b][j] = rise[b] - at;
      }
    }
    PowerMapping mapping = plan.mapping();
    even = newSource(mapping.even());
    mapping
        .components()
        .forEach(component -> sources.put(component, newSource(mapping.shares(component))));
  }

  private static int place(HeatPlan plan, String name) {
    Integer place = plan.plan().index().get(name);
    if (place == null) {
      throw new IllegalArgumentException(
          "the sensor is said to be in block '" + name + "', which the floor plan does not have");
    }
    return place;
  }

  HeatPlan plan() {
    return plan;
  }

  int blocks() {
    return areaShares.length;
  }

  /** Modes of the model after a step, in place. */
  void step(double[] modes, double[] goal) {
    model.step(modes, goal);
  }

  /** How many modes the model has. */
  int modes() {
    return model.size();
  }

  /** Rises of the blocks. */
  double[] rises(double[] modes) {
    return model.rises(modes, blocks());
  }

  Source source(ComponentWatts component) {
    return component.merged().isEmpty()
        ? source(component.name())
        : Source.mean(component.merged().stream().map(this::source).toList());
  }

  private Source source(String component) {
    return sources.getOrDefault(component, even);
  }

  private Source newSource(double[] shares) {
    double[] of = times(beyond, shares.length, shares);
    return new Source(shares, of, model.modes(model.settled(shares)));
  }

  /** Where the sensor is, as far as that is known: its block, or the chip's mean. */
  double atSensor(double[] rise) {
    return sensor >= 0 ? rise[sensor] : dot(areaShares, rise);
  }

  /**
   * Variance of the sensor's temperature about the chip's mean, where nobody knows its place: how
   * much the blocks differ, and what of each is not known.
   *
   * @param variances of each block's difference to the mean
   */
  double placeVariance(double[] rise, double[] variances) {
    if (sensor >= 0) {
      return 0;
    }
    double mean = atSensor(rise);
    double sum = 0;
    for (int b = 0; b < areaShares.length; b++) {
      sum += areaShares[b] * ((rise[b] - mean) * (rise[b] - mean) + variances[b]);
    }
    return sum;
  }

  /** Variance in a block of independent errors of all blocks' watts. */
  double varianceOf(int block, double[] variances) {
    double sum = 0;
    double[] row = beyond[block];
    for (int j = 0; j < row.length; j++) {
      sum += row[j] * row[j] * variances[j];
    }
    return sum;
  }
}
