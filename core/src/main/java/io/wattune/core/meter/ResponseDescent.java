package io.wattune.core.meter;

import io.wattune.core.sensor.SensorClass;
import java.util.function.DoubleFunction;

/**
 * Walks downhill on a response's constant and delay to where the least is left over, with steps
 * that halve where neither helps.
 */
final class ResponseDescent {
  /** A step that gains less, as a share of the sum of squares, is none. */
  private static final double LEAST_GAIN = 1e-6;

  private final ResponseData data;
  private final SensorClass sensorClass;
  private final double leastDelay;
  private final double mostDelay;
  private double constant;
  private double delay;
  private double constantStep;
  private double delayStep;
  private double squares;
  private int halvings;

  /**
   * @param constantStep first step of the constant; 0 keeps it
   */
  ResponseDescent(
      ResponseData data,
      SensorClass sensorClass,
      double leastDelay,
      double mostDelay,
      double constant,
      double constantStep,
      double delay,
      double delayStep) {
    this.data = data;
    this.sensorClass = sensorClass;
    this.leastDelay = leastDelay;
    this.mostDelay = mostDelay;
    this.constant = constant;
    this.constantStep = constantStep;
    this.delay = delay;
    this.delayStep = delayStep;
    this.squares = data.filtered(sensorClass, constant).apply(delay).squares();
  }

  double constantSeconds() {
    return constant;
  }

  double delaySeconds() {
    return delay;
  }

  /** Sum of squares that is left. */
  double squares() {
    return squares;
  }

  /** Goes on until the steps have been halved so often in all. */
  void descend(int toHalvings) {
    while (halvings < toHalvings) {
      double before = squares;
      double fromConstant = constant;
      double fromDelay = delay;
      for (int i = -1; i <= 1; i++) {
        double next = fromConstant + i * constantStep;
        boolean isOutside =
            next < ResponseSearch.SHORTEST_SECONDS || next > ResponseSearch.LONGEST_SECONDS;
        if ((i == 0 || constantStep > 0) && (i == 0 || !isOutside)) {
          look(next, fromDelay);
        }
      }
      if (!(squares < before * (1 - LEAST_GAIN))) {
        constantStep /= 2;
        delayStep /= 2;
        halvings++;
      }
    }
  }

  private void look(double seconds, double fromDelay) {
    DoubleFunction<Regression> filtered = data.filtered(sensorClass, seconds);
    for (int j = -1; j <= 1; j++) {
      double to = fromDelay + j * delayStep;
      if (to >= leastDelay && to <= mostDelay) {
        double left = filtered.apply(to).squares();
        if (left < squares) {
          squares = left;
          constant = seconds;
          delay = to;
        }
      }
    }
  }
}
