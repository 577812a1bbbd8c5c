package io.wattune.core.energymodel;

import java.util.List;
import java.util.function.Function;
import java.util.function.IntConsumer;

/**
 * Each kernel's power as a model predicts it that was fitted, and chosen, without that kernel. Of
 * up to {@link #MOST_ALONE} kernels each is left out alone; of more, several at once, every
 * so-many-th of the table, which is at most harder.
 *
 * @param table the kernels
 * @param predictions one for each
 * @param atOnce most kernels that were left out at once
 */
public record LeaveOneOut(KernelTable table, List<PowerPrediction> predictions, int atOnce) {
  /** With more kernels, the time of as many fits would grow without end. */
  static final int MOST_ALONE = 60;

  private static final int FEWEST_FOLDS = 10;

  /**
   * Leaves out each kernel.
   *
   * @param fit makes a model of a table
   * @param done called with how many fits are done
   */
  public static LeaveOneOut of(
      KernelTable table, Function<KernelTable, PowerModel> fit, IntConsumer done) {
    int n = table.size();
    if (n <= ResponseModel.FEWEST_KERNELS) {
      throw new IllegalArgumentException(
          "needs %s kernels at least to leave one out, had %s"
              .formatted(ResponseModel.FEWEST_KERNELS + 1, n));
    }
    int folds = folds(n);
    PowerPrediction[] predictions = new PowerPrediction[n];
    for (int fold = 0; fold < folds; fold++) {
      int left = fold;
      PowerModel model = fit.apply(table.where(i -> i % folds != left));
      for (int i = fold; i < n; i += folds) {
        predictions[i] = model.predict(table.rates()[i]);
      }
      done.accept(fold + 1);
    }
    return new LeaveOneOut(table, List.of(predictions), (n + folds - 1) / folds);
  }

  /** How many fits it takes. */
  public static int folds(int kernels) {
    return kernels <= MOST_ALONE
        ? kernels
        : Math.max(FEWEST_FOLDS, MOST_ALONE * MOST_ALONE / kernels);
  }

  /** Mean over the kernels of the error's size, as a share of the measured power. */
  public double meanAbsoluteError() {
    double sum = 0;
    for (int i = 0; i < predictions.size(); i++) {
      double watts = table.watts()[i];
      sum += Math.abs(predictions.get(i).watts() - watts) / watts;
    }
    return sum / predictions.size();
  }

  /** The same of a constant, the mean of the other kernels. */
  public double meanAbsoluteErrorOfConstant() {
    int n = table.size();
    double total = 0;
    for (double each : table.watts()) {
      total += each;
    }
    double sum = 0;
    for (double each : table.watts()) {
      sum += Math.abs((total - each) / (n - 1) - each) / each;
    }
    return sum / n;
  }

  /** Share of the power's variance that is predicted; below 0 where a constant does better. */
  public double r2() {
    int n = table.size();
    double mean = 0;
    for (double each : table.watts()) {
      mean += each / n;
    }
    double off = 0;
    double all = 0;
    for (int i = 0; i < n; i++) {
      double error = predictions.get(i).watts() - table.watts()[i];
      off += error * error;
      all += (table.watts()[i] - mean) * (table.watts()[i] - mean);
    }
    return all > 0 ? 1 - off / all : Double.NaN;
  }

  /** Share of the kernels whose error is at most so many stated errors. */
  public double within(double errors) {
    int inside = 0;
    for (int i = 0; i < predictions.size(); i++) {
      PowerPrediction each = predictions.get(i);
      double error = Math.abs(each.watts() - table.watts()[i]);
      inside += error <= errors * each.standardErrorWatts() ? 1 : 0;
    }
    return inside / (double) predictions.size();
  }
}
