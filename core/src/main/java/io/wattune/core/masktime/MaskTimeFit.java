package io.wattune.core.masktime;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * {@link MaskTime} from measured times. Errors are relative, least squares of {@code predicted /
 * measured - 1}: a table goes over two orders of magnitude, and each of its rows counts alike.
 *
 * <p>Which terms it has is chosen by the corrected Akaike criterion (Hurvich and Tsai 1989): {@code
 * n ln(sum of squares / n) + 2 k + 2 k (k + 1) / (n - k - 1)}, the least wins. Errors below 0.1 %
 * count as 0.1 %: below that no form is better than another. Of forms that are as likely by it the
 * one wins that predicts left-out rows best. Test: {@code MaskTimeFitTest}.
 */
public final class MaskTimeFit {
  private static final double LEAST_ERROR = 1e-3;
  private static final int FOLDS = 5;

  /** Forms whose criterion is so near are as likely (Burnham and Anderson 2002, section 2.6). */
  private static final double AS_LIKELY = 4;

  private static final int MOST_TRIED = 6;

  private MaskTimeFit() {}

  /**
   * A fitted time.
   *
   * @param time its constants
   * @param leftOutError mean relative error of rows that had no part in the constants: the table in
   *     five parts, each predicted by a fit of the others in the same form; NaN where a table is
   *     too short for that
   */
  public record Fitted(MaskTime time, double leftOutError) {}

  /** Fits a table of at least one row. */
  public static Fitted of(List<MeasuredMask> table) {
    if (table.isEmpty()) {
      throw new IllegalArgumentException("there is no measured time to fit to");
    }
    record Scored(TimeForm form, MaskTime time, double criterion) {}
    var all = new FormFit(table);
    List<Scored> scored = new ArrayList<>();
    for (TimeForm form : TimeForm.all()) {
      if (table.size() > form.parameters() + 1) {
        FormFit.Solution solution = all.solve(form);
        double criterion = criterion(form.parameters(), solution.squares(), table.size());
        scored.add(new Scored(form, solution.time(), criterion));
      }
    }
    if (scored.isEmpty()) {
      // With fewer rows than the criterion needs, the simplest form has none.
      return new Fitted(all.solve(TimeForm.WORK_ALONE).time(), Double.NaN);
    }
    scored.sort(Comparator.comparingDouble(Scored::criterion));
    var leftOut = new LeftOut(table);
    Scored first = scored.get(0);
    var best = new Fitted(first.time(), leftOut.error(first.form()));
    for (Scored other : scored.subList(1, Math.min(MOST_TRIED, scored.size()))) {
      double error =
          other.criterion() - first.criterion() < AS_LIKELY
              ? leftOut.error(other.form())
              : Double.NaN;
      if (error < best.leftOutError()) {
        best = new Fitted(other.time(), error);
      }
    }
    return best;
  }

  /**
   * Seconds on one unit as they are believed to be where engines are not looked at, so that time is
   * as one over the number of units: the mark that a fit is held against. By the same relative
   * least squares: {@code sum r / sum r^2} with {@code r = 1 / (units seconds)}.
   */
  public static double naiveScale(List<MeasuredMask> table) {
    double sum = 0;
    double squares = 0;
    for (MeasuredMask row : table) {
      double ratio = 1 / (row.count() * row.seconds());
      sum += ratio;
      squares += ratio * ratio;
    }
    return sum / squares;
  }

  private static double criterion(int k, double squares, int n) {
    double variance = squares / n + LEAST_ERROR * LEAST_ERROR;
    return n * StrictMath.log(variance) + 2 * k + 2.0 * k * (k + 1) / (n - k - 1);
  }

  /** Rows go to the parts in turn, so that no part is an end of the table. */
  private static final class LeftOut {
    private final List<MeasuredMask> table;
    private final List<FormFit> kept = new ArrayList<>();

    LeftOut(List<MeasuredMask> table) {
      this.table = table;
      for (int fold = 0; fold < FOLDS && table.size() > FOLDS; fold++) {
        List<MeasuredMask> others = new ArrayList<>();
        for (int i = 0; i < table.size(); i++) {
          if (i % FOLDS != fold) {
            others.add(table.get(i));
          }
        }
        kept.add(new FormFit(others));
      }
    }

    double error(TimeForm form) {
      if (table.size() < FOLDS * (form.parameters() + 2)) {
        return Double.NaN;
      }
      double sum = 0;
      for (int fold = 0; fold < FOLDS; fold++) {
        MaskTime time = kept.get(fold).solve(form).time();
        for (int i = fold; i < table.size(); i += FOLDS) {
          MeasuredMask row = table.get(i);
          sum += Math.abs(time.seconds(row.units()) / row.seconds() - 1);
        }
      }
      return sum / table.size();
    }
  }
}
