package io.wattune.collectors.setup;

import java.util.List;
import java.util.Optional;

/**
 * What an admin allows to be set.
 *
 * @param isOn whether anything may be written at all
 * @param longestLeaseSeconds a decision with a longer lease is refused
 * @param requiresGuardian whether the writer refuses to write while no guardian watches it
 * @param controls the controls that may be written, each with its bounds
 * @param isShadow whether the writer only says what it would write
 * @param outside what is done where somebody else sets a control
 */
public record TuningRules(
    boolean isOn,
    int longestLeaseSeconds,
    boolean requiresGuardian,
    List<ControlBounds> controls,
    boolean isShadow,
    OutsideConfig outside) {

  public TuningRules {
    controls = List.copyOf(controls);
  }

  /** The same, but only said and not written. */
  public TuningRules inShadow() {
    return new TuningRules(isOn, longestLeaseSeconds, requiresGuardian, controls, true, outside);
  }

  /**
   * The bounds of a control, if it is listed. An entry for the device by its uuid counts before one
   * for all devices.
   */
  public Optional<ControlBounds> bounds(String uuid, String tunable) {
    Optional<ControlBounds> forAll = Optional.empty();
    for (ControlBounds each : controls) {
      if (!isOn || !each.tunable().equals(tunable)) {
        continue;
      }
      if (each.device().equals(uuid)) {
        return Optional.of(each);
      }
      if (each.device().equals(ControlBounds.EVERY_DEVICE)) {
        forAll = Optional.of(each);
      }
    }
    return forAll;
  }
}
