package io.wattune.core.thermal.model;

import io.wattune.core.thermal.config.ModelKind;
import io.wattune.core.thermal.config.ThermalConfig;
import io.wattune.core.thermal.floorplan.FloorPlan;
import io.wattune.core.thermal.solver.HeatNetwork;
import io.wattune.core.thermal.solver.Leakage;
import io.wattune.core.thermal.solver.SteadyState;
import io.wattune.core.thermal.solver.Transient;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A chip with its package, ready to be solved. Rises are kelvin above the air. */
public abstract class ThermalModel {
  final FloorPlan plan;
  final ThermalConfig config;

  ThermalModel(FloorPlan plan, ThermalConfig config) {
    this.plan = plan;
    this.config = config;
  }

  /** The model that a configuration asks for. */
  public static ThermalModel of(FloorPlan plan, ThermalConfig config) {
    return config.kind() == ModelKind.BLOCK
        ? new BlockModel(plan, config)
        : new GridModel(plan, config);
  }

  /** The plan. */
  public final FloorPlan plan() {
    return plan;
  }

  /** Its package, and how it is solved. */
  public final ThermalConfig config() {
    return config;
  }

  /** The network. */
  public abstract HeatNetwork network();

  /** Leakage that grows with temperature; null where the configuration has none. */
  public abstract @Nullable Leakage leakage();

  /** Watts of nodes from watts of blocks, in the order of the plan. */
  public abstract double[] watts(double[] blockWatts);

  /** Kelvin of each block's silicon. */
  public abstract double[] blockKelvin(double[] rise);

  /** Kelvin of the silicon on the configuration's grid. */
  public abstract TemperatureMap map(double[] rise);

  /** Kelvin of each node by HotSpot's name for it, blocks of each layer first. */
  public abstract Map<String, Double> kelvinByName(double[] rise);

  /**
   * Rises of nodes from HotSpot's names.
   *
   * @throws IllegalArgumentException a name is missing
   */
  public abstract double[] riseByName(Map<String, Double> kelvin);

  /** Rise of one node. */
  double rise(Map<String, Double> kelvin, String name) {
    Double value = kelvin.get(name);
    if (value == null) {
      throw new IllegalArgumentException(
          "the temperatures at the start do not have '"
              + name
              + "': are they of another floor plan, or of a model with other layers?");
    }
    return value - config.ambient();
  }

  /** Where temperatures settle under constant watts of blocks. */
  public double[] steady(double[] blockWatts) {
    return SteadyState.of(network(), watts(blockWatts), leakage());
  }

  /** Temperatures over time, from rises at the start. */
  public Transient transientFrom(double[] rise) {
    return new Transient(network(), leakage(), rise, Transient.TOLERANCE);
  }

  /** Rises when everything is at one temperature. */
  public double[] uniform(double kelvin) {
    double[] rise = new double[network().size()];
    Arrays.fill(rise, kelvin - config.ambient());
    return rise;
  }
}
