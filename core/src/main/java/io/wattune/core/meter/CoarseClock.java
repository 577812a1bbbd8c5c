package io.wattune.core.meter;

import java.util.Arrays;
import java.util.List;

/**
 * How a meter's clock differs from that of the activities, to some milliseconds: the offset and
 * drift with which a line through the meter's power over the share of time that activities cover
 * leaves the least sum of squares.
 *
 * <p>All of the trace counts, the idle time before the first load and after the last as well: a
 * train of equal loads fits itself again, one load later, but for its two ends. Where several do
 * about as well ({@value #ABOUT_AS_WELL} times the least sum) the smallest is taken, since clocks
 * are mostly about right.
 *
 * <p>Power is taken in bins of an eighth of the shortest load, {@value #SHORTEST_BIN} to {@value
 * #LONGEST_BIN} s. Sums are kept per stretch of {@value #STRETCH_BINS} bins and offset, so that
 * drift costs only their addition. Test: {@code ClockFitterTest}.
 *
 * @param offsetSeconds how far the meter is ahead at the reference
 * @param drift how much faster it runs, as a fraction
 */
record CoarseClock(double offsetSeconds, double drift) {
  private static final double FARTHEST_SECONDS = 0.5;
  private static final double LONGEST_BIN = 0.005;
  private static final double SHORTEST_BIN = 0.001;
  private static final double BINS_OF_A_LOAD = 8;
  private static final int STRETCH_BINS = 2000;
  private static final double ABOUT_AS_WELL = 1.05;

  /** Quartz is off by less. */
  private static final double MOST_DRIFT = 1.5e-3;

  /** A drift must show against none by so much, or it is left to what is finer. */
  private static final int MOST_DRIFTS = 301;

  /** The meter's offset at a time of the activities' clock, in nanoseconds. */
  long nanosAt(long timeNanos, long referenceNanos) {
    return Math.round(offsetSeconds * 1e9 + drift * (timeNanos - referenceNanos));
  }

  /**
   * Compares.
   *
   * @param activities at least one
   * @param referenceNanos where drift makes no difference
   */
  static CoarseClock of(MeterTrace meter, List<Interval> activities, long referenceNanos) {
    double shortest =
        activities.stream().mapToDouble(each -> each.nanos() * 1e-9).min().orElseThrow();
    double bin = Math.max(SHORTEST_BIN, Math.min(LONGEST_BIN, shortest / BINS_OF_A_LOAD));
    return new Search(bin).of(meter, activities, referenceNanos);
  }

  /** The comparison with bins of a length. */
  private static final class Search {
    private final double bin;

    /** Offsets to each side, a bin apart. */
    private final int steps;

    Search(double bin) {
      this.bin = bin;
      this.steps = (int) Math.round(FARTHEST_SECONDS / bin);
    }

    CoarseClock of(MeterTrace meter, List<Interval> activities, long referenceNanos) {
      int bins = (int) ((meter.endNanos() - meter.startNanos()) * 1e-9 / bin);
      if (bins < 2) {
        return new CoarseClock(0, 0);
      }
      double[] power = power(meter, bins);
      double[] covered = covered(meter.startNanos(), bins, activities);
      int stretches = (bins + STRETCH_BINS - 1) / STRETCH_BINS;
      Sums[][] sums = new Sums[stretches][2 * steps + 1];
      double[] about = new double[stretches];
      for (int s = 0; s < stretches; s++) {
        int from = s * STRETCH_BINS;
        int to = Math.min(bins, from + STRETCH_BINS);
        about[s] = (meter.startNanos() - referenceNanos) * 1e-9 + (from + to) / 2.0 * bin;
        for (int offset = -steps; offset <= steps; offset++) {
          sums[s][offset + steps] = Sums.of(power, covered, from, to, steps - offset);
        }
      }
      return best(sums, about);
    }

