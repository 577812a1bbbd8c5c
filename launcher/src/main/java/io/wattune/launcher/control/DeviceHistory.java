package io.wattune.launcher.control;

import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.decision.Decision;
import io.wattune.core.decision.Hold;
import io.wattune.core.decision.InForceSpan;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.inforce.InForceNow;
import io.wattune.core.tunable.Tunable;
import java.util.ArrayList;
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
  private final InForceNow inForce = new InForceNow();
  private @Nullable Actuation newest;
  private long powerAgeNanos;
  private boolean isLate;

  private record Place(long epoch, long sequence) {}

  void decided(Decision.ForDevice decision) {
    decisions.put(new Place(decision.epoch(), decision.sequence()), decision);
    powerAgeNanos = decision.decidedAtNanos() - decision.basedOnNanos();
    isLate = powerAgeNanos > decision.leaseNanos() / 2;
  }

  void actuated(Actuation actuation) {
    newest = actuation;
    inForce.take(actuation);
  }

  /**
   * How the device stands.
   *
   * @param work where its work is known from
   */
  DeviceStatus status(
      DeviceDescriptor descriptor, @Nullable Hold hold, WorkStatus work, long nowNanos) {
    Actuation answer = inForce.answer();
    boolean isTuned = answer != null && answer.outcome() != ActuationOutcome.RESTORED;
    Actuation current = isTuned ? answer : null;
    Decision.ForDevice decision =
        current == null ? null : decisions.get(new Place(current.epoch(), current.sequence()));
    InForceSpan span = current == null ? null : inForce.span();
    return new DeviceStatus(
        descriptor.device(),
        descriptor.node(),
        descriptor.model(),
        state(answer, decision, nowNanos),
        settings(descriptor),
        decision,
        span != null ? span.activityName() : current == null ? null : current.activityName(),
        span == null ? 0 : span.fromNanos(),
        current == null ? 0 : inForce.seenNanos(),
        current != null && inForce.isUnseen(decision, nowNanos),
        current == null ? List.of() : inForce.differences(decision),
        current == null ? List.of() : inForce.pending(),
        current == null ? 0 : leaseUntilNanos(current),
        refusal(),
        powerAgeNanos,
        isLate,
        work,
        hold);
  }

  private DeviceState state(
      @Nullable Actuation answer, Decision.@Nullable ForDevice decision, long nowNanos) {
    if (answer == null) {
      return DeviceState.UNTOUCHED;
    }
    if (answer.outcome() == ActuationOutcome.RESTORED) {
      return DeviceState.OWN;
    }
    if (leaseUntilNanos(answer) <= nowNanos) {
      return DeviceState.LEASE_OVER;
    }
    if (!inForce.differences(decision).isEmpty()) {
      return DeviceState.DIFFERS;
    }
    return inForce.isPending(decision) ? DeviceState.PENDING : DeviceState.TUNED;
  }

  private static long leaseUntilNanos(Actuation current) {
    return current.atNanos() + current.leaseLeftNanos();
  }

  private List<TunableStatus> settings(DeviceDescriptor descriptor) {
    List<TunableStatus> settings = new ArrayList<>();
    for (Tunable tunable : descriptor.tunables()) {
      OptionalLong value = inForce.value(tunable.name());
      settings.add(
          new TunableStatus(
              tunable.name(),
              tunable.unit(),
              tunable.ownValue(),
              tunable.isWritable(),
              value.isPresent() ? value : tunable.ownValue()));
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
