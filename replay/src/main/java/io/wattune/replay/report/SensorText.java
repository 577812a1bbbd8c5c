package io.wattune.replay.report;

import io.wattune.core.sensor.SensorProfile;
import io.wattune.report.Decimals;
import java.util.ArrayList;
import java.util.List;

/** Says a sensor profile in words. */
final class SensorText {
  private SensorText() {}

  /** One or two lines: class and origin, then the other constants. */
  static List<String> of(SensorProfile profile) {
    List<String> lines = new ArrayList<>();
    lines.add(response(profile) + " (" + origin(profile) + ")");
    lines.add(
        "new value every "
            + Decimals.fixed(profile.updatePeriodSeconds() * 1e3, 1)
            + " ms, delay "
            + Decimals.withError(profile.delaySeconds() * 1e3, profile.delayErrorSeconds() * 1e3)
            + " ms, noise "
            + Decimals.fixed(profile.noiseWatts(), 3)
            + " W");
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
          "pass-through: shows power as it is"
              + (profile.response().timeConstantErrorSeconds() > 0
                  ? ", a lag of up to "
                      + Decimals.fixed(profile.response().timeConstantErrorSeconds(), 3)
                      + " s is thought possible"
                  : "");
      case FIRST_ORDER_LAG ->
          "first-order lag: follows power with a time constant of "
              + Decimals.withError(
                  profile.response().timeConstantSeconds(),
                  profile.response().timeConstantErrorSeconds())
              + " s";
      case BOXCAR ->
          "boxcar: shows the mean power of the last "
              + Decimals.withError(
                  profile.response().windowSeconds(), profile.response().windowErrorSeconds())
              + " s";
    };
  }

  private static String origin(SensorProfile profile) {
    return switch (profile.source()) {
      case PRIOR -> "assumed: nothing in the readings told more";
      case GIVEN -> "given";
      case LEARNED ->
          "learned from "
              + profile.steps()
              + (profile.steps() == 1 ? " rising edge" : " rising edges")
              + " of these readings";
    };
  }
}
