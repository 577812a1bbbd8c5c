package io.wattune.collectors.device;

import io.wattune.core.device.Signal;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.core.sensor.SensorProfile;
import java.util.Locale;
import java.util.Optional;

/** Says how often a sensor is polled, and why, where polls follow its updates. */
public final class PollRates {
  /** The setting that turns following off. */
  public static final String FOLLOW_UPDATES = "followUpdates";

  private static final double NANOS = 1e9;

  private PollRates() {}

  /**
   * What there is to say.
   *
   * @param model the device's model, as its driver says it
   * @param signal the power that is read
   */
  public static Finding finding(String model, Signal signal) {
    Optional<SensorProfile> published = ProfileChoice.prior("", signal.name(), model);
    String period =
        published
            .map(
                known ->
                    String.format(
                        Locale.ROOT,
                        "%.0f ms was published of this model",
                        known.updatePeriodSeconds() * 1e3))
            .orElse("nothing was published of this model");
    return Finding.note(
        String.format(
            Locale.ROOT,
            "%s is polled %.0f times a second until it is known when its sensor updates, then once or"
                + " twice an update (%s; %s=false keeps the rate)",
            signal.name(),
            NANOS / signal.pollPeriodNanos(),
            period,
            FOLLOW_UPDATES));
  }
}
