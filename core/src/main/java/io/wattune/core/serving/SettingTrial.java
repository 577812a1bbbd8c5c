package io.wattune.core.serving;

import java.util.ArrayList;
import java.util.List;

/**
 * Whether a server's device takes less power at one setting than at another, whatever requests came
 * meanwhile. Times at the two take turns (in the order 0 1 1 0, so that what drifts evenly does not
 * count). Power is fitted by least squares with a level, the rate of requests and the setting:
 *
 * <pre>
 * watts = a + b rate + d isTrial
 * </pre>
 *
 * <p>{@code d} has the standard error of ordinary regression; it counts as lower when it is at
 * least 1 % of the power and three standard errors below 0: of no difference at all that comes by
 * chance once in 35 looks with six times (Student, three degrees of freedom), once in 300 with 24.
 * Test: {@code SettingTrialTest}.
 */
final class SettingTrial {
  /** Times before anything is said: three at each setting. */
  static final int LEAST = 6;

  /** A difference that cannot be determined by then does not matter. */
  static final int MOST = 24;

  private static final double GAIN = 0.01;
  private static final double ERRORS = 3;
  private static final int PARAMETERS = 3;

  private final List<double[]> times = new ArrayList<>();

  /** What is known so far. */
  enum TrialResult {
    OPEN,
    LOWER,
    NOT_LOWER
  }

  /** Whether the next time is one at the setting that is tried. */
  boolean isTrialNext() {
    return times.size() % 4 == 1 || times.size() % 4 == 2;
  }

  /** A time at the setting that was next. */
  void add(double rate, double watts) {
    times.add(new double[] {rate, watts, isTrialNext() ? 1 : 0});
  }

  /** What is known so far; asked where as many times were at one setting as at the other. */
  TrialResult verdict() {
    int n = times.size();
    if (n < LEAST || n % 2 == 1) {
      return TrialResult.OPEN;
    }
    double difference = difference();
    double error = error(difference);
    double least = -GAIN * meanWatts();
    if (difference <= least && difference + ERRORS * error < 0) {
      return TrialResult.LOWER;
    }
    boolean isHopeless = difference - ERRORS * error > least;
    return isHopeless || n >= MOST ? TrialResult.NOT_LOWER : TrialResult.OPEN;
  }

  /** Power at the setting that is tried less that at the other, as a part of the mean. */
  double share() {
    return difference() / meanWatts();
  }

  private double meanWatts() {
    return mean(1);
  }

  private double mean(int column) {
    return times.stream().mapToDouble(each -> each[column]).average().orElse(0);
  }

  /** A column less its mean and what the rate explains of it (Frisch, Waugh and Lovell). */
  private double[] rest(int column) {
    double meanRate = mean(0);
    double mean = mean(column);
    double square = 0;
    double product = 0;
    for (double[] each : times) {
      square += (each[0] - meanRate) * (each[0] - meanRate);
      product += (each[0] - meanRate) * (each[column] - mean);
    }
    // Where the rate never changed it explains nothing.
    double slope = square > 1e-12 * meanRate * meanRate ? product / square : 0;
    return times.stream()
        .mapToDouble(each -> each[column] - mean - slope * (each[0] - meanRate))
        .toArray();
  }

  private double difference() {
    double[] watts = rest(1);
    double[] trial = rest(2);
    double product = 0;
    double square = 0;
    for (int i = 0; i < watts.length; i++) {
      product += watts[i] * trial[i];
      square += trial[i] * trial[i];
    }
    // Where the rate determines the setting, their effects cannot be distinguished.
    return square > 1e-9 ? product / square : 0;
  }

  private double error(double difference) {
    double[] watts = rest(1);
    double[] trial = rest(2);
    double residuals = 0;
    double square = 0;
    for (int i = 0; i < watts.length; i++) {
      double residual = watts[i] - difference * trial[i];
      residuals += residual * residual;
      square += trial[i] * trial[i];
    }
    return square > 1e-9
        ? Math.sqrt(residuals / (watts.length - PARAMETERS) / square)
        : Double.POSITIVE_INFINITY;
  }
}
