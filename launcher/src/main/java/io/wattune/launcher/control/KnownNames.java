package io.wattune.launcher.control;

import io.wattune.core.decision.HoldScope;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.spelling.Spelling;
import io.wattune.core.status.FleetHistory;
import io.wattune.schemas.failure.EngineException;
import java.util.List;
import java.util.Set;

/** Refuses a node or device that nobody has described, and says what may have been meant. */
final class KnownNames {
  private KnownNames() {}

  /** What a device has said of itself. */
  static DeviceDescriptor device(FleetHistory fleet, String name) throws EngineException {
    DeviceDescriptor device = fleet.device(name);
    if (device == null) {
      Set<String> known = fleet.deviceNames();
      throw EngineException.wrongInput(
          "there is no device '"
              + name
              + "'; "
              + (known.isEmpty()
                  ? "no device is known: has an agent run yet?"
                  : "did you mean '" + Spelling.nearest(name, List.copyOf(known)) + "'?"));
    }
    return device;
  }

  static void check(FleetHistory fleet, HoldTarget target) throws EngineException {
    if (target.scope() == HoldScope.ALL) {
      return;
    }
    boolean isNode = target.scope() == HoldScope.NODE;
    Set<String> known = isNode ? fleet.nodeNames() : fleet.deviceNames();
    if (known.contains(target.name())) {
      return;
    }
    String what = isNode ? "node" : "device";
    throw EngineException.wrongInput(
        "there is no "
            + what
            + " '"
            + target.name()
            + "'; "
            + (known.isEmpty()
                ? "no " + what + " is known"
                : "did you mean '" + Spelling.nearest(target.name(), List.copyOf(known)) + "'?")
            + "; --force holds one that is yet to come");
  }
}
