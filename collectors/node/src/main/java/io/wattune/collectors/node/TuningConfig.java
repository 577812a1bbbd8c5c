package io.wattune.collectors.node;

import io.wattune.schemas.signature.TrustedKeys;
import java.util.List;
import java.util.Optional;

/**
 * What an admin allows to be set.
 *
 * @param isOn whether anything may be written at all
 * @param longestLeaseSeconds a decision with a longer lease is refused
 * @param requiresGuardian whether the writer refuses to write while no guardian watches it
 * @param controls the controls that may be written, each with its bounds
 * @param trust whose decisions are believed
 * @param isShadow whether the writer only says what it would write
 * @param outside what is done where somebody else sets a control
 */
public record TuningConfig(
    boolean isOn,
    int longestLeaseSeconds,
    boolean requiresGuardian,
    List<ControlBounds> controls,
    TrustedKeys trust,
    boolean isShadow,
    OutsideConfig outside) {

  /** Nothing may be written: what holds where the file says nothing. */
  public static final TuningConfig OFF =
      new TuningConfig(
          false,
          (int) NodeKey.LONGEST_LEASE.initialNumber(),
          true,
          List.of(),
          TrustedKeys.NONE,
          false,
          OutsideConfig.DEFAULT);

  public TuningConfig {
    controls = List.copyOf(controls);
  }

  /** The same, but only said and not written. */
  TuningConfig inShadow() {
    return new TuningConfig(
        isOn, longestLeaseSeconds, requiresGuardian, controls, trust, true, outside);
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