    private CoarseClock best(Sums[][] sums, double[] about) {
      double reach = Arrays.stream(about).map(Math::abs).max().orElse(0);
      double step = Math.max(bin / Math.max(reach, 1), 2 * MOST_DRIFT / (MOST_DRIFTS - 1));
      int drifts = sums.length == 1 ? 0 : (int) (MOST_DRIFT / step);
      double[][] squares = new double[2 * drifts + 1][2 * steps + 1];
      double least = Double.POSITIVE_INFINITY;
      for (int d = -drifts; d <= drifts; d++) {
        for (int offset = -steps; offset <= steps; offset++) {
          double left = left(sums, about, offset, d * step);
          squares[d + drifts][offset + steps] = left;
          least = Math.min(least, left);
        }
      }
      if (least == Double.POSITIVE_INFINITY) {
        return new CoarseClock(0, 0);
      }
      int[] at = nearest(squares, drifts, ABOUT_AS_WELL * least);
      downhill(squares, at);
      return new CoarseClock((at[1] - steps) * bin, (at[0] - drifts) * step);
    }

    /** The smallest offset, and of it the smallest drift, that does about as well as the best. */
    private int[] nearest(double[][] squares, int drifts, double most) {
      for (int away = 0; away <= steps; away++) {
        int[] found = null;
        double least = most;
        for (int d = 0; d < squares.length; d++) {
          for (int sign = -1; sign <= 1; sign += 2) {
            double here = squares[d][steps + sign * away];
            if (here < least || (here == least && found == null)) {
              least = here;
              found = new int[] {d, steps + sign * away};
            }
          }
        }
        if (found != null) {
          return found;
        }
      }
      return new int[] {drifts, steps};
    }

    private static void downhill(double[][] squares, int[] at) {
      boolean moved = true;
      while (moved) {
        moved = false;
        int d = at[0];
        int o = at[1];
        for (int i = Math.max(0, d - 1); i <= Math.min(squares.length - 1, d + 1); i++) {
          for (int j = Math.max(0, o - 1); j <= Math.min(squares[i].length - 1, o + 1); j++) {
            if (squares[i][j] < squares[at[0]][at[1]]) {
              at[0] = i;
              at[1] = j;
              moved = true;
            }
          }
        }
      }
    }

    /** What a line leaves; infinite where power does not rise with the time covered. */
    private double left(Sums[][] sums, double[] about, int offset, double drift) {
      Sums all = new Sums();
      for (int s = 0; s < sums.length; s++) {
        long shifted = offset + Math.round(drift * about[s] / bin);
        if (shifted < -steps || shifted > steps) {
          return Double.POSITIVE_INFINITY;
        }
        all.add(sums[s][(int) shifted + steps]);
      }
      return all.left();
    }

    private double[] power(MeterTrace meter, int bins) {
      double[] power = new double[bins];
      long start = meter.startNanos();
      for (int i = 0; i < bins; i++) {
        power[i] =
            meter.meanWatts(
                start + Math.round(i * bin * 1e9), start + Math.round((i + 1) * bin * 1e9));
      }
      return power;
    }

    /** Share of each bin that activities cover, from the farthest offset before the meter on. */
    private double[] covered(long startNanos, int bins, List<Interval> activities) {
      double[] covered = new double[bins + 2 * steps];
      double first = startNanos - steps * bin * 1e9;
      for (Interval activity : activities) {
        double from = Math.max(0, (activity.startNanos() - first) * 1e-9 / bin);
        double to = Math.min(covered.length, (activity.endNanos() - first) * 1e-9 / bin);
        for (int i = (int) from; i < to; i++) {
          covered[i] = Math.min(1, covered[i] + Math.min(to, i + 1) - Math.max(from, i));
        }
      }
      return covered;
    }
  }

  /** Sums of a regression of power over the time covered. */
  private static final class Sums {
    private double n;
    private double x;
    private double y;
    private double xx;
    private double xy;
    private double yy;

    static Sums of(double[] power, double[] covered, int from, int to, int shift) {
      Sums sums = new Sums();
      for (int i = from; i < to; i++) {
        double share = covered[i + shift];
        sums.x += share;
        sums.xx += share * share;
        sums.xy += share * power[i];
        sums.y += power[i];
        sums.yy += power[i] * power[i];
      }
      sums.n = to - from;
      return sums;
    }

    void add(Sums other) {
      n += other.n;
      x += other.x;
      y += other.y;
      xx += other.xx;
      xy += other.xy;
      yy += other.yy;
    }

    double left() {
      double spread = xx - x * x / n;
      double both = xy - x * y / n;
      return spread > 0 && both > 0
          ? Math.max(0, yy - y * y / n - both * both / spread)
          : Double.POSITIVE_INFINITY;
    }
  }
}
