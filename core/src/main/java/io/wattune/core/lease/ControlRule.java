package io.wattune.core.lease;

import io.wattune.core.decision.ActuationReason;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.Tunable;
import org.jspecify.annotations.Nullable;

/**
 * What may be written to one control of a device.
 *
 * @param tunable name, unit, and the values that the device takes
 * @param isListed whether the admin has listed it; if not, nothing may be written to it
 * @param lowest the admin's lowest value
 * @param highest the admin's highest value
 * @param ownValue its own setting, which may always be written: it was there before
 */
public record ControlRule(
    Tunable tunable, boolean isListed, long lowest, long highest, long ownValue) {

  public ControlRule {
    if (isListed && lowest > highest) {
      throw new IllegalArgumentException(
          "lowest must not be above highest, was " + lowest + " and " + highest);
    }
  }

  /** A control that the admin has listed, with its bounds. */
  public static ControlRule listed(Tunable tunable, long lowest, long highest, long ownValue) {
    return new ControlRule(tunable, true, lowest, highest, ownValue);
  }

  /** A control that the device has and that the admin has not listed. */
  public static ControlRule notListed(Tunable tunable) {
    return new ControlRule(tunable, false, 0, 0, 0);
  }

  /** Its own setting. */
  public Setting ownSetting() {
    return tunable.at(ownValue);
  }

  /** Why a value may not be written; null where it may. A value is never cut to fit. */
  @Nullable ActuationReason refusal(Setting setting) {
    if (!isListed) {
      return ActuationReason.NOT_LISTED;
    }
    if (setting.unit() != tunable.unit()) {
      return ActuationReason.WRONG_UNIT;
    }
    if (!tunable.grid().spans(setting.value())) {
      return ActuationReason.OUT_OF_RANGE;
    }
    if (!tunable.grid().contains(setting.value())) {
      return ActuationReason.OFF_STEP;
    }
    return setting.value() < lowest || setting.value() > highest
        ? ActuationReason.OUT_OF_BOUNDS
        : null;
  }
}
