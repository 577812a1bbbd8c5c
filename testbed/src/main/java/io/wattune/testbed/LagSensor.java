package io.wattune.testbed;

import java.util.function.LongToDoubleFunction;

/**
 * A power sensor on a simulated card: a response (pass-through, first-order lag or boxcar) and a
 * delay, a new value on a fixed comb, noise, gain, offset and steps. Between two updates it repeats
 * its last value. It never shows less than 0 W.
 *
 * <p>What it shows depends on the time that is asked for and on nothing else, so polls may come in
 * any order.
 */
public final class LagSensor {
  private final LongToDoubleFunction response;
  private final SensorParameters parameters;
  private final SeededNoise noise;
  private final SensorUpdates comb;

  /** A sensor whose comb starts at a phase drawn from the seed. */
  public LagSensor(TruePowerCurve curve, SensorParameters parameters, long seed) {
    this(curve, parameters, seed, SensorUpdates.seeded(parameters.updatePeriodNanos(), seed));
  }

  LagSensor(TruePowerCurve curve, SensorParameters parameters, long seed, SensorUpdates comb) {
    this.response =
        parameters.windowSeconds() > 0
            ? new BoxcarResponse(curve, parameters.windowNanos())::watts
            : new LagResponse(curve, parameters.timeConstantSeconds())::watts;
    this.parameters = parameters;
    this.noise = new SeededNoise(seed);
    this.comb = comb;
  }

  /** What a poll at this time reads. */
  public int milliwatts(long timeNanos) {
    long update = comb.index(timeNanos);
    double watts = response.applyAsDouble(comb.nanos(update) - parameters.delayNanos());
    return parameters.shownMilliwatts(watts, noise.gaussian(update));
  }

  /** When the value that a poll at this time reads was new. */
  public long lastUpdateNanos(long timeNanos) {
    return comb.nanos(comb.index(timeNanos));
  }

  /** When it takes new values. */
  SensorUpdates comb() {
    return comb;
  }
}
