package io.wattune.replay.calibration;

import io.wattune.core.sensor.ProfileChoice;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.replay.file.DeviceTrace;
import java.util.Optional;

/**
 * What is assumed of a sensor before anything is learned from its readings.
 *
 * @param model the device's model; empty where nobody has named it
 * @param isPublished whether something was published of that model's sensors, which is assumed
 * @param profile the assumption
 */
record Prior(String model, boolean isPublished, SensorProfile profile) {

  /** What is assumed of the sensor of a trace's device, which is of a model. */
  static Prior of(DeviceTrace trace, String model) {
    Optional<SensorProfile> published = ProfileChoice.prior(trace.device(), trace.signal(), model);
    return new Prior(
        model,
        published.isPresent(),
        published.orElseGet(() -> ProfileChoice.prior(trace.device(), trace.signal())));
  }

  /**
   * What came of it, in words; empty where no model was named.
   *
   * @param isKept whether nothing has taken its place
   */
  Optional<String> sentence(boolean isKept) {
    if (model.isEmpty()) {
      return Optional.empty();
    }
    if (!isPublished) {
      return Optional.of(
          "nothing is known of the sensors of a '" + model + "': began with the prior of any");
    }
    return Optional.of(
        isKept
            ? "the prior is what was published of a '"
                + model
                + "': assumed of this board, not measured on it"
            : "began with what was published of a '" + model + "', a prior, which was replaced");
  }
}
