package io.wattune.evaluation.heat;

import io.wattune.testbed.heat.HeatEvaluation;
import io.wattune.testbed.heat.HeatEvaluation.Row;
import io.wattune.testbed.server.DocumentFigure;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * An evaluation of thermal management.
 *
 * @param card the testbed's name
 * @param about what of it was published and what was chosen
 * @param rows each workload at each limit
 * @param figures the document's figures beside ours
 */
record HeatResult(String card, String about, List<Row> rows, List<DocumentFigure> figures) {
  /** A predicted clock is a tenth faster or more, where both hold a limit that can be held. */
  static final double MOST_RATIO = 0.9;

  static HeatResult of(HeatEvaluation evaluation, List<Row> rows) {
    return new HeatResult(
        evaluation.card().data().name(),
        evaluation.card().data().about(),
        rows,
        HeatFigures.of(evaluation, rows));
  }

  /** Geometric mean of predictive against document, where both hold limits that can be held. */
  double heldRatio() {
    return ratio(rows.stream().filter(Row::isReachable).toList(), Row::heldSlowdown);
  }

  /** The same over all limits: where the slowest clock is too hot, nothing can be gained. */
  double heldRatioOfAll() {
    return ratio(rows, Row::heldSlowdown);
  }

  /** The same against the document's controller as it is, which exceeds its limits. */
  double ratio() {
    return ratio(rows.stream().filter(Row::isReachable).toList(), Row::documentSlowdown);
  }

  private static double ratio(List<Row> rows, ToDoubleFunction<Row> other) {
    double sum =
        rows.stream()
            .mapToDouble(row -> Math.log(row.predictiveSlowdown() / other.applyAsDouble(row)))
            .sum();
    return rows.isEmpty() ? 1 : Math.exp(sum / rows.size());
  }

  /** The most that the predictive controller was above limit and stated error: not above 0. */
  double beyondStated() {
    return rows.stream().mapToDouble(row -> row.predictive().beyondStatedKelvin()).max().orElse(0);
  }

  double overshoot(ToDoubleFunction<Row> of) {
    return rows.stream().mapToDouble(of).max().orElse(0);
  }

  boolean isMet() {
    return beyondStated() <= 0 && heldRatio() <= MOST_RATIO;
  }
}
