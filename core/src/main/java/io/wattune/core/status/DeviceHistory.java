package io.wattune.core.status;

import io.wattune.core.NewestEntries;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.Decision;
import io.wattune.core.decision.DecisionKey;
import io.wattune.core.decision.Hold;
import io.wattune.core.decision.InForceSpan;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.inforce.InForceNow;
import io.wattune.core.tunable.Tunable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** What was decided for a device, and what its node has said of it: decisions first, in order. */
final class DeviceHistory {
  /** The node answers within a moment, so that what is in force is among the newest. */
  private static final int MOST_DECISIONS = 64;

  private final Map<DecisionKey, Decision.ForDevice> decisions = NewestEntries.put(MOST_DECISIONS);
  private final InForceNow inForce = new InForceNow();
  private long powerAgeNanos;
  private boolean isLate;

  void decided(Decision.ForDevice decision) {
    decisions.put(decision.key(), decision);
    powerAgeNanos = decision.decidedAtNanos() - decision.basedOnNanos();
    isLate = powerAgeNanos > decision.leaseNanos() / 2;
  }

  void actuated(Actuation actuation) {
    inForce.take(actuation);
  }

  /**
   * How the device stands.
   *
   * @param work where its work is known from
   */
  TuningStatus status(
      DeviceDescriptor descriptor, @Nullable Hold hold, WorkStatus work, long nowNanos) {
    Actuation current = inForce.tuned();
    Decision.ForDevice decision = current == null ? null : decisions.get(current.key());
    InForceSpan span = current == null ? null : inForce.span();
    return new TuningStatus(
        descriptor.device(),
        descriptor.node(),
        descriptor.model(),
        state(decision, nowNanos),
        settings(descriptor),
        decision,
        current == null ? null : inForce.activityName(),
        span == null ? 0 : span.fromNanos(),
        current == null ? 0 : inForce.seenNanos(),
        current != null && inForce.isUnseen(decision, nowNanos),
        current == null ? List.of() : inForce.differences(decision),
        current == null ? List.of() : inForce.pending(),
        current == null ? 0 : InForceNow.leaseUntilNanos(current),
        inForce.refusal(),
        powerAgeNanos,
        isLate,
        work,
        hold);
  }

  private TuningState state(Decision.@Nullable ForDevice decision, long nowNanos) {
    if (inForce.answer() == null) {
      return TuningState.UNTOUCHED;
    }
    if (inForce.tuned() == null) {
      return TuningState.OWN;
    }
    if (inForce.leased(nowNanos) == null) {
      return TuningState.LEASE_OVER;
    }
    if (!inForce.differences(decision).isEmpty()) {
      return TuningState.DIFFERS;
    }
    return inForce.isPending(decision) ? TuningState.PENDING : TuningState.TUNED;
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
}
