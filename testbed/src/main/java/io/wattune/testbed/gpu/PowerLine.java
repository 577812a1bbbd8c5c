package io.wattune.testbed.gpu;

import io.wattune.testbed.SensorParameters;
import io.wattune.testbed.SensorUpdates;

/**
 * Power that is constant between events, with its energy, its sensor and the truth of it: exact,
 * whenever it is asked. One thread at a time, but for the truth.
 */
public final class PowerLine {
  private final StreamedSensor sensor;
  private final GpuTruth truth;

  /** Since when the power is what it is, what it is, and the energy up to then. */
  private long levelNanos;

  private double levelWatts;
  private double levelJoules;

  /**
   * Power that has been at a level for long.
   *
   * @param comb when the sensor takes new values
   * @param sensorSeed of its noise
   */
  public PowerLine(
      SensorParameters parameters,
      SensorUpdates comb,
      long sensorSeed,
      long startNanos,
      double watts) {
    sensor = new StreamedSensor(parameters, comb, sensorSeed, startNanos, watts);
    truth = new GpuTruth(startNanos);
    levelNanos = startNanos;
    levelWatts = watts;
  }

  /** What it really took. */
  public GpuTruth truth() {
    return truth;
  }

  /** From this time on the power is this; times do not go back. */
  public void level(long nanos, double watts) {
    upTo(nanos);
    levelJoules = joulesAt(nanos);
    levelNanos = nanos;
    levelWatts = watts;
    sensor.level(nanos, watts);
  }

  /** Nothing changes until then. */
  public void upTo(long nanos) {
    for (long second = truth.nextSecondNanos(); second <= nanos; second = truth.nextSecondNanos()) {
      truth.second(joulesAt(second));
    }
  }

  /** Energy since the start, up to a time within the last level. */
  public double joulesAt(long nanos) {
    return levelJoules + levelWatts * ((nanos - levelNanos) * 1e-9);
  }

  /** What the sensor shows at a time within the last level. */
  public int milliwatts(long nanos) {
    return sensor.milliwatts(nanos);
  }
}
