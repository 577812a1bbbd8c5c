package io.wattune.collectors.node;

import io.wattune.collectors.setup.ControlBounds;
import io.wattune.collectors.setup.DeviceConfig;
import io.wattune.collectors.setup.OutsideConfig;
import io.wattune.collectors.setup.TuningRules;
import io.wattune.core.tunable.Quantity;
import io.wattune.core.tunable.TunableName;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.schemas.signature.TrustedKey;
import io.wattune.schemas.signature.TrustedKeys;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads what a node's file says of tuning. */
final class TuningSection {
  private static final String YIELD = "yield";
  private static final String REASSERT = "reassert";
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  /** What fits into epoch nanoseconds, in seconds. */
  private static final long FARTHEST_SECOND = Long.MAX_VALUE / NANOS_PER_SECOND - 1;

  private final StrictObject tuning;
  private final List<DeviceConfig> devices;
  private final TrustedKeys trust;
  private final TuningRules rules;

  TuningSection(StrictObject tuning, List<DeviceConfig> devices) {
    this.tuning = tuning;
    this.devices = devices;
    boolean isOn = tuning.flag(NodeKey.IS_ON);
    int longestLeaseSeconds = (int) tuning.number(NodeKey.LONGEST_LEASE);
    boolean requiresGuardian = tuning.flag(NodeKey.REQUIRES_GUARDIAN);
    List<ControlBounds> controls = controls();
    trust = trust(isOn);
    rules =
        new TuningRules(
            isOn,
            longestLeaseSeconds,
            requiresGuardian,
            controls,
            tuning.flag(NodeKey.SHADOW),
            outside());
  }

  TuningRules rules() {
    return rules;
  }

  TrustedKeys trust() {
    return trust;
  }

  private List<ControlBounds> controls() {
    var controls = new ArrayList<ControlBounds>();
    Set<String> listed = new HashSet<>();
    for (StrictObject each : tuning.list(NodeKey.CONTROLS)) {
      String device = each.text(NodeKey.CONTROL_DEVICE);
      String tunable = each.text(NodeKey.CONTROL_TUNABLE);
      Quantity lowest = bound(each, NodeKey.CONTROL_LOWEST, tunable);
      Quantity highest = bound(each, NodeKey.CONTROL_HIGHEST, tunable);
      if (!device.isEmpty()
          && !device.equals(ControlBounds.EVERY_DEVICE)
          && !devices.isEmpty()
          && devices.stream().noneMatch(known -> known.uuid().equals(device))) {
        each.problem(
            NodeKey.CONTROL_DEVICE,
            "must be the uuid of a listed device or *, was '" + device + "'");
      }
      if (!listed.add(device + "\n" + tunable)) {
        each.problem(
            NodeKey.CONTROL_TUNABLE, "'" + tunable + "' stands twice for device '" + device + "'");
      }
      if (lowest.unit() != highest.unit()) {
        each.problem(
            NodeKey.CONTROL_LOWEST,
            "must have the unit of highest, was " + lowest + " and " + highest);
      } else if (lowest.value() > highest.value()) {
        each.problem(
            NodeKey.CONTROL_LOWEST, "must not be above highest, was " + lowest + " and " + highest);
      } else {
        controls.add(
            new ControlBounds(device, tunable, lowest.value(), highest.value(), lowest.unit()));
      }
    }
    return controls;
  }

  /** A number alone is refused here where the name says that it is a power; else at the device. */
  private static Quantity bound(StrictObject control, NodeKey key, String tunable) {
    Quantity bound = control.quantity(key);
    if (TunableName.isPower(tunable)) {
      try {
        return new Quantity(bound.in(TunableUnit.MILLIWATTS), TunableUnit.MILLIWATTS);
      } catch (IllegalArgumentException e) {
        control.problem(key, String.valueOf(e.getMessage()));
        return new Quantity(bound.value(), TunableUnit.MILLIWATTS);
      }
    }
    return bound;
  }

  private TrustedKeys trust(boolean isOn) {
    List<TrustedKey> keys = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    for (StrictObject each : tuning.list(NodeKey.KEYS)) {
      String id = each.text(NodeKey.KEY_ID);
      if (!ids.add(id)) {
        each.problem(NodeKey.KEY_ID, "stands twice: '" + id + "'");
      }
      try {
        keys.add(
            TrustedKey.of(
                id,
                each.text(NodeKey.PUBLIC_KEY),
                time(each, NodeKey.VALID_FROM, Long.MIN_VALUE),
                time(each, NodeKey.VALID_UNTIL, Long.MAX_VALUE)));
      } catch (IllegalArgumentException e) {
        each.problem(NodeKey.PUBLIC_KEY, "is wrong: " + e.getMessage());
      }
    }
    boolean isSaid = tuning.has(NodeKey.REQUIRES_SIGNATURE);
    boolean isRequired =
        isSaid ? tuning.flag(NodeKey.REQUIRES_SIGNATURE) : isOn || tuning.has(NodeKey.KEYS);
    if (isOn && !isSaid && ids.isEmpty()) {
      tuning.problem(
          NodeKey.KEYS,
          "lists no key, and tuning.isOn is true: whoever may write to the decisions' topic could set"
              + " the devices; make a key with wattune keys new, start the controller with"
              + " --signing-key, and list here what wattune keys show prints; or write"
              + " \"requiresSignature\": false to believe everybody");
    } else if (isRequired && ids.isEmpty()) {
      tuning.problem(NodeKey.KEYS, "must list at least one key where a signature is required");
    }
    return new TrustedKeys(isRequired && !keys.isEmpty(), keys);
  }

  private static long time(StrictObject object, NodeKey key, long initial) {
    if (!object.has(key)) {
      return initial;
    }
    String text = object.text(key);
    try {
      Instant time = Instant.parse(text);
      if (StrictMath.abs(time.getEpochSecond()) > FARTHEST_SECOND) {
        object.problem(key, "must lie between the years 1677 and 2262, was '" + text + "'");
        return initial;
      }
      return time.getEpochSecond() * NANOS_PER_SECOND + time.getNano();
    } catch (DateTimeParseException e) {
      object.problem(key, "must be a time like 2027-01-31T12:00:00Z, was '" + text + "'");
      return initial;
    }
  }

  private OutsideConfig outside() {
    String what = tuning.text(NodeKey.ON_OUTSIDE_CHANGE);
    if (!what.equals(YIELD) && !what.equals(REASSERT)) {
      tuning.problem(NodeKey.ON_OUTSIDE_CHANGE, "must be yield or reassert, was '" + what + "'");
    }
    int times = (int) tuning.number(NodeKey.REASSERTS);
    return new OutsideConfig((int) tuning.number(NodeKey.LOOK), what.equals(REASSERT) ? times : 0);
  }
}
