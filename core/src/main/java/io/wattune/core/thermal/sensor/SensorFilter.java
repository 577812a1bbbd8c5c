package io.wattune.core.thermal.sensor;

import static io.wattune.core.algebra.Products.dot;
import static io.wattune.core.algebra.Products.square;
import static io.wattune.core.algebra.Products.times;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A Kalman filter for what a temperature sensor shows of a device's power, for one delay of the
 * sensor.
 *
 * <pre>
 *   T(t) = A + sum over k of R_k x_k(t - d) + sum over k of y_k(t)
 * </pre>
 *
 * <p>{@code x_k} is power through the lags of {@link PoleBank}, known. Unknown, and the filter's
 * state: the temperature without power {@code A} (a random walk: the room), the thermal resistances
 * {@code R_k} in kelvin per watt (a slow random walk: fans), and {@code y_k}, that of which power
 * says nothing (heat from before the start, neighbours, what the sum of lags cannot follow), which
 * decays by the lags' time constants and is driven by noise. Linear, so that Kalman's equations
 * (1960) hold as they stand. A sensor in steps of q has q^2 / 12 of variance; as its error stays
 * the same while the temperature does, and rounding may be down as well, the stated error has q^2 /
 * 4 besides. Test: {@code TemperatureSensorModelTest} (95 % of drawn devices' temperatures within
 * two errors).
 */
final class SensorFilter {
  private static final int POLES = PoleBank.SIZE;
  private static final int SIZE = 1 + 2 * POLES;

  /** Kelvin: a room may be anything, and what is left of a load before the start, too. */
  private static final double FIRST_ERROR = 15;

  /** Kelvin per square root of a second: 1.8 K in an hour. */
  private static final double ROOM_WALK = 0.03;

  /** Of the prior resistance, per square root of a second: 6 % in ten minutes. */
  private static final double RESISTANCE_WALK = 0.0025;

  /** Kelvin that power does not explain, of each lag. */
  private static final double UNEXPLAINED = 0.4;

  /** Kelvin of the sensor's own noise. */
  private static final double NOISE = 0.15;

  /** Kelvin: the first seconds show what was before them, of which nothing is known. */
  private static final double START_ERROR = 5;

  private static final double START_SECONDS = 3;

  /** Which delay fits is judged by some hundred readings. */
  private static final double FORGET = 0.99;

  /**
   * Steps of power that wait for a temperature: a minute and more at the rate at which it comes.
   */
  private static final int MOST_AHEAD = 1024;

  private final long delayNanos;
  private final double resistance;
  private final double[] state = new double[SIZE];
  private final double[][] covariance = new double[SIZE][SIZE];
  private final PoleBank delayed = new PoleBank();
  private final Deque<Step> ahead = new ArrayDeque<>();
  private final long startNanos;
  private long powerNanos;
  private long stateNanos;
  private double logLikelihood;

  /** Power up to a time, from the step before on. */
  private record Step(long untilNanos, double watts) {}

  /**
   * A filter of which only the first power and temperature are known.
   *
   * @param resistance kelvin per watt of the whole device, to an order of magnitude
   */
  SensorFilter(long delayNanos, double resistance, long nanos, double watts, double celsius) {
    this.delayNanos = delayNanos;
    this.resistance = resistance;
    this.powerNanos = nanos;
    this.stateNanos = nanos;
    this.startNanos = nanos;
    delayed.settle(watts);
    for (int k = 0; k < POLES; k++) {
      state[1 + k] = resistance / POLES;
      covariance[1 + k][1 + k] = square(0.4 * resistance);
      covariance[1 + POLES + k][1 + POLES + k] = square(FIRST_ERROR / 2);
    }
    state[0] = celsius - resistance * watts;
    covariance[0][0] = square(FIRST_ERROR) + square(resistance * watts);
  }

  /** The device has taken this power since the step before. */
  void power(long untilNanos, double watts) {
    ahead.addLast(new Step(untilNanos, watts));
    if (ahead.size() > MOST_AHEAD) {
      // No temperature comes: what is that old is of no delay's concern.
      leadDelayed(ahead.getFirst().untilNanos());
    }
  }

  /** The sensor has shown this; power is known up to then. */
  void temperature(long nanos, double celsius, double quantum) {
    double seconds = (nanos - stateNanos) * 1e-9;
    stateNanos = nanos;
    drift(seconds);
    leadDelayed(nanos - delayNanos);
    double[] h = new double[SIZE];
    h[0] = 1;
    for (int k = 0; k < POLES; k++) {
      h[1 + k] = delayed.watts(k);
      h[1 + POLES + k] = 1;
    }
    double[] ph = times(covariance, SIZE, h);
    double variance = square(NOISE) + square(quantum) / 12;
    for (int i = 0; i < SIZE; i++) {
      variance += h[i] * ph[i];
    }
    double innovation = celsius - dot(h, state);
    logLikelihood =
        FORGET * logLikelihood - 0.5 * (StrictMath.log(variance) + square(innovation) / variance);
    for (int i = 0; i < SIZE; i++) {
      state[i] += ph[i] * innovation / variance;
      for (int j = 0; j < SIZE; j++) {
        covariance[i][j] -= ph[i] * ph[j] / variance;
      }
    }
  }

  private void drift(double seconds) {
    for (int k = 0; k < POLES; k++) {
      int at = 1 + POLES + k;
      double left = PoleBank.left(k, seconds);
      state[at] *= left;
      for (int i = 0; i < SIZE; i++) {
        covariance[at][i] *= left;
        covariance[i][at] *= left;
      }
      covariance[at][at] += square(UNEXPLAINED) * (1 - square(left));
      covariance[1 + k][1 + k] += square(RESISTANCE_WALK * resistance / 2) * seconds;
    }
    covariance[0][0] += square(ROOM_WALK) * seconds;
  }

  private void leadDelayed(long untilNanos) {
    while (powerNanos < untilNanos) {
      Step step = ahead.peekFirst();
      if (step == null) {
        return;
      }
      long end = Math.min(untilNanos, step.untilNanos());
      if (end > powerNanos) {
        delayed.advance(step.watts(), (end - powerNanos) * 1e-9);
        powerNanos = end;
      }
      if (step.untilNanos() <= end) {
        ahead.removeFirst();
      }
    }
  }

  /**
   * What will be the temperature at the sensor, without its delay.
   *
   * @param now power through the lags, up to a time
   * @param nowNanos that time
   * @param watts power from then on
   * @param seconds how long from then
   */
  Prediction predict(PoleBank now, long nowNanos, double watts, double seconds, double quantum) {
    double total = Math.max(0, (nowNanos - stateNanos + delayNanos) * 1e-9) + seconds;
    double age = (nowNanos - startNanos) * 1e-9 + seconds;
    double[] g = new double[SIZE];
    g[0] = 1;
    double variance = square(quantum) / 4 + square(ROOM_WALK) * total;
    variance += square(START_ERROR * StrictMath.exp(-age / START_SECONDS));
    for (int k = 0; k < POLES; k++) {
      g[1 + k] = now.at(k, watts, seconds);
      double left = PoleBank.left(k, total);
      g[1 + POLES + k] = left;
      variance += square(UNEXPLAINED) * (1 - square(left));
    }
    for (int i = 0; i < SIZE; i++) {
      for (int j = 0; j < SIZE; j++) {
        variance += g[i] * covariance[i][j] * g[j];
      }
    }
    return new Prediction(dot(g, state), Math.sqrt(Math.max(variance, 0)));
  }

  double logLikelihood() {
    return logLikelihood;
  }
}
