package io.wattune.core.meter;

import java.util.Arrays;

/**
 * When a sensor took its new values, from the polls between which each was first seen.
 *
 * <p>A sensor updates on a comb of its own: {@code t(n) = a + n T}. A poll sees an update up to one
 * poll interval late, which for a window of a quarter of the period is much; over many updates the
 * lateness averages out. For each {@value #SEGMENT} updates the period is the one at which the
 * middles of the poll intervals, folded, agree best: the largest {@code R(T) = |sum of exp(2 pi i m
 * / T)| / n}, which a true period brings to {@code sin(x) / x} with {@code x = pi b / T} for
 * intervals of length {@code b}. A line through the middles against their numbers then gives {@code
 * a} and {@code T} within {@code 2 b / sqrt(12 n)} at the ends. A value that came out of turn keeps
 * the middle of its interval, as all do where no comb shows.
 *
 * <p>Whole recordings are here at once; in the pipeline, where readings come one by one, {@link
 * io.wattune.core.reading.SampleFilter} does the same with less. Units: s, ns. Test: {@code
 * UpdateCombTest}.
 *
 * @param timesNanos when each value came about, strictly increasing
 * @param errorSeconds standard error of a time, on average
 * @param periodSeconds time between two updates; as estimated before where no comb shows
 */
@SuppressWarnings("ArrayRecordComponent") // Owned, never compared.
record UpdateComb(long[] timesNanos, double errorSeconds, double periodSeconds) {
  /** So few that a sensor's clock hardly wanders, so many that its lateness averages out. */
  private static final int SEGMENT = 256;

  private static final int LEAST_UPDATES = 16;

  /** Periods that are looked at, in terms of the one that was estimated. */
  private static final double LEAST_FACTOR = 0.7;

  private static final double MOST_FACTOR = 1.5;

  /** Steps of the search, as a turn of the last update against the first. */
  private static final double TURN = 0.125;

  /** A comb must show this share of the agreement that a true one does. */
  private static final double LEAST_AGREEMENT = 0.6;

  /** Agreement of points that have none, in its own standard deviations. */
  private static final double CHANCE = 4;

  /** Share of the updates that must lie in their intervals. */
  private static final double LEAST_INSIDE = 0.8;

  /** A comb as fine as the polls is the polls' own. */
  private static final double OWN_COMB = 0.03;

  /**
   * Places updates.
   *
   * @param fromNanos for each new value the poll before, ascending
   * @param toNanos the poll that saw it
   * @param roughSeconds update period, as estimated
   */
  static UpdateComb of(long[] fromNanos, long[] toNanos, double roughSeconds) {
    int n = fromNanos.length;
    long[] placed = new long[n];
    double variance = 0;
    double periods = 0;
    int onComb = 0;
    for (int start = 0; start < n; ) {
      int left = n - start;
      int count = left < 2 * SEGMENT ? (left < SEGMENT + LEAST_UPDATES ? left : left / 2) : SEGMENT;
      var segment =
          new Segment(
              Arrays.copyOfRange(fromNanos, start, start + count),
              Arrays.copyOfRange(toNanos, start, start + count),
              roughSeconds);
      variance += segment.place(placed, start) * count / n;
      periods += segment.period * count;
      onComb += segment.period > 0 ? count : 0;
      start += count;
    }
    for (int i = 1; i < n; i++) {
      placed[i] = Math.max(placed[i], placed[i - 1] + 1000);
    }
    return new UpdateComb(
        placed, Math.sqrt(variance), onComb == 0 ? roughSeconds : periods / onComb);
  }

  /** Updates that follow one another. */
  private static final class Segment {
    private final long[] from;
    private final double[] middle;
    private final double[] width;
    private final double rough;
    private final double polls;

    /** Time between the teeth that the times were put on; 0 where they were not. */
    private double period;

    Segment(long[] from, long[] to, double rough) {
      this.from = from;
      this.rough = rough;
      this.middle = new double[from.length];
      this.width = new double[from.length];
      for (int i = 0; i < from.length; i++) {
        width[i] = Math.min((to[i] - from[i]) * 1e-9, rough);
        middle[i] = (to[i] - from[0]) * 1e-9 - width[i] / 2;
      }
      double[] sorted = width.clone();
      Arrays.sort(sorted);
      this.polls = sorted[sorted.length / 2];
    }

