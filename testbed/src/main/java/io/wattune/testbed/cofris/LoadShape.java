package io.wattune.testbed.cofris;

import io.wattune.core.serving.Arrivals;
import java.util.Arrays;
import java.util.Random;

/**
 * Fifteen minutes of load, as parts of the most that a server serves.
 *
 * @param levels in order, each for as long as the others
 */
@SuppressWarnings("ArrayRecordComponent") // Documented: owned, never compared.
public record LoadShape(String name, double[] levels) {
  /** As long as the document's (Chow 2023, section 4.3). */
  public static final double SECONDS = 900;

  /** Levels of recorded loads, 5 s each. The document does not say how many it has; assumed. */
  public static final int RECORDED_LEVELS = 180;

  /**
   * Utilisation of the whole GPU at load 1. Assumed: a server that is filled further has no tail to
   * promise.
   */
  public static final double FULL = 0.8;

  public LoadShape {
    if (levels.length == 0) {
      throw new IllegalArgumentException("a load has at least one level");
    }
    levels = levels.clone();
  }

  /**
   * Arrivals of a recording, made fifteen minutes long, with its busiest level as 1.
   *
   * @param times of the arrivals, in any unit and order; at least one
   */
  public static LoadShape of(String name, double[] times) {
    double first = Double.POSITIVE_INFINITY;
    double last = Double.NEGATIVE_INFINITY;
    for (double time : times) {
      first = Math.min(first, time);
      last = Math.max(last, time);
    }
    double[] counts = new double[RECORDED_LEVELS];
    double most = 0;
    for (double time : times) {
      double part = last > first ? (time - first) / (last - first) : 0;
      int at = Math.min(RECORDED_LEVELS - 1, (int) (part * RECORDED_LEVELS));
      counts[at]++;
      most = Math.max(most, counts[at]);
    }
    for (int at = 0; at < counts.length; at++) {
      counts[at] /= most;
    }
    return new LoadShape(name, counts);
  }

  /** A drawn load: levels of 2 to 40 s, some of them ten times the one before. */
  public static LoadShape drawn(String name, long seed) {
    var random = new Random(seed);
    double[] levels = new double[(int) SECONDS];
    int at = 0;
    double level = random.nextDouble();
    while (at < levels.length) {
      int until = Math.min(levels.length, at + 2 + random.nextInt(39));
      while (at < until) {
        levels[at++] = level;
      }
      level =
          random.nextInt(5) == 0
              ? Math.min(1, 10 * level)
              : random.nextDouble() * random.nextDouble();
    }
    return new LoadShape(name, levels);
  }

  /** Times of requests. */
  double[] requests(double fullRate, Arrivals arrivals, long seed) {
    var random = new Random(seed);
    double width = SECONDS / levels.length;
    double[] times = new double[(int) (fullRate * SECONDS * 1.5) + 100];
    int count = 0;
    double due = 0;
    double passed = 0;
    for (int at = 0; at < levels.length; at++) {
      double ofLevel = levels[at] * fullRate * width;
      while (due < passed + ofLevel && count < times.length) {
        times[count++] = width * (at + (due - passed) / ofLevel);
        due += arrivals == Arrivals.EVEN ? 1 : -Math.log(1 - random.nextDouble());
      }
      passed += ofLevel;
    }
    return Arrays.copyOf(times, count);
  }

  /** Mean of its levels. */
  public double mean() {
    double sum = 0;
    for (double level : levels) {
      sum += level;
    }
    return sum / levels.length;
  }
}
