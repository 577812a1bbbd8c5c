package io.wattune.testbed;

/**
 * A power sensor on a simulated card: first-order lag, a new value on a fixed comb, noise, gain,
 * offset and steps. Between two updates it repeats its last value. It never shows less than 0 W.
 *
 * <p>What it shows depends on the time that is asked for and on nothing else, so polls may come in
 * any order.
 */
public final class LagSensor {
  private final LagResponse response;
  private final SensorParameters parameters;
  private final SeededNoise noise;
  private final long phaseNanos;

  /** A sensor whose comb starts at a phase drawn from the seed. */
  public LagSensor(TruePowerCurve curve, SensorParameters parameters, long seed) {
    this(
        curve,
        parameters,
        seed,
        new SeededNoise(~seed).between(0, 0, parameters.updatePeriodNanos()));
  }

  /** A sensor with an update at {@code phaseNanos} and at every whole period from there. */
  public LagSensor(TruePowerCurve curve, SensorParameters parameters, long seed, long phaseNanos) {
    this.response = new LagResponse(curve, parameters.timeConstantSeconds());
    this.parameters = parameters;
    this.noise = new SeededNoise(seed);
    this.phaseNanos = phaseNanos;
  }

  /** What a poll at this time reads. */
  public int milliwatts(long timeNanos) {
    long update = updateIndex(timeNanos);
    double lagged = response.watts(updateNanos(update));
    double shown =
        (lagged - parameters.offsetWatts()) / parameters.gain()
            + parameters.noiseWatts() * noise.gaussian(update);
    int step = parameters.stepMilliwatts();
    return (int) Math.max(0, Math.round(shown * 1e3 / step) * step);
  }

  /** When the value that a poll at this time reads was new. */
  public long lastUpdateNanos(long timeNanos) {
    return updateNanos(updateIndex(timeNanos));
  }

  /** Time between two updates. */
  public long updatePeriodNanos() {
    return parameters.updatePeriodNanos();
  }

  /**
   * Exact integral of what an ideal sensor with the same lag shows: no noise, no sampling, no scale
   * error.
   */
  public double laggedEnergyJoules(long fromNanos, long toNanos) {
    return response.energyJoules(fromNanos, toNanos);
  }

  private long updateIndex(long timeNanos) {
    return Math.floorDiv(timeNanos - phaseNanos, parameters.updatePeriodNanos());
  }

  private long updateNanos(long index) {
    return phaseNanos + index * parameters.updatePeriodNanos();
  }
}
