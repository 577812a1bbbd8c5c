package io.wattune.core.thermal.solver;

import java.util.Arrays;
import java.util.List;

/**
 * A rectangle of equal cells in layers, and single nodes around it. Node {@code (row, column,
 * layer)} has the index {@code (row columns + column) layers + layer}; row 0 is the northern one.
 * Single nodes follow.
 */
public final class GridNetwork implements HeatNetwork {
  private final GridGeometry geometry;
  private final List<GridLayer> layers;
  private final List<GridEdge> edges;
  private final DenseNetwork around;
  private final int singles;
  private final GridOperator plain;

  /**
   * A network.
   *
   * @param width metres from west to east
   * @param height metres from south to north
   * @param rows rows of cells
   * @param columns columns of cells
   * @param layers from the top down
   * @param edges which rims touch which single nodes
   * @param around the single nodes; where there is no edge, the network has none of them
   */
  public GridNetwork(
      double width,
      double height,
      int rows,
      int columns,
      List<GridLayer> layers,
      List<GridEdge> edges,
      DenseNetwork around) {
    geometry = GridGeometry.of(width, height, rows, columns);
    this.layers = List.copyOf(layers);
    this.edges = List.copyOf(edges);
    this.around = around;
    singles = edges.isEmpty() ? 0 : around.size();
    plain = operator(1, new double[rows * columns * layers.size() + singles]);
  }

  private GridOperator operator(double scale, double[] added) {
    double[][] among =
        singles == 0
            ? new double[0][]
            : around.matrix(scale, added, geometry.cells() * layers.size());
    List<GridLayer> scaled = layers.stream().map(l -> l.scaled(scale)).toList();
    List<GridEdge> wider =
        edges.stream()
            .map(e -> new GridEdge(e.layer(), e.side(), e.node(), e.resistance() / scale))
            .toList();
    return new GridOperator(geometry, scaled, wider, among, added);
  }

  @Override
  public int size() {
    return plain.size();
  }

  /** Index of a cell's node in a layer. */
  public int index(int row, int column, int layer) {
    return (row * geometry.columns + column) * layers.size() + layer;
  }

  /** Index of a single node. */
  public int indexOfSingle(int node) {
    return geometry.cells() * layers.size() + node;
  }

  @Override
  public double[] capacities() {
    double[] capacities = new double[size()];
    double area = geometry.dx[0] * geometry.dy[0];
    for (int cell = 0; cell < geometry.cells(); cell++) {
      for (int l = 0; l < layers.size(); l++) {
        capacities[cell * layers.size() + l] = area * layers.get(l).heat();
      }
    }
    System.arraycopy(around.capacities(), 0, capacities, size() - singles, singles);
    return capacities;
  }

  @Override
  public void flow(double[] rise, double[] out) {
    plain.apply(rise, out);
  }

  @Override
  public void flowToAir(double[] rise, double[] out) {
    double area = geometry.dx[0] * geometry.dy[0];
    for (int cell = 0; cell < geometry.cells(); cell++) {
      for (int l = 0; l < layers.size(); l++) {
        int at = cell * layers.size() + l;
        out[at] = area * layers.get(l).air() * rise[at];
      }
    }
    if (singles > 0) {
      double[] single = new double[singles];
      around.flowToAir(Arrays.copyOfRange(rise, size() - singles, size()), single);
      System.arraycopy(single, 0, out, size() - singles, singles);
    }
  }

  @Override
  public HeatSolver solver(double scale, double[] added) {
    return new Multigrid(operator(scale, added));
  }
}
