package io.wattune.collectors.nodepower;

import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceSettings;

/** How often a management controller is asked: it averages over seconds, and has other work. */
final class MeterPeriod {
  static final String SETTING = "pollPeriodMillis";
  static final long INITIAL_MILLIS = 5_000;
  static final long NANOS_PER_MILLI = 1_000_000L;
  private static final long LONGEST_MILLIS = 600_000;

  private MeterPeriod() {}

  static long nanos(DeviceSettings settings) throws DeviceException {
    long period = settings.wholeNumber(SETTING, INITIAL_MILLIS);
    if (period < 1 || period > LONGEST_MILLIS) {
      throw DeviceException.ofTheFile(
          "setting '%s' of device '%s' must be in 1..%s, was %s"
              .formatted(SETTING, settings.device(), LONGEST_MILLIS, period));
    }
    return period * NANOS_PER_MILLI;
  }
}
