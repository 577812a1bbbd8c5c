package io.wattune.core.sensitivity.training;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Sensitivity as it is measured: the relative change of performance per relative change of one
 * tunable, the others at their highest values (Paul et al. 2015, "Harmonia", section 4.1).
 *
 * <p>{@code S = (1 - t_max/t_low) / (1 - x_low/x_max)}, where {@code t} is the time of an
 * invocation and {@code x} the tunable's value. Exact for the times that it is given; with noise
 * {@code s} of each it has a standard error of at most {@code sqrt(2) s / (1 - x_low/x_max)}.
 * {@code MeasuredSensitivityTest} shows both.
 *
 * <p>Differs from the source: the paper's relative change of <em>times</em> would give -2 where
 * half the units take twice as long; performance relative to the highest gives 1.
 */
public final class MeasuredSensitivity {

  private MeasuredSensitivity() {}

  /** From the lowest value of a tunable to its highest. */
  public static double overWholeRange(List<SweepRow> ofOneKernel, String tunable) {
    List<SweepRow> ladder = ladder(ofOneKernel, tunable);
    return between(ladder.get(0), ladder.get(ladder.size() - 1), tunable);
  }

  /** Mean over all values below the highest, each against the highest. */
  public static double meanOverLevels(List<SweepRow> ofOneKernel, String tunable) {
    List<SweepRow> ladder = ladder(ofOneKernel, tunable);
    SweepRow highest = ladder.get(ladder.size() - 1);
    return ladder.subList(0, ladder.size() - 1).stream()
        .mapToDouble(low -> between(low, highest, tunable))
        .average()
        .orElseThrow();
  }

  /** The row at the highest value of every tunable. */
  static SweepRow highest(List<SweepRow> ofOneKernel) {
    List<SweepRow> ladder =
        ladder(ofOneKernel, ofOneKernel.get(0).configuration().settings().get(0).tunable());
    return ladder.get(ladder.size() - 1);
  }

  private static double between(SweepRow low, SweepRow highest, String tunable) {
    double performance = highest.seconds() / low.seconds();
    double share = (double) low.value(tunable) / highest.value(tunable);
    return (1 - performance) / (1 - share);
  }

  /** The rows that differ from the highest configuration in this tunable alone, ascending. */
  private static List<SweepRow> ladder(List<SweepRow> rows, String tunable) {
    Stream<SweepRow> left = rows.stream();
    for (String other :
        rows.get(0).configuration().settings().stream().map(each -> each.tunable()).toList()) {
      if (!other.equals(tunable)) {
        long highest = rows.stream().mapToLong(row -> row.value(other)).max().orElseThrow();
        left = left.filter(row -> row.value(other) == highest);
      }
    }
    List<SweepRow> ladder =
        left.sorted(Comparator.comparingLong(row -> row.value(tunable))).toList();
    if (ladder.size() < 2) {
      throw new IllegalArgumentException(
          ("the sensitivity of '%s' to '%s' needs two of its values with all else at its "
                  + "highest, has %s")
              .formatted(rows.get(0).kernel(), tunable, ladder.size()));
    }
    return ladder;
  }
}
