package io.wattune.core.component;

import io.wattune.core.Quality;
import io.wattune.core.power.TruePower;
import java.util.Arrays;

/**
 * Energy of a device over the last minutes, as a sum at its samples: trapezoids between samples
 * that have true power, nothing beside one that has none. Where there is no more room, every second
 * point of the older half goes; the sums at those that stay remain exact. Mutable, plain fields:
 * the host keeps it. Test: {@code EnergyTraceTest}.
 */
public final class EnergyTrace {
  private static final int MOST = 1024;

  /** Times of the points, ascending. */
  public long[] nanos = new long[64];

  /** Energy up to each. */
  public double[] joules = new double[64];

  /** Standard error of power, summed over time: errors of neighbours have causes in common. */
  public double[] errorJoules = new double[64];

  /** Time of which power is known, up to each. */
  public double[] seenSeconds = new double[64];

  /** Worst quality since the point before. */
  public byte[] qualities = new byte[64];

  /** How many points. */
  public int count;

  /** Power at the newest point; NaN where it has none. */
  public double newestWatts = Double.NaN;

  /** Its error. */
  public double newestErrorWatts;

  /** Forgets all. */
  void clear() {
    count = 0;
    newestWatts = Double.NaN;
  }

  /** Forgets what is not before a time: it comes again. */
  void clearFrom(long fromNanos) {
    int kept = count;
    while (kept > 0 && nanos[kept - 1] >= fromNanos) {
      kept--;
    }
    if (kept < count) {
      count = kept;
      newestWatts = Double.NaN;
    }
  }

  /** Adds the samples of a block that are later than all before. */
  void add(TruePower block) {
    for (int i = 0; i < block.samples(); i++) {
      long time = block.timesNanos()[i];
      boolean isOld = count > 0 && time <= nanos[count - 1];
      if (isOld || !ComponentEstimator.isOfOurTime(time)) {
        continue;
      }
      boolean isKnown = block.trueMilliwatts()[i] != TruePower.NONE;
      add(
          time,
          isKnown ? block.trueMilliwatts()[i] * 1e-3 : Double.NaN,
          isKnown ? Math.max(0, block.errorMilliwatts()[i] * 1e-3) : 0,
          block.qualities()[i]);
    }
  }

  private void add(long time, double watts, double errorWatts, byte quality) {
    makeRoom();
    int last = count - 1;
    double before = last < 0 ? 0 : joules[last];
    double errorBefore = last < 0 ? 0 : errorJoules[last];
    double seenBefore = last < 0 ? 0 : seenSeconds[last];
    double seconds = last < 0 ? 0 : (time - nanos[last]) * 1e-9;
    boolean isSeen = !Double.isNaN(watts) && !Double.isNaN(newestWatts);
    nanos[count] = time;
    joules[count] = before + (isSeen ? seconds * (watts + newestWatts) / 2 : 0);
    errorJoules[count] = errorBefore + (isSeen ? seconds * (errorWatts + newestErrorWatts) / 2 : 0);
    seenSeconds[count] = seenBefore + (isSeen ? seconds : 0);
    qualities[count] = quality;
    count++;
    newestWatts = watts;
    newestErrorWatts = errorWatts;
  }

  private void makeRoom() {
    if (count < nanos.length) {
      return;
    }
    if (count < MOST) {
      int length = 2 * count;
      nanos = Arrays.copyOf(nanos, length);
      joules = Arrays.copyOf(joules, length);
      errorJoules = Arrays.copyOf(errorJoules, length);
      seenSeconds = Arrays.copyOf(seenSeconds, length);
      qualities = Arrays.copyOf(qualities, length);
      return;
    }
    int to = 0;
    byte worst = 0;
    for (int i = 0; i < count; i++) {
      worst = (byte) Math.max(worst, qualities[i]);
      if (i % 2 == 1 && i < count / 2) {
        continue;
      }
      nanos[to] = nanos[i];
      joules[to] = joules[i];
      errorJoules[to] = errorJoules[i];
      seenSeconds[to] = seenSeconds[i];
      qualities[to] = worst;
      worst = 0;
      to++;
    }
    count = to;
  }

  /** Whether power is known up to a time. */
  boolean reaches(long timeNanos) {
    return count > 0 && nanos[count - 1] >= timeNanos;
  }

  /** Mean time between the newest samples; 0 before there are some. */
  long stepNanos() {
    int steps = Math.min(8, count - 1);
    return steps < 1 ? 0 : (nanos[count - 1] - nanos[count - 1 - steps]) / steps;
  }

  /**
   * Mean power of an interval.
   *
   * @param watts mean over the time of which power is known; NaN where it is less than half
   * @param errorWatts its standard error: that of the samples, and what the power may have done
   *     between the samples at its ends, a quarter of the step there
   * @param quality worst of the samples
   */
  record Mean(double watts, double errorWatts, Quality quality) {
    boolean isKnown() {
      return !Double.isNaN(watts);
    }
  }

  Mean mean(long startNanos, long endNanos) {
    int from = step(startNanos);
    int to = step(endNanos);
    double seen = at(seenSeconds, to, endNanos) - at(seenSeconds, from, startNanos);
    double seconds = (endNanos - startNanos) * 1e-9;
    if (count < 2 || !(seen > 0) || seen < 0.5 * seconds) {
      return new Mean(Double.NaN, 0, Quality.GAP);
    }
    double energy = at(joules, to, endNanos) - at(joules, from, startNanos);
    double error = at(errorJoules, to, endNanos) - at(errorJoules, from, startNanos);
    byte worst = 0;
    for (int i = from; i <= to; i++) {
      worst = (byte) Math.max(worst, qualities[i]);
    }
    double ends = StrictMath.hypot(endError(from), endError(to));
    return new Mean(
        energy / seen, StrictMath.hypot(error, ends) / seen, Quality.ofCode(Math.min(worst, 4)));
  }

  /** The first point that is not before a time; the last one where there is none. */
  private int step(long timeNanos) {
    int found = Arrays.binarySearch(nanos, 0, count, timeNanos);
    return Math.min(Math.max(0, count - 1), found >= 0 ? found : -found - 1);
  }

  private double at(double[] sums, int step, long timeNanos) {
    if (step == 0 || timeNanos >= nanos[step]) {
      return sums[step];
    }
    double share = (double) (timeNanos - nanos[step - 1]) / (nanos[step] - nanos[step - 1]);
    return sums[step - 1] + share * (sums[step] - sums[step - 1]);
  }

  /** In joules: an edge of the interval lies somewhere within a step between samples. */
  private double endError(int step) {
    if (step < 1) {
      return 0;
    }
    double own = watts(step);
    double before = step < 2 ? own : watts(step - 1);
    double after = step + 1 >= count ? own : watts(step + 1);
    double largest = Math.max(Math.abs(own - before), Math.abs(after - own));
    return (nanos[step] - nanos[step - 1]) * 1e-9 * largest / 4;
  }

  private double watts(int step) {
    double seen = seenSeconds[step] - seenSeconds[step - 1];
    return seen > 0 ? (joules[step] - joules[step - 1]) / seen : 0;
  }
}