    /** Puts the times where they belong, and returns their variance in s^2. */
    double place(long[] placed, int at) {
      double found = middle.length < LEAST_UPDATES ? 0 : bestPeriod();
      double[] line = found > 0 ? line(found) : new double[0];
      int inside = 0;
      for (int i = 0; i < middle.length; i++) {
        double half = width[i] / 2;
        double off = line.length == 0 ? 0 : tooth(line, i) - middle[i];
        boolean isInside = Math.abs(off) <= half + OWN_COMB * rough;
        inside += isInside ? 1 : 0;
        double seconds = middle[i] + (isInside ? Math.max(-half, Math.min(half, off)) : 0);
        placed[at + i] = from[0] + Math.round(seconds * 1e6) * 1000;
      }
      double loose = polls * polls / 12;
      if (line.length > 0 && inside >= LEAST_INSIDE * middle.length) {
        period = line[1];
        // At the ends of a line through n points the variance is four times that of its middle; 2
        // on
        // average.
        return loose * (2.0 / middle.length);
      }
      for (int i = 0; i < middle.length; i++) {
        placed[at + i] = from[0] + Math.round(middle[i] * 1e6) * 1000;
      }
      return loose;
    }

    private double tooth(double[] line, int i) {
      return line[0] + line[1] * Math.rint((middle[i] - line[0]) / line[1]);
    }

    /** The period of the best agreement; 0 where none is a comb's. */
    private double bestPeriod() {
      double span = middle[middle.length - 1] - middle[0];
      double best = 0;
      double most = 0;
      for (double tooth = LEAST_FACTOR * rough; tooth <= MOST_FACTOR * rough; ) {
        double agreement = agreement(tooth);
        if (agreement > most && !isThePolls(tooth, agreement)) {
          most = agreement;
          best = tooth;
        }
        tooth += TURN * tooth * tooth / span;
      }
      double x = Math.PI * Math.min(1, polls / Math.max(best, Double.MIN_NORMAL));
      double expected = x > 0 ? StrictMath.sin(x) / x : 1;
      double least = Math.max(LEAST_AGREEMENT * expected, CHANCE / Math.sqrt(2.0 * middle.length));
      return most >= least ? best : 0;
    }

    /** Whether a comb as fine as the polls explains the times as well. */
    private boolean isThePolls(double tooth, double agreement) {
      double multiple = Math.rint(tooth / polls);
      boolean isNear = Math.abs(tooth - multiple * polls) < OWN_COMB * tooth;
      return multiple <= 3
          && isNear
          && (multiple < 2 || agreement(tooth / multiple) > 0.9 * agreement);
    }

    private double agreement(double tooth) {
      double sin = 0;
      double cos = 0;
      for (double seconds : middle) {
        double turn = 2 * Math.PI * (seconds / tooth - Math.rint(seconds / tooth));
        sin += StrictMath.sin(turn);
        cos += StrictMath.cos(turn);
      }
      return Math.sqrt(sin * sin + cos * cos) / middle.length;
    }

    /** First tooth and period, by least squares on those that lie on a tooth. */
    private double[] line(double roughly) {
      double sin = 0;
      double cos = 0;
      for (double seconds : middle) {
        double turn = 2 * Math.PI * (seconds / roughly - Math.rint(seconds / roughly));
        sin += StrictMath.sin(turn);
        cos += StrictMath.cos(turn);
      }
      double[] line = {StrictMath.atan2(sin, cos) / (2 * Math.PI) * roughly, roughly};
      for (int pass = 0; pass < 2; pass++) {
        double n = 0;
        double x = 0;
        double y = 0;
        double xx = 0;
        double xy = 0;
        for (int i = 0; i < middle.length; i++) {
          double number = Math.rint((middle[i] - line[0]) / line[1]);
          double off = middle[i] - line[0] - number * line[1];
          if (Math.abs(off) <= width[i] / 2 + OWN_COMB * rough) {
            n++;
            x += number;
            y += off;
            xx += number * number;
            xy += number * off;
          }
        }
        double spread = xx - x * x / n;
        if (n < LEAST_UPDATES || !(spread > 0)) {
          return line;
        }
        double slope = (xy - x * y / n) / spread;
        line[0] += (y - slope * x) / n;
        line[1] += slope;
      }
      return line;
    }
  }
}
