package io.wattune.core.reading;

import java.util.Arrays;

/**
 * Estimates how often a sensor takes a new value from the times between changes of its value.
 *
 * <p>A sensor that changes at every update changes at each period, a flat one now and then: all
 * intervals are multiples of the period, each off by what polling cannot resolve, which may be half
 * the period. For a candidate {@code T} let {@code r} be an interval's distance from its multiple
 * of {@code T}; the mean of {@code r^2} over {@code T^2 / 12}, what a wrong {@code T} gives, is
 * smallest at the true one (of seven intervals in eight, as a driver may renew a value out of
 * turn): a half, third or quarter of it fits no worse in {@code r}, but has the smaller {@code T}.
 * The sum of the intervals over the sum of their multiples then gives the period with an error that
 * falls with their number; successive estimates are averaged.
 *
 * <p>Between one and two polling intervals this is blind, since the changes then lie on the polls'
 * own grid; there the mix of single and double intervals gives the period.
 *
 * <p>The search over candidates is made for the first intervals and from time to time; in between a
 * known period is only refined, so a change costs a few operations on average. Test: {@code
 * SampleFilterTest}.
 */
final class UpdatePeriod {
  private static final long LONGEST_NANOS = 10_000_000_000L;
  private static final int FIRST_ESTIMATE = 4;

  /** Intervals after which the period is looked at only once in as many. */
  private static final int SETTLED_AFTER = 128;

  private static final int SEARCH_EVERY = 1024;
  private static final double GRID = 1.02;
  private static final int SCORED_MULTIPLES = 6;
  private static final int LEAST_SHARE = 4;
  private static final int SUMMED_MULTIPLES = 20;
  private static final int LEFT_OUT = 8;

  /** What a wrong period gives when the worst interval in eight is left out. */
  private static final double POOR_SCORE = 49.0 / 64;

  private static final double CLEARLY_BETTER = 0.7;
  private static final double SAME_PERIOD = 0.1;

  private UpdatePeriod() {}

  /** An interval has been noted: estimates the period where it is time to. */
  static void note(SampleState state) {
    long seen = state.intervalsSeen;
    boolean early =
        seen == FIRST_ESTIMATE || seen == 2 * FIRST_ESTIMATE || seen == 4 * FIRST_ESTIMATE;
    boolean due = seen % (seen <= SETTLED_AFTER ? SampleState.INTERVALS : SETTLED_AFTER) == 0;
    if (!early && !due) {
      return;
    }
    long[] sorted = sorted(state);
    double between = betweenOneAndTwoPolls(sorted, state);
    boolean searches = early || seen == SampleState.INTERVALS || seen % SEARCH_EVERY == 0;
    settle(state, sorted, between > 0 ? between : multiplesOf(sorted, state, early, searches));
  }

  /** The period that the intervals are multiples of: the known one, or one that fits better. */
  private static double multiplesOf(
      long[] sorted, SampleState state, boolean early, boolean searches) {
    double known = state.periodNanos;
    double score = score(sorted, known, state.pollNanos);
    if (!searches && score <= POOR_SCORE) {
      return known;
    }
    double found = search(sorted, state.pollNanos);
    boolean better = early || score(sorted, found, state.pollNanos) < CLEARLY_BETTER * score;
    return better ? found : known;
  }

  /**
   * A sensor whose period lies between one and two polling intervals shows a new value after one
   * poll or after two while it changes, and never after three; their mean is the period. One that
   * is polled more slowly than it changes, and repeats itself by chance, shows threes as well.
   * Returns 0 where that is not the picture. Late polls make a few threes too: they do not unsettle
   * a period that is known.
   */
  private static double betweenOneAndTwoPolls(long[] sorted, SampleState state) {
    long pollNanos = state.pollNanos;
    boolean known = state.periodNanos > 1.1 * pollNanos && state.periodNanos < 2 * pollNanos;
    int ones = 0;
    int twos = 0;
    int threes = 0;
    long sum = 0;
    for (long interval : sorted) {
      double polls = (double) interval / pollNanos;
      if (polls < 2.5) {
        sum += interval;
        ones += polls < 1.5 ? 1 : 0;
        twos += polls < 1.5 ? 0 : 1;
      } else if (polls < 3.5) {
        threes++;
      }
    }
    boolean mixed = ones >= 3 && twos >= 3 && 5 * twos >= ones;
    return mixed && (known ? 2 : 8) * threes <= twos ? (double) sum / (ones + twos) : 0;
  }

  private static long[] sorted(SampleState state) {
    int n = (int) Math.min(state.intervalsSeen, SampleState.INTERVALS);
    long[] sorted = Arrays.copyOf(state.intervals, n);
    Arrays.sort(sorted);
    return sorted;
  }

  private static double search(long[] sorted, long pollNanos) {
    double most = 2.0 * sorted[sorted.length / 4];
    double best = sorted[0];
    double least = Double.POSITIVE_INFINITY;
    for (double period = 0.8 * sorted[0]; period <= most && period > 0; period *= GRID) {
      double score = score(sorted, period, pollNanos);
      if (score < least) {
        least = score;
        best = period;
      }
    }
    return best;
  }

  /**
   * 0 where all intervals are multiples of the period, about 1 where it has nothing to do with
   * them. Times of changes are multiples of the polling interval too: a period close to that one
   * must show in single steps. And a period must show in an interval of {@value #LEAST_SHARE}: a
   * driver that renews its value once out of turn, as some do when a load starts, does not show
   * one.
   */
  private static double score(long[] sorted, double period, long pollNanos) {
    if (!(period > 0)) {
      return Double.POSITIVE_INFINITY;
    }
    double[] squares = new double[sorted.length];
    int n = 0;
    int single = 0;
    while (n < sorted.length && sorted[n] < (SCORED_MULTIPLES + 0.5) * period) {
      double multiples = multiples(sorted[n], period);
      double off = sorted[n] / period - multiples;
      squares[n] = off * off;
      single += multiples == 1 ? 1 : 0;
      n++;
    }
    boolean isThePolling = period < 1.5 * pollNanos && 2 * single < n;
    boolean isSeldom = LEAST_SHARE * n < sorted.length;
    return isSeldom || isThePolling ? Double.POSITIVE_INFINITY : 12 * meanOfMost(squares, n);
  }

  private static double meanOfMost(double[] squares, int n) {
    Arrays.sort(squares, 0, n);
    int kept = n - n / LEFT_OUT;
    double sum = 0;
    for (int i = 0; i < kept; i++) {
      sum += squares[i];
    }
    return sum / kept;
  }

  private static void settle(SampleState state, long[] sorted, double roughly) {
    double period = roughly;
    for (int pass = 0; pass < 2 && period > 0; pass++) {
      double sum = 0;
      double multiples = 0;
      for (int i = 0; i < sorted.length && sorted[i] < SUMMED_MULTIPLES * period; i++) {
        sum += sorted[i];
        // None for what came out of turn: the interval after it is shorter by as much.
        multiples += Math.rint(sorted[i] / period);
      }
      period = multiples == 0 ? period : sum / multiples;
    }
    if (!(period > 0 && period <= LONGEST_NANOS)) {
      return;
    }
    boolean same =
        sorted.length == SampleState.INTERVALS
            && Math.abs(period - state.periodNanos) < SAME_PERIOD * period;
    state.periodNanos = Math.round(same ? 0.875 * state.periodNanos + 0.125 * period : period);
  }

  private static double multiples(long interval, double period) {
    return Math.max(1, Math.rint(interval / period));
  }
}
