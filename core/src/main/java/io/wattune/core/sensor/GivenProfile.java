package io.wattune.core.sensor;

/**
 * A profile that somebody gives, and which sensors it is given to.
 *
 * @param profile of a device and a signal; {@value #ANY} in the place of either holds for every one
 * @param model the model that a device must have; empty for any
 */
public record GivenProfile(SensorProfile profile, String model) {
  /** As device or signal: holds for every one. */
  public static final String ANY = "*";

  public GivenProfile {
    if (!model.isEmpty() && !profile.device().equals(ANY)) {
      throw new IllegalArgumentException(
          "a profile of the model '%s' is for every device of it: device must be '*', was '%s'"
              .formatted(model, profile.device()));
    }
  }
}
