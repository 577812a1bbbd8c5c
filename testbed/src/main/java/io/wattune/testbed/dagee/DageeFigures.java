package io.wattune.testbed.dagee;

import io.wattune.testbed.server.DocumentFigure.Kind;
import io.wattune.testbed.server.DocumentFigures;
import io.wattune.testbed.server.ServerResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Winograd's form of Strassen's algorithm as a graph of kernels beside figures 2.8 to 2.10 of Chow
 * 2023.
 */
public final class DageeFigures extends DocumentFigures {
  private DageeFigures() {}

  /** Runs all of them. */
  public static ServerResult run() {
    var figures = new DageeFigures();
    figures.all();
    return new ServerResult(figures.figures(), policies());
  }

  private static GraphRun.Outcome of(GraphPolicy policy, int size) {
    return GraphRun.of(TaskGraph.strassen(size), policy);
  }

  private static double mean(ToDoubleFunction<Integer> value) {
    return TaskGraph.SIZES.stream().mapToDouble(value).average().orElseThrow();
  }

  /** How much faster than one product, as a part. */
  static double speedUp(GraphPolicy policy) {
    return mean(
        size ->
            GraphRun.of(TaskGraph.product(size), GraphPolicy.SEQUENTIAL).seconds()
                    / of(policy, size).seconds()
                - 1);
  }

  private static double slowdown(GraphPolicy policy, int size) {
    return of(policy, size).seconds() / of(GraphPolicy.DAG, size).seconds();
  }

  private static double change(GraphPolicy policy, ToDoubleFunction<GraphRun.Outcome> value) {
    return mean(
        size ->
            value.applyAsDouble(of(policy, size)) / value.applyAsDouble(of(GraphPolicy.DAG, size))
                - 1);
  }

  private void all() {
    add(
        "2.8",
        "sequential: faster than one product, mean of sizes",
        "0.058",
        number(speedUp(GraphPolicy.SEQUENTIAL)),
        Kind.CALIBRATION);
    add("2.8", "dag: the same", "0.153", speedUp(GraphPolicy.DAG));
    add("2.8", "history: the same", "-", speedUp(GraphPolicy.HISTORY));
    boolean isFalling = slowdown(GraphPolicy.PACKED, 4096) > slowdown(GraphPolicy.PACKED, 32768);
    add(
        "2.9",
        "packed is slower than dag, and less so for larger sizes",
        "yes",
        yes(slowdown(GraphPolicy.PACKED, 32768) > 1 && isFalling));
    boolean isBetter =
        TaskGraph.SIZES.stream()
            .allMatch(
                size ->
                    slowdown(GraphPolicy.PACKED, size) < slowdown(GraphPolicy.DISTRIBUTED, size));
    add("2.9", "packed is faster than distributed", "yes", yes(isBetter));
    for (GraphPolicy policy : List.of(GraphPolicy.PACKED, GraphPolicy.DISTRIBUTED)) {
      double power = change(policy, GraphRun.Outcome::watts);
      add("2.10a", policy.word() + ": change of power against dag", "-0.254", power);
    }
    double packed = change(GraphPolicy.PACKED, GraphRun.Outcome::joules);
    add("2.10b", "packed: change of energy against dag", "-0.180", packed);
    double distributed = change(GraphPolicy.DISTRIBUTED, GraphRun.Outcome::joules);
    add("2.10b", "distributed: the same", "-0.160", distributed);
    double history = change(GraphPolicy.HISTORY, GraphRun.Outcome::joules);
    add("2.10b", "history: the same", "-", history);
  }

  private static Map<String, Map<String, Double>> policies() {
    Map<String, Map<String, Double>> all = new LinkedHashMap<>();
    for (GraphPolicy policy : GraphPolicy.values()) {
      Map<String, Double> values = new LinkedHashMap<>();
      for (int size : TaskGraph.SIZES) {
        GraphRun.Outcome outcome = of(policy, size);
        values.put("seconds." + size, outcome.seconds());
        values.put("watts." + size, outcome.watts());
        values.put("joules." + size, outcome.joules());
      }
      all.put(policy.word(), values);
    }
    return all;
  }
}
