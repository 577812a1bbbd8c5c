package io.wattune.evaluation.masks;

import io.wattune.core.mask.CuLayout;
import io.wattune.core.masktime.MaskTimeFit;
import io.wattune.core.masktime.MeasuredMask;
import io.wattune.schemas.failure.EngineException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A table beside what the rule, fitted to it, says.
 *
 * @param naive the mark: time as one over the number of units
 */
public record MaskEvaluation(
    List<Row> rows, MaskTimeFit.Fitted fitted, Errors errors, Errors naive) {

  /** A measured time and the rule's. */
  public record Row(MaskRow measured, double predictedSeconds) {}

  /** Sizes of relative errors, as fractions of what was measured. */
  public record Errors(double mean, double largest) {
    private static Errors of(double[] predicted, List<MeasuredMask> table) {
      double sum = 0;
      double largest = 0;
      for (int i = 0; i < predicted.length; i++) {
        double error = Math.abs(predicted[i] / table.get(i).seconds() - 1);
        sum += error;
        largest = Math.max(largest, error);
      }
      return new Errors(sum / predicted.length, largest);
    }
  }

  /**
   * Holds the rule against a table, and says what came out.
   *
   * @param json as one JSON object, or for people
   */
  public static String print(Path table, CuLayout layout, boolean json) throws EngineException {
    MaskEvaluation evaluation = of(MaskTable.read(table, layout), layout);
    return json ? MasksReport.json(evaluation, layout) : MasksReport.text(evaluation, layout);
  }

  static MaskEvaluation of(List<MaskRow> measured, CuLayout layout) {
    List<MeasuredMask> table =
        measured.stream()
            .map(row -> new MeasuredMask(row.mask().countsByEngine(layout), row.seconds()))
            .toList();
    MaskTimeFit.Fitted fitted = MaskTimeFit.of(table);
    double scale = MaskTimeFit.naiveScale(table);
    double[] predicted = new double[table.size()];
    double[] naive = new double[table.size()];
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < table.size(); i++) {
      predicted[i] = fitted.time().seconds(table.get(i).units());
      naive[i] = scale / table.get(i).count();
      rows.add(new Row(measured.get(i), predicted[i]));
    }
    return new MaskEvaluation(rows, fitted, Errors.of(predicted, table), Errors.of(naive, table));
  }
}
