package io.wattune.core.thermal.sensor;

import java.util.Arrays;
import java.util.Random;

/**
 * A device that is drawn: two thermal resistances with capacities, a room, a sensor with a delay, a
 * step and a noise, and loads that take turns. Time constants lie between the model's, and on them.
 */
final class DrawnHeat {
  static final double STEP_SECONDS = 0.1;

  final double highestWatts;
  final double quantum;
  final boolean roundsDown;
  private final Random random;
  private final double room;
  private final double[] resistance;
  private final double[] seconds;
  private final double noise;
  private final double[] past;
  private final double[] rise = new double[2];
  private double watts;
  private double until;
  private double now;
  private int at;

  DrawnHeat(Random random) {
    this.random = random;
    highestWatts = 50 * Math.pow(14, random.nextDouble());
    room = 15 + 25 * random.nextDouble();
    double all = (20 + 60 * random.nextDouble()) / highestWatts;
    double fast = 0.1 + 0.5 * random.nextDouble();
    resistance = new double[] {all * fast, all * (1 - fast)};
    seconds =
        new double[] {
          0.5 * Math.pow(10, random.nextDouble()), 8 * Math.pow(15, random.nextDouble())
        };
    quantum = random.nextBoolean() ? 1 : 0.1;
    roundsDown = random.nextBoolean();
    noise = 0.1 * random.nextDouble();
    past = new double[1 + random.nextInt(21)];
    watts = 0.15 * highestWatts;
    for (int k = 0; k < 2; k++) {
      rise[k] = resistance[k] * watts * 2 * random.nextDouble();
    }
    Arrays.fill(past, celsius());
  }

  /** Goes on by a tenth of a second; whether another load has begun. */
  boolean step() {
    boolean isNew = now >= until;
    if (isNew) {
      until = now + 2 - 30 * Math.log(1 - random.nextDouble());
      watts = highestWatts * (0.15 + 0.85 * random.nextDouble());
    }
    advance(STEP_SECONDS);
    now += STEP_SECONDS;
    past[at] = celsius();
    at = (at + 1) % past.length;
    return isNew;
  }

  private void advance(double time) {
    for (int k = 0; k < 2; k++) {
      rise[k] = after(k, time);
    }
  }

  private double after(int k, double time) {
    double settled = resistance[k] * watts;
    return settled + (rise[k] - settled) * Math.exp(-time / seconds[k]);
  }

  double watts() {
    return watts;
  }

  double celsius() {
    return room + rise[0] + rise[1];
  }

  /** What it would be if it went on so. */
  double celsiusAfter(double time) {
    return room + after(0, time) + after(1, time);
  }

  /** What the sensor shows: up to two seconds late, in steps. */
  double shown() {
    double value = (past[at] + noise * random.nextGaussian()) / quantum;
    return quantum * (roundsDown ? Math.floor(value) : Math.rint(value));
  }
}
