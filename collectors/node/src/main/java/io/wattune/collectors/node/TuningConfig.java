package io.wattune.collectors.node;

import io.wattune.collectors.setup.ControlBounds;
import io.wattune.collectors.setup.OutsideConfig;
import io.wattune.collectors.setup.TuningRules;
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
          (int) NodeKey.LONGEST_LEASE.rule().initialNumber(),
          true,
          List.of(),
          TrustedKeys.NONE,
          false,
          new OutsideConfig((int) NodeKey.LOOK.rule().initialNumber(), 0));

  public TuningConfig {
    controls = List.copyOf(controls);
  }

  /** The same, but only said and not written. */
  TuningConfig inShadow() {
    return new TuningConfig(
        isOn, longestLeaseSeconds, requiresGuardian, controls, trust, true, outside);
  }

  /** The same without whom to believe, which is nothing to whoever sets. */
  public TuningRules rules() {
    return new TuningRules(
        isOn, longestLeaseSeconds, requiresGuardian, controls, isShadow, outside);
  }

  /** The bounds of a control, if it is listed. */
  public Optional<ControlBounds> bounds(String uuid, String tunable) {
    return rules().bounds(uuid, tunable);
  }
}
