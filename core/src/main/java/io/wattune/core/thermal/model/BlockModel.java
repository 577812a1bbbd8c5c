package io.wattune.core.thermal.model;

import io.wattune.core.thermal.config.Parameter;
import io.wattune.core.thermal.config.Slab;
import io.wattune.core.thermal.config.ThermalConfig;
import io.wattune.core.thermal.floorplan.Block;
import io.wattune.core.thermal.floorplan.FloorPlan;
import io.wattune.core.thermal.solver.DenseNetwork;
import io.wattune.core.thermal.solver.HeatNetwork;
import io.wattune.core.thermal.solver.Leakage;
import io.wattune.core.thermal.solver.Side;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * HotSpot's block model ({@code populate_R_model_block}): a node for each block in silicon,
 * interface, spreader and sink. Blocks that share an edge exchange heat through half of each, by
 * the edge's length; heat goes down through the whole of a layer. Kelvin; differs from HotSpot's by
 * rounding. Tests: {@code BlockModelTest}, {@code GridModelTest}, and {@code ThermalCommandTest}
 * against HotSpot.
 */
public final class BlockModel extends ThermalModel {
  private static final List<String> PREFIXES = List.of("", "iface_", "hsp_", "hsink_");

  private final DenseNetwork network;
  private final int blocks;

  /**
   * A model.
   *
   * @throws IllegalArgumentException the chip does not fit its package, or the configuration asks
   *     for what only the grid model has
   */
  public BlockModel(FloorPlan plan, ThermalConfig config) {
    super(plan, config);
    if (config.is(Parameter.MODEL_SECONDARY)) {
      throw new IllegalArgumentException(
          "-model_secondary 1 needs the grid model: HotSpot's block model has no secondary path");
    }
    blocks = plan.size();
    var around = new Surroundings(config, plan.width(), plan.height());
    int nodes = PREFIXES.size() * blocks + around.size();
    if (nodes > DenseNetwork.MOST_NODES) {
      throw new IllegalArgumentException(
          "the block model takes at most %s blocks, here are %s: use the grid model"
              .formatted((DenseNetwork.MOST_NODES - around.size()) / PREFIXES.size(), blocks));
    }
    network = new DenseNetwork(nodes);
    List<Slab> slabs =
        List.of(config.chip(), config.interfaceMaterial(), config.spreader(), config.sink());
    for (int layer = 0; layer < slabs.size(); layer++) {
      boolean across = layer > 0 || !config.is(Parameter.BLOCK_OMIT_LATERAL);
      if (across) {
        connectNeighbours(slabs.get(layer), layer);
      }
      stack(slabs.get(layer), layer, around);
    }
    around.addTo(network, PREFIXES.size() * blocks);
    connectRim(around);
  }

  private int node(int layer, int block) {
    return layer * blocks + block;
  }

  private void connectNeighbours(Slab slab, int layer) {
    double sheet = slab.conductivity() * slab.thickness();
    for (int i = 0; i < blocks; i++) {
      Block one = plan.blocks().get(i);
      for (int j = 0; j < i; j++) {
        Block other = plan.blocks().get(j);
        double along = Math.min(one.top(), other.top()) - Math.max(one.bottom(), other.bottom());
        double across = Math.min(one.right(), other.right()) - Math.max(one.left(), other.left());
        if (along > FloorPlan.TOLERANCE && Math.abs(across) < FloorPlan.TOLERANCE) {
          network.connect(
              node(layer, i), node(layer, j), sheet * along / ((one.width() + other.width()) / 2));
        } else if (across > FloorPlan.TOLERANCE && Math.abs(along) < FloorPlan.TOLERANCE) {
          network.connect(
              node(layer, i),
              node(layer, j),
              sheet * across / ((one.height() + other.height()) / 2));
        }
      }
    }
  }

  private void stack(Slab slab, int layer, Surroundings around) {
    boolean last = layer == PREFIXES.size() - 1;
    for (int i = 0; i < blocks; i++) {
      double area = plan.blocks().get(i).area();
      if (last) {
        network.connectToAir(node(layer, i), area / around.sinkToAir());
        network.addCapacity(node(layer, i), area * around.sinkHeat());
      } else {
        network.connect(
            node(layer, i), node(layer + 1, i), area * slab.conductivity() / slab.thickness());
        network.addCapacity(
            node(layer, i), Surroundings.LUMPED * area * slab.heat() * slab.thickness());
      }
    }
  }

  /** From half of a block to the node beyond: blocks share the way by their conductances. */
  private void connectRim(Surroundings around) {
    around
        .edges(2, 3)
        .forEach(
            edge -> {
              Slab slab = edge.layer() == 2 ? config.spreader() : config.sink();
              double sheet = slab.conductivity() * slab.thickness();
              double[] halves = new double[blocks];
              Arrays.setAll(
                  halves, i -> isAtRim(edge.side(), i) ? sheet * 2 * shape(edge.side(), i) : 0);
              double all = Arrays.stream(halves).sum();
              for (int i = 0; i < blocks; i++) {
                if (halves[i] > 0) {
                  network.connect(
                      node(edge.layer(), i),
                      PREFIXES.size() * blocks + edge.node(),
                      halves[i] / (1 + edge.resistance() * all));
                }
              }
            });
  }

  private double shape(Side side, int i) {
    Block block = plan.blocks().get(i);
    return side.isAcross() ? block.height() / block.width() : block.width() / block.height();
  }

  private boolean isAtRim(Side side, int i) {
    Block block = plan.blocks().get(i);
    double distance =
        switch (side) {
          case WEST -> block.left();
          case EAST -> plan.width() - block.right();
          case NORTH -> plan.height() - block.top();
          case SOUTH -> block.bottom();
        };
    return Math.abs(distance) < FloorPlan.TOLERANCE;
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
    int[] nodes = new int[blocks];
    Arrays.setAll(nodes, i -> i);
    return new Leakage(
        config.ambient(), nodes, plan.blocks().stream().mapToDouble(Block::area).toArray());
  }

  @Override
  public double[] watts(double[] blockWatts) {
    return Arrays.copyOf(blockWatts, network.size());
  }

  @Override
  public double[] blockKelvin(double[] rise) {
    double[] kelvin = Arrays.copyOf(rise, blocks);
    for (int i = 0; i < blocks; i++) {
      kelvin[i] += config.ambient();
    }
    return kelvin;
  }

  /** Each cell has its block's temperature; gaps of the plan have the mean of all. */
  @Override
  public TemperatureMap map(double[] rise) {
    double[] kelvin = blockKelvin(rise);
    double mean = Arrays.stream(kelvin).average().orElse(config.ambient());
    var grid = new GridMap(plan, config.rows(), config.columns());
    return new TemperatureMap(
        config.rows(), config.columns(), plan.width(), plan.height(), grid.paint(kelvin, mean));
  }

  @Override
  public Map<String, Double> kelvinByName(double[] rise) {
    var kelvin = new LinkedHashMap<String, Double>();
    for (int i = 0; i < rise.length; i++) {
      kelvin.put(name(i), rise[i] + config.ambient());
    }
    return kelvin;
  }

  private String name(int node) {
    int layer = node / blocks;
    return layer < PREFIXES.size()
        ? PREFIXES.get(layer) + plan.blocks().get(node % blocks).name()
        : "inode_" + (node - PREFIXES.size() * blocks);
  }

  @Override
  public double[] riseByName(Map<String, Double> kelvin) {
    double[] rise = new double[network.size()];
    Arrays.setAll(rise, i -> rise(kelvin, name(i)));
    return rise;
  }
}
