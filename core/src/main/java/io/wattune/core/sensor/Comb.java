package io.wattune.core.sensor;

/**
 * Puts the samples of a short stretch on the sensor's own comb.
 *
 * <p>A sensor updates at a fixed period; a poll sees an update anywhere up to one poll interval
 * late. Numbering the samples by multiples of the period and fitting a line {@code t = a + n T}
 * averages that lateness out: it is left in {@code a} alone, where a step's time constant does not
 * feel it. With polls that are not locked to the sensor the times scatter by up to half a poll
 * interval before, which on a steep edge is many watts. Test: {@code CombTest}.
 */
final class Comb {
  private static final double LEAST_START = 0.1;

  private Comb() {}

  /**
   * Moves times onto their comb; leaves them alone where they do not lie on one within half a
   * period. The first stays above 0.
   *
   * @param seconds ascending sample times; changed in place
   * @param count number of them
   * @param periodSeconds rough update period
   */
  static void place(double[] seconds, int count, double periodSeconds) {
    double[] number = new double[count];
    for (int i = 1; i < count; i++) {
      double steps = Math.rint((seconds[i] - seconds[i - 1]) / periodSeconds);
      number[i] = number[i - 1] + Math.max(1, steps);
    }
    double n = 0;
    double t = 0;
    for (int i = 0; i < count; i++) {
      n += number[i] / count;
      t += seconds[i] / count;
    }
    double nn = 0;
    double nt = 0;
    for (int i = 0; i < count; i++) {
      nn += (number[i] - n) * (number[i] - n);
      nt += (number[i] - n) * (seconds[i] - t);
    }
    double period = nt / nn;
    for (int i = 0; i < count; i++) {
      if (Math.abs(seconds[i] - (t + period * (number[i] - n))) > period / 2) {
        return;
      }
    }
    double first = t - period * n;
    double start = Math.max(first, LEAST_START * period);
    for (int i = 0; i < count; i++) {
      seconds[i] = start + period * number[i];
    }
  }
}
