package io.wattune.core.ledger.device;

import io.wattune.core.sensor.ProfileSource;
import io.wattune.core.sensor.SensorModel;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.core.simulated.Polls;

/** Profiles that a test gives, with no error but the ones it asks for. */
public final class Profiles {
  private Profiles() {}

  public static SensorProfile lag(double c, double cError, double noise) {
    return of(c, cError, 0, 0, 1, 0, 0, 0, noise);
  }

  public static SensorProfile passThrough(double noise) {
    return lag(0, 0, noise);
  }

  public static SensorProfile delayed(double c, double delay, double delayError) {
    return of(c, 0, delay, delayError, 1, 0, 0, 0, 0);
  }

  public static SensorProfile boxcar(
      double window, double windowError, double period, double delayError, double noise) {
    return new SensorProfile(
        "given",
        Polls.DEVICE,
        Polls.SIGNAL,
        SensorModel.boxcar(window, windowError),
        ProfileSource.GIVEN,
        period,
        0,
        delayError,
        1,
        0,
        0,
        0,
        0,
        noise,
        0,
        Long.MIN_VALUE);
  }

  public static SensorProfile scaled(
      double c, double gain, double gainError, double offset, double offsetError) {
    return of(c, 0, 0, 0, gain, gainError, offset, offsetError, 0);
  }

  public static SensorProfile pinned(
      double gain, double gainError, double offset, double offsetError, double covariance) {
    return of(0, 0, 0, 0, gain, gainError, offset, offsetError, covariance, 0);
  }

  public static SensorProfile of(
      double c,
      double cError,
      double delay,
      double delayError,
      double gain,
      double gainError,
      double offset,
      double offsetError,
      double noise) {
    return of(c, cError, delay, delayError, gain, gainError, offset, offsetError, 0, noise);
  }

  private static SensorProfile of(
      double c,
      double cError,
      double delay,
      double delayError,
      double gain,
      double gainError,
      double offset,
      double offsetError,
      double covariance,
      double noise) {
    return new SensorProfile(
        "given",
        Polls.DEVICE,
        Polls.SIGNAL,
        c > 0 ? SensorModel.lag(c, cError) : SensorModel.passThrough(cError),
        ProfileSource.GIVEN,
        0.015,
        delay,
        delayError,
        gain,
        gainError,
        offset,
        offsetError,
        covariance,
        noise,
        0,
        Long.MIN_VALUE);
  }
}
