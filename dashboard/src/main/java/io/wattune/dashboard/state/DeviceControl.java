package io.wattune.dashboard.state;

import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.decision.ControlOutcome;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.tunable.Tunable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a node has said of a device's settings. Not thread safe. */
final class DeviceControl {
  private static final int MOST_ACTUATIONS = 50;

  private final Map<String, Long> readBack = new HashMap<>();
  private final EventLog<Actuation> actuations = new EventLog<>(MOST_ACTUATIONS);
  private @Nullable Actuation inForce;
  private @Nullable Actuation newest;

  void take(Actuation actuation) {
    actuations.add(actuation);
    newest = actuation;
    if (actuation.outcome() == ActuationOutcome.REFUSED) {
      return; // What was in force still is.
    }
    if (actuation.outcome() == ActuationOutcome.RESTORED) {
      readBack.clear();
    }
    for (ControlOutcome control : actuation.controls()) {
      control.readBack().ifPresent(value -> readBack.put(control.tunable(), value));
    }
    inForce = actuation;
  }

  /** Whether the newest answer is a refusal, of all or of a part. */
  boolean isRefusing() {
    return newest != null
        && (newest.outcome() == ActuationOutcome.REFUSED
            || newest.outcome() == ActuationOutcome.PARTLY_APPLIED);
  }

  /** The newest answers, the newest first. */
  List<Actuation> actuations() {
    return actuations.newestFirst();
  }

  /** The tunables as they are set. */
  List<SettingNow> settings(DeviceDescriptor descriptor) {
    return descriptor.tunables().stream().map(this::setting).toList();
  }

  private SettingNow setting(Tunable tunable) {
    Long own = tunable.ownValue().isPresent() ? (Long) tunable.ownValue().getAsLong() : null;
    Long value = readBack.get(tunable.name());
    return new SettingNow(tunable.name(), tunable.unit(), value == null ? own : value, own);
  }

  /** The lease that is in force at a time; null where none is. */
  @Nullable LeaseNow lease(String device, DecisionLog decisions, long nowNanos) {
    Actuation current = inForce;
    if (current == null || current.outcome() == ActuationOutcome.RESTORED) {
      return null;
    }
    long untilNanos = current.atNanos() + current.leaseLeftNanos();
    if (untilNanos <= nowNanos) {
      return null;
    }
    DecisionNow decision = decisions.at(device, current.epoch(), current.sequence());
    return new LeaseNow(
        device,
        untilNanos,
        decision == null ? "" : decision.decision().policy(),
        decision == null ? "" : decision.decision().reason());
  }
}
