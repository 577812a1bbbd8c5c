package io.wattune.core.thermal.model;

import io.wattune.core.thermal.config.Parameter;
import io.wattune.core.thermal.config.Slab;
import io.wattune.core.thermal.config.ThermalConfig;
import io.wattune.core.thermal.solver.DenseNetwork;
import io.wattune.core.thermal.solver.GridEdge;
import io.wattune.core.thermal.solver.Side;
import java.util.ArrayList;
import java.util.List;

/**
 * What lies beyond the chip's outline: HotSpot's package nodes, one for each side. Of the spreader
 * (0 to 3), of the sink under the spreader (4 to 7) and beyond it (8 to 11); with the secondary
 * path of the substrate (12 to 15), the solder (16 to 19), the board under it (20 to 23) and beyond
 * it (24 to 27); west, east, north, south. Equations: HotSpot 6.0, {@code populate_package_R} and
 * {@code populate_package_C}; heat flows down through the whole of a layer. W/K and J/K. Test:
 * {@code GridModelTest}, and {@code ThermalCommandTest} against HotSpot.
 */
final class Surroundings {
  /** HotSpot's factor for a lumped capacity, its {@code C_FACTOR}. */
  static final double LUMPED = 0.333;

  static final int SPREADER = 0;
  static final int INNER_SINK = 4;
  static final int OUTER_SINK = 8;
  static final int SUBSTRATE = 12;
  static final int SOLDER = 16;
  static final int INNER_BOARD = 20;
  static final int OUTER_BOARD = 24;

  private final ThermalConfig config;
  private final double width;
  private final double height;
  private final boolean secondary;

  Surroundings(ThermalConfig config, double width, double height) {
    this.config = config;
    this.width = width;
    this.height = height;
    secondary = config.is(Parameter.MODEL_SECONDARY);
    check(Parameter.S_SPREADER);
    if (secondary) {
      check(Parameter.S_SUB);
      check(Parameter.S_SOLDER);
    }
  }

  /** Rounding of a plan's sizes must not make a chip wider than its spreader. */
  private void check(Parameter side) {
    double metres = config.get(side);
    if (width > metres * (1 + 1e-9) || height > metres * (1 + 1e-9)) {
      throw new IllegalArgumentException(
          ("the chip is %s x %s m: larger than %s, which is %s m. Are the floor plan's "
                  + "numbers metres?")
              .formatted(width, height, side.label(), metres));
    }
  }

  int size() {
    return secondary ? 28 : 12;
  }

  private static Ring ring(double side, double width, double height) {
    return new Ring(side, Math.min(side, width), Math.min(side, height));
  }

  private Ring spreader() {
    return ring(config.get(Parameter.S_SPREADER), width, height);
  }

  /** K/W per square metre from a sink's surface to the air, through the sink. */
  double sinkToAir() {
    double side = config.get(Parameter.S_SINK);
    Slab sink = config.sink();
    return sink.thickness() / sink.conductivity() + config.get(Parameter.R_CONVEC) * side * side;
  }

  /** J/K of a square metre of sink with its share of the air's. */
  double sinkHeat() {
    double side = config.get(Parameter.S_SINK);
    return LUMPED
        * (config.sink().heat() * config.sink().thickness()
            + config.get(Parameter.C_CONVEC) / (side * side));
  }

  /** K/W per square metre from the board to the air. */
  double boardToAir() {
    double side = config.get(Parameter.S_PCB);
    return config.get(Parameter.R_CONVEC_SEC) * side * side;
  }

  /** J/K of a square metre of board with its share of the air's. */
  double boardHeat() {
    double side = config.get(Parameter.S_PCB);
    Slab board = SecondaryLayer.BOARD.slab(config);
    return LUMPED
        * (board.heat() * board.thickness() + config.get(Parameter.C_CONVEC_SEC) / (side * side));
  }

  /** Adds the nodes' conductances and capacities, the first node at {@code from}. */
  void addTo(DenseNetwork network, int from) {
    for (Side side : Side.values()) {
      primary(network, from, side);
      if (secondary) {
        secondary(network, from, side);
      }
    }
  }

  private void primary(DenseNetwork network, int from, Side side) {
    boolean across = side.isAcross();
    int at = from + side.ordinal();
    double sinkSide = config.get(Parameter.S_SINK);
    double spreaderSide = config.get(Parameter.S_SPREADER);
    Slab spreader = config.spreader();
    Slab sink = config.sink();
    double area = spreader().area(across);
    var beyond = new Ring(sinkSide, spreaderSide, spreaderSide);
    network.connect(
        at + SPREADER, at + INNER_SINK, area * spreader.conductivity() / spreader.thickness());
    double lateral = spreader().outside(sink, across) + beyond.inside(sink, across);
    if (lateral > 0) {
      network.connect(at + INNER_SINK, at + OUTER_SINK, 1 / lateral);
    }
    network.connectToAir(at + INNER_SINK, area / sinkToAir());
    network.connectToAir(at + OUTER_SINK, beyond.area(across) / sinkToAir());
    network.addCapacity(at + SPREADER, LUMPED * spreader.heat() * spreader.thickness() * area);
    network.addCapacity(at + INNER_SINK, sinkHeat() * area);
    network.addCapacity(at + OUTER_SINK, sinkHeat() * beyond.area(across));
    if (area == 0) {
      holdAtAir(network, at + SPREADER);
    }
    if (lateral == 0) {
      holdAtAir(network, at + INNER_SINK);
      holdAtAir(network, at + OUTER_SINK);
    }
  }

