package io.wattune.core.thermal.config;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * A chip's package and the way to solve it.
 *
 * @param numbers each parameter's value; those left out have their presets
 * @param kind block or grid
 * @param map what a block's temperature is in the grid model
 * @param startFile file with the temperatures at the start of a transient, if there is one
 */
public record ThermalConfig(
    Map<Parameter, Double> numbers, ModelKind kind, MapMode map, Optional<String> startFile) {

  public ThermalConfig {
    var all = new EnumMap<Parameter, Double>(Parameter.class);
    for (Parameter parameter : Parameter.values()) {
      double value = numbers.getOrDefault(parameter, parameter.preset());
      parameter.check(value);
      all.put(parameter, value);
    }
    numbers = Collections.unmodifiableMap(all);
    if (all.getOrDefault(Parameter.S_SINK, 0.0) < all.getOrDefault(Parameter.S_SPREADER, 0.0)) {
      throw new IllegalArgumentException("s_sink must not be below s_spreader");
    }
    if (all.getOrDefault(Parameter.S_PCB, 0.0) < all.getOrDefault(Parameter.S_SOLDER, 0.0)) {
      throw new IllegalArgumentException("s_pcb must not be below s_solder");
    }
  }

  /** HotSpot's presets. */
  public static ThermalConfig presets() {
    return new ThermalConfig(Map.of(), ModelKind.BLOCK, MapMode.CENTER, Optional.empty());
  }

  /** The same with one number changed. */
  public ThermalConfig with(Parameter parameter, double value) {
    var changed = new EnumMap<>(numbers);
    changed.put(parameter, value);
    return new ThermalConfig(changed, kind, map, startFile);
  }

  /** The same with another model. */
  public ThermalConfig with(ModelKind other) {
    return new ThermalConfig(numbers, other, map, startFile);
  }

  /** A number. */
  public double get(Parameter parameter) {
    return numbers.getOrDefault(parameter, parameter.preset());
  }

  /** Whether a flag is set. */
  public boolean is(Parameter parameter) {
    return get(parameter) != 0;
  }

  /** Rows of the grid. */
  public int rows() {
    return (int) get(Parameter.GRID_ROWS);
  }

  /** Columns of the grid. */
  public int columns() {
    return (int) get(Parameter.GRID_COLS);
  }

  /** Kelvin of the air. */
  public double ambient() {
    return get(Parameter.AMBIENT);
  }

  /** The silicon. */
  public Slab chip() {
    return new Slab(get(Parameter.T_CHIP), get(Parameter.K_CHIP), get(Parameter.P_CHIP));
  }

  /** The interface material between silicon and spreader. */
  public Slab interfaceMaterial() {
    return new Slab(
        get(Parameter.T_INTERFACE), get(Parameter.K_INTERFACE), get(Parameter.P_INTERFACE));
  }

  /** The heat spreader. */
  public Slab spreader() {
    return new Slab(
        get(Parameter.T_SPREADER), get(Parameter.K_SPREADER), get(Parameter.P_SPREADER));
  }

  /** The heat sink. */
  public Slab sink() {
    return new Slab(get(Parameter.T_SINK), get(Parameter.K_SINK), get(Parameter.P_SINK));
  }
}
