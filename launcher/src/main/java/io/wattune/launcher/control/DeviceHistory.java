package io.wattune.launcher.control;

import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.decision.ControlOutcome;
import io.wattune.core.decision.Decision;
import io.wattune.core.decision.Hold;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.tunable.Tunable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** What was decided for a device, and what its node has said of it: decisions first, in order. */
final class DeviceHistory {
  /** The node answers within a moment, so that what is in force is among the newest. */
  private static final int MOST_DECISIONS = 64;

  private final Map<Place, Decision.ForDevice> decisions = new NewestDecisions();
  private final Map<String, Long> readBack = new HashMap<>();
  private @Nullable Actuation inForce;
  private @Nullable Actuation newest;

  private record Place(long epoch, long sequence) {}

  void decided(Decision.ForDevice decision) {
    decisions.put(new Place(decision.epoch(), decision.sequence()), decision);
  }

  void actuated(Actuation actuation) {
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

  DeviceStatus status(DeviceDescriptor descriptor, @Nullable Hold hold, long nowNanos) {
    DeviceState state = state(inForce, nowNanos);
    boolean isTuned = state == DeviceState.TUNED || state == DeviceState.LEASE_OVER;
    Actuation current = isTuned ? inForce : null;
    return new DeviceStatus(
        descriptor.device(),
        descriptor.node(),
        descriptor.model(),
        state,
        settings(descriptor),
        current == null ? null : decisions.get(new Place(current.epoch(), current.sequence())),
        current == null ? null : current.activityName(),
        current == null ? 0 : leaseUntilNanos(current),
        refusal(),
        hold);
  }

  private static DeviceState state(@Nullable Actuation current, long nowNanos) {
    if (current == null) {
      return DeviceState.UNTOUCHED;
    }
    if (current.outcome() == ActuationOutcome.RESTORED) {
      return DeviceState.OWN;
    }
    return leaseUntilNanos(current) > nowNanos ? DeviceState.TUNED : DeviceState.LEASE_OVER;
  }

  private static long leaseUntilNanos(Actuation current) {
    return current.atNanos() + current.leaseLeftNanos();
  }

  private List<TunableStatus> settings(DeviceDescriptor descriptor) {
    List<TunableStatus> settings = new ArrayList<>();
    for (Tunable tunable : descriptor.tunables()) {
      Long value = readBack.get(tunable.name());
      settings.add(
          new TunableStatus(
              tunable.name(),
              tunable.unit(),
              tunable.ownValue(),
              value == null ? tunable.ownValue() : OptionalLong.of(value)));
    }
    return settings;
  }

  private @Nullable Actuation refusal() {
    Actuation last = newest;
    return last != null
            && (last.outcome() == ActuationOutcome.REFUSED
                || last.outcome() == ActuationOutcome.PARTLY_APPLIED)
        ? last
        : null;
  }

  /** Forgets the oldest. */
  private static final class NewestDecisions extends LinkedHashMap<Place, Decision.ForDevice> {
    private static final long serialVersionUID = 1L;

    @Override
    protected boolean removeEldestEntry(Map.Entry<Place, Decision.ForDevice> eldest) {
      return size() > MOST_DECISIONS;
    }
  }
}
