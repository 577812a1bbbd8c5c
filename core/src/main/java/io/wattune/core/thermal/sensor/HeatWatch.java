package io.wattune.core.thermal.sensor;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a device's temperature: the model of its sensor, and whether the sensor may be
 * believed. What may not be is not learned from. Times are the device's own. Not for two threads at
 * once. Test: {@code HeatWatchTest}.
 */
public final class HeatWatch {
  private static final double LOWEST_CELSIUS = -20;
  private static final double HIGHEST_CELSIUS = 130;

  /** Kelvin beside what is expected that no reading has, and five errors besides. */
  private static final double JUMP = 25;

  /** So many jumps to about the same place are where it is. */
  private static final int JUMPS = 5;

  private static final long PATIENCE_NANOS = 5_000_000_000L;
  private static final long MOST_PATIENCE_NANOS = 60_000_000_000L;
  private static final long FIRST_PATIENCE_NANOS = 30_000_000_000L;

  /** So many of a reading's usual intervals without one are too many. */
  private static final int INTERVALS = 4;

  private static final double RISE = 60;

  /** Of a device of this power, {@link #RISE} kelvin come from all of it: to an order. */
  private double scaleWatts;

  private FrozenWatch frozen = new FrozenWatch();
  private @Nullable TemperatureSensorModel model;
  private double watts = Double.NaN;
  private long firstNanos = Long.MIN_VALUE;
  private long powerNanos = Long.MIN_VALUE;
  private long shownNanos = Long.MIN_VALUE;
  private long trustedNanos = Long.MIN_VALUE;
  private long intervalNanos;
  private boolean isAbsurd;
  private boolean wasFrozen;
  private int jumps;

  /**
   * Nothing is known.
   *
   * @param scaleWatts the power of the device, to an order of magnitude
   */
  public HeatWatch(double scaleWatts) {
    this.scaleWatts = scaleWatts;
  }

  /**
   * What a device's power is, to an order of magnitude; a model that has begun to learn goes on.
   * Judged by a device at rest, a first guess of how it heats may be three times too high, and
   * stays where power does.
   */
  public void scale(double highestWatts) {
    scaleWatts = highestWatts;
  }

  /** The device has taken this power since the time before. */
  public void power(long nanos, double newWatts) {
    if (!(newWatts >= 0) || nanos <= powerNanos) {
      return;
    }
    double seconds = powerNanos == Long.MIN_VALUE ? 0 : (nanos - powerNanos) * 1e-9;
    if (powerNanos != Long.MIN_VALUE && nanos - powerNanos > MOST_PATIENCE_NANOS) {
      model = null; // What it did meanwhile is not known.
    }
    firstNanos = firstNanos == Long.MIN_VALUE ? nanos : firstNanos;
    powerNanos = nanos;
    watts = newWatts;
    frozen.power(newWatts, seconds);
    TemperatureSensorModel known = model;
    if (known != null) {
      known.power(nanos, newWatts);
    }
  }

  /** The sensor has shown this. */
  public void temperature(long nanos, double celsius) {
    if (nanos <= shownNanos) {
      return;
    }
    if (shownNanos != Long.MIN_VALUE) {
      intervalNanos = nanos - shownNanos;
    }
    shownNanos = nanos;
    if (!(celsius >= LOWEST_CELSIUS && celsius <= HIGHEST_CELSIUS)) {
      isAbsurd = true;
      return;
    }
    frozen.temperature(celsius);
    if (frozen.isFrozen()) {
      wasFrozen = true;
      return;
    }
    if (wasFrozen) {
      wasFrozen = false;
      model = null; // It has learned that power does not matter.
    }
    TemperatureSensorModel known = model;
    if (known == null) {
      if (powerNanos != Long.MIN_VALUE && Math.abs(nanos - powerNanos) < PATIENCE_NANOS) {
        model = new TemperatureSensorModel(RISE / scaleWatts, powerNanos, watts, celsius);
        believe(nanos);
      }
      return;
    }
    Prediction expected = known.predict(watts, 0);
    if (Math.abs(celsius - expected.celsius()) > JUMP + 5 * expected.standardError()) {
      isAbsurd = true;
      if (++jumps >= JUMPS) {
        model = null;
        jumps = 0;
      }
      return;
    }
    known.temperature(nanos, celsius);
    believe(nanos);
  }

  private void believe(long nanos) {
    trustedNanos = nanos;
    isAbsurd = false;
    jumps = 0;
  }

  /** The newest time that anything is known of; the smallest number before there is one. */
  public long nowNanos() {
    return Math.max(powerNanos, shownNanos);
  }

  /** Power of late; not a number before there is any. */
  public double watts() {
    return watts;
  }

  /** Whether a temperature has ever come. */
  public boolean hasSensor() {
    return shownNanos != Long.MIN_VALUE;
  }

  /** Why the temperature may not be relied on now. */
  public SensorDoubt doubt() {
    long now = nowNanos();
    if (!hasSensor()) {
      return now - firstNanos > FIRST_PATIENCE_NANOS ? SensorDoubt.NEVER : SensorDoubt.NONE;
    }
    if (isAbsurd) {
      return SensorDoubt.ABSURD;
    }
    if (frozen.isFrozen()) {
      return SensorDoubt.FROZEN;
    }
    if (powerNanos == Long.MIN_VALUE || now - powerNanos > PATIENCE_NANOS) {
      return SensorDoubt.NO_POWER;
    }
    long patience =
        Math.min(MOST_PATIENCE_NANOS, Math.max(PATIENCE_NANOS, INTERVALS * intervalNanos));
    long since = trustedNanos == Long.MIN_VALUE ? firstNanos : trustedNanos;
    return now - since > patience ? SensorDoubt.STALE : SensorDoubt.NONE;
  }

  /** Temperature at the sensor after so many seconds at a power; empty before one is known. */
  public Optional<Prediction> predict(double atWatts, double seconds) {
    return Optional.ofNullable(model).map(known -> known.predict(atWatts, seconds));
  }
}
