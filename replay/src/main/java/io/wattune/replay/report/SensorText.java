package io.wattune.replay.report;

import io.wattune.core.sensor.SensorProfile;
import io.wattune.report.Decimals;
import java.util.ArrayList;
import java.util.List;

/** Says a sensor profile in words. */
public final class SensorText {
  private SensorText() {}

  /** One or two lines: class and origin, then the other constants. */
  public static List<String> of(SensorProfile profile) {
    List<String> lines = new ArrayList<>();
    lines.add(response(profile) + " (" + origin(profile) + ")");
    lines.add(
        "new value every %s ms, delay %s ms, noise %s W"
            .formatted(
                Decimals.fixed(profile.updatePeriodSeconds() * 1e3, 1),
                Decimals.withError(profile.delaySeconds() * 1e3, profile.delayErrorSeconds() * 1e3),
                Decimals.fixed(profile.noiseWatts(), 3)));
    lines.add(
        "true power = gain x sensor + offset: gain "
            + Decimals.withError(profile.gain(), profile.gainError())
            + ", offset "
            + Decimals.withError(profile.offsetWatts(), profile.offsetErrorWatts())
            + " W");
    return lines;
  }

  private static String response(SensorProfile profile) {
    return switch (profile.sensorClass()) {
      case PASS_THROUGH ->
          "pass-through: shows power as it is%s"
              .formatted(
                  profile.response().timeConstantErrorSeconds() > 0
                      ? ", a lag of up to "
                          + Decimals.fixed(profile.response().timeConstantErrorSeconds(), 3)
                          + " s is thought possible"
                      : "");
      case FIRST_ORDER_LAG ->
          "first-order lag: follows power with a time constant of %s s"
              .formatted(
                  Decimals.withError(
                      profile.response().timeConstantSeconds(),
                      profile.response().timeConstantErrorSeconds()));
      case BOXCAR ->
          "boxcar: shows the mean power of the last "
              + Decimals.withError(
                  profile.response().windowSeconds(), profile.response().windowErrorSeconds())
              + " s";
    };
  }

  private static String origin(SensorProfile profile) {
    return switch (profile.source()) {
      case PRIOR -> "assumed: nothing in the readings showed more";
      case GIVEN -> "given";
      case LEARNED ->
          "learned from %s%s of these readings"
              .formatted(profile.steps(), profile.steps() == 1 ? " rising edge" : " rising edges");
    };
  }
}
