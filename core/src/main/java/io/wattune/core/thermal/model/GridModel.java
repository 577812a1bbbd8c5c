package io.wattune.core.thermal.model;

import io.wattune.core.thermal.config.Parameter;
import io.wattune.core.thermal.config.Slab;
import io.wattune.core.thermal.config.ThermalConfig;
import io.wattune.core.thermal.floorplan.FloorPlan;
import io.wattune.core.thermal.solver.DenseNetwork;
import io.wattune.core.thermal.solver.GridLayer;
import io.wattune.core.thermal.solver.GridNetwork;
import io.wattune.core.thermal.solver.HeatNetwork;
import io.wattune.core.thermal.solver.Leakage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * HotSpot's grid model ({@code populate_R_model_grid}): equal cells in each layer, the silicon on
 * top, and below it, where the configuration says so, the secondary path through the board. Leakage
 * is that of each cell at its own temperature; HotSpot takes the block's. Kelvin; differs from
 * HotSpot's by its solver's tolerance. Test: {@code GridModelTest}, and {@code ThermalCommandTest}
 * against HotSpot.
 */
public final class GridModel extends ThermalModel {
  /** A map of this size takes a gigabyte of work. */
  public static final int MOST_CELLS = 1 << 20;

  private final GridMap map;
  private final GridNetwork network;
  private final int rows;
  private final int columns;
  private final List<String> prefixes;
  private final int silicon;
  private final int singles;

  /**
   * A model.
   *
   * @throws IllegalArgumentException the chip does not fit its package, or the grid is too fine
   */
  public GridModel(FloorPlan plan, ThermalConfig config) {
    super(plan, config);
    rows = config.rows();
    columns = config.columns();
    if ((long) rows * columns > MOST_CELLS) {
      throw new IllegalArgumentException(
          "a grid has at most " + MOST_CELLS + " cells, here are " + rows + " x " + columns);
    }
    map = new GridMap(plan, rows, columns);
    var around = new Surroundings(config, plan.width(), plan.height());
    List<GridLayer> layers = new ArrayList<>();
    List<String> names = new ArrayList<>();
    if (config.is(Parameter.MODEL_SECONDARY)) {
      for (SecondaryLayer layer : SecondaryLayer.values()) {
        layers.add(layer(layer, around));
        names.add(layer.prefix());
      }
    }
    silicon = layers.size();
    layers.add(layer(config.chip()));
    layers.add(layer(config.interfaceMaterial()));
    layers.add(layer(config.spreader()));
    Slab sink = config.sink();
    layers.add(
        new GridLayer(
            sink.conductivity() * sink.thickness(), 0, 1 / around.sinkToAir(), around.sinkHeat()));
    names.addAll(List.of("", "iface_", "hsp_", "hsink_"));
    prefixes = List.copyOf(names);
    singles = around.size();
    var nodes = new DenseNetwork(singles);
    around.addTo(nodes, 0);
    network =
        new GridNetwork(
            plan.width(),
            plan.height(),
            rows,
            columns,
            layers,
            around.edges(silicon + 2, silicon + 3),
            nodes);
  }

  private static GridLayer layer(Slab slab) {
    return new GridLayer(
        slab.conductivity() * slab.thickness(),
        slab.conductivity() / slab.thickness(),
        0,
        Surroundings.LUMPED * slab.heat() * slab.thickness());
  }

  private GridLayer layer(SecondaryLayer layer, Surroundings around) {
    GridLayer plain = layer(layer.slab(config));
    return layer == SecondaryLayer.BOARD
        ? new GridLayer(plain.sheet(), plain.down(), 1 / around.boardToAir(), around.boardHeat())
        : plain;
  }

  @Override
  public HeatNetwork network() {
    return network;
  }

  @Override
  public @Nullable Leakage leakage() {
    if (!config.is(Parameter.LEAKAGE_USED)) {
      return null;
    }
    double cell = plan.width() * plan.height() / (rows * (double) columns);
    double[] areas = map.covered();
    int[] nodes = new int[areas.length];
    for (int i = 0; i < areas.length; i++) {
      areas[i] *= cell;
      nodes[i] = i * prefixes.size() + silicon;
    }
    return new Leakage(config.ambient(), nodes, areas);
  }

  @Override
  public double[] watts(double[] blockWatts) {
    return wattsOfCells(map.spread(blockWatts));
  }

  /** Watts of nodes from watts of the silicon's cells, row by row from the top. */
  public double[] wattsOfCells(double[] cells) {
    double[] watts = new double[network.size()];
    for (int i = 0; i < cells.length; i++) {
      watts[i * prefixes.size() + silicon] = cells[i];
    }
    return watts;
  }

  private double[] layer(double[] rise, int layer) {
    double[] kelvin = new double[rows * columns];
    Arrays.setAll(kelvin, i -> rise[i * prefixes.size() + layer] + config.ambient());
    return kelvin;
  }

  private double[] ofBlocks(double[] rise, int layer) {
    double[] cells = layer(rise, layer);
    double[] kelvin = new double[plan.size()];
    Arrays.setAll(kelvin, b -> map.ofBlock(b, config.map(), cells));
    return kelvin;
  }

  @Override
  public double[] blockKelvin(double[] rise) {
    return ofBlocks(rise, silicon);
  }

  @Override
  public TemperatureMap map(double[] rise) {
    return new TemperatureMap(rows, columns, plan.width(), plan.height(), layer(rise, silicon));
  }

  @Override
  public Map<String, Double> kelvinByName(double[] rise) {
    var kelvin = new LinkedHashMap<String, Double>();
    for (int layer = 0; layer < prefixes.size(); layer++) {
      double[] ofBlocks = ofBlocks(rise, layer);
      for (int b = 0; b < ofBlocks.length; b++) {
        kelvin.put(prefixes.get(layer) + plan.blocks().get(b).name(), ofBlocks[b]);
      }
    }
    for (int k = 0; k < singles; k++) {
      kelvin.put("inode_" + k, rise[network.indexOfSingle(k)] + config.ambient());
    }
    return kelvin;
  }

  /** Cells begin with their block's temperature, as HotSpot's do. */
  @Override
  public double[] riseByName(Map<String, Double> kelvin) {
    double[] rise = new double[network.size()];
    for (int layer = 0; layer < prefixes.size(); layer++) {
      double[] ofBlocks = new double[plan.size()];
      double mean = 0;
      for (int b = 0; b < ofBlocks.length; b++) {
        String name = prefixes.get(layer) + plan.blocks().get(b).name();
        ofBlocks[b] = rise(kelvin, name);
        mean += ofBlocks[b] / ofBlocks.length;
      }
      double[] cells = map.paint(ofBlocks, mean);
      for (int i = 0; i < cells.length; i++) {
        rise[i * prefixes.size() + layer] = cells[i];
      }
    }
    for (int k = 0; k < singles; k++) {
      rise[network.indexOfSingle(k)] = rise(kelvin, "inode_" + k);
    }
    return rise;
  }
}
