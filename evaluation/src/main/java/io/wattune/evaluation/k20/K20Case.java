package io.wattune.evaluation.k20;

import io.wattune.core.ledger.Activity;
import io.wattune.core.reading.PowerUnit;
import io.wattune.replay.file.DeviceTrace;
import io.wattune.testbed.SimulatedTrace;
import java.util.List;

/**
 * One simulated device of the evaluation.
 *
 * @param device device id
 * @param trace what was read, and the truth
 * @param activities what ran, as it is reported to the pipeline
 */
record K20Case(String device, SimulatedTrace trace, List<Activity> activities) {
  static final String SIGNAL = "power.draw";

  K20Case {
    activities = List.copyOf(activities);
  }

  DeviceTrace readings() {
    return new DeviceTrace(
        device, SIGNAL, PowerUnit.MILLIWATTS, trace.timesNanos(), trace.milliwatts());
  }

  /** An activity by its name. */
  Activity activity(String name) {
    return activities.stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(device + " has no activity " + name));
  }

  /** True energy of an activity, in closed form. */
  double truthJoules(String name) {
    Activity activity = activity(name);
    return trace.curve().energyJoules(activity.startNanos(), activity.endNanos());
  }
}