  /** A node of no extent touches nothing: it must not make the matrix singular. */
  private static void holdAtAir(DenseNetwork network, int node) {
    network.connectToAir(node, 1);
  }

  private void secondary(DenseNetwork network, int from, Side side) {
    boolean across = side.isAcross();
    int at = from + side.ordinal();
    Slab solder = SecondaryLayer.SOLDER.slab(config);
    Slab board = SecondaryLayer.BOARD.slab(config);
    Slab substrate = SecondaryLayer.SUBSTRATE.slab(config);
    Ring underSolder = ring(config.get(Parameter.S_SOLDER), width, height);
    double solderSide = config.get(Parameter.S_SOLDER);
    var beyond = new Ring(config.get(Parameter.S_PCB), solderSide, solderSide);
    double area = underSolder.area(across);
    double ofSubstrate = ring(config.get(Parameter.S_SUB), width, height).area(across);
    network.connect(at + SUBSTRATE, at + SOLDER, area * solder.conductivity() / solder.thickness());
    network.connect(at + SOLDER, at + INNER_BOARD, area * board.conductivity() / board.thickness());
    double lateral = underSolder.outside(board, across) + beyond.inside(board, across);
    if (lateral > 0) {
      network.connect(at + INNER_BOARD, at + OUTER_BOARD, 1 / lateral);
    }
    network.connectToAir(at + INNER_BOARD, area / boardToAir());
    network.connectToAir(at + OUTER_BOARD, beyond.area(across) / boardToAir());
    network.addCapacity(
        at + SUBSTRATE, LUMPED * substrate.heat() * substrate.thickness() * ofSubstrate);
    network.addCapacity(at + SOLDER, LUMPED * solder.heat() * solder.thickness() * area);
    network.addCapacity(at + INNER_BOARD, boardHeat() * area);
    network.addCapacity(at + OUTER_BOARD, boardHeat() * beyond.area(across));
    if (area == 0) {
      holdAtAir(network, at + SUBSTRATE);
      holdAtAir(network, at + SOLDER);
    }
    if (lateral == 0) {
      holdAtAir(network, at + INNER_BOARD);
      holdAtAir(network, at + OUTER_BOARD);
    }
  }

  /** How the layers' rims touch the nodes, where these have an extent. */
  List<GridEdge> edges(int spreaderLayer, int sinkLayer) {
    List<GridEdge> edges = new ArrayList<>();
    for (Side side : Side.values()) {
      boolean across = side.isAcross();
      int at = side.ordinal();
      if (spreader().area(across) > 0) {
        edges.add(
            new GridEdge(
                spreaderLayer, side, SPREADER + at, spreader().inside(config.spreader(), across)));
      }
      if (config.get(Parameter.S_SINK) > (across ? width : height)) {
        edges.add(
            new GridEdge(
                sinkLayer, side, INNER_SINK + at, spreader().inside(config.sink(), across)));
      }
      if (secondary) {
        addSecondary(edges, side, across);
      }
    }
    return edges;
  }

  private void addSecondary(List<GridEdge> edges, Side side, boolean across) {
    Ring solder = ring(config.get(Parameter.S_SOLDER), width, height);
    Ring substrate = ring(config.get(Parameter.S_SUB), width, height);
    int at = side.ordinal();
    if (solder.area(across) > 0) {
      edges.add(
          new GridEdge(
              SecondaryLayer.SUBSTRATE.ordinal(),
              side,
              SUBSTRATE + at,
              substrate.inside(SecondaryLayer.SUBSTRATE.slab(config), across)));
      edges.add(
          new GridEdge(
              SecondaryLayer.SOLDER.ordinal(),
              side,
              SOLDER + at,
              solder.inside(SecondaryLayer.SOLDER.slab(config), across)));
    }
    if (config.get(Parameter.S_PCB) > Math.min(solder.side(), across ? width : height)) {
      if (config.get(Parameter.S_PCB) > (across ? width : height)) {
        edges.add(
            new GridEdge(
                SecondaryLayer.BOARD.ordinal(),
                side,
                INNER_BOARD + at,
                solder.inside(SecondaryLayer.BOARD.slab(config), across)));
      }
    }
  }
}
