package io.wattune.core.sensitivity;

import io.wattune.core.Quality;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * How much the performance of what runs on a device changes with one tunable.
 *
 * @param device device id
 * @param activityName name of the activities that this holds for; null for the device as a whole
 * @param tunable name of the tunable
 * @param raw relative change of performance per relative change of the tunable, as the model gave
 *     it
 * @param value the same, held within 0..1
 * @param standardError of the raw value; empty where the model gives none
 * @param bin the value as one of three
 * @param model name of the model
 * @param quality worst quality of what went in
 * @param basedOnNanos epoch nanoseconds: end of the newest counter reading that went in
 */
public record Sensitivity(
    String device,
    @Nullable String activityName,
    String tunable,
    double raw,
    double value,
    OptionalDouble standardError,
    SensitivityBin bin,
    String model,
    Quality quality,
    long basedOnNanos) {

  public Sensitivity {
    if (!Double.isFinite(raw) || !(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException(
          "a sensitivity needs a finite raw value and a value in [0, 1], had %s and %s"
              .formatted(raw, value));
    }
  }
}
