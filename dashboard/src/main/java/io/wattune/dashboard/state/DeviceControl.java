package io.wattune.dashboard.state;

import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.Decision;
import io.wattune.core.decision.HeatGuard;
import io.wattune.core.decision.InForceSpan;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.inforce.InForceNow;
import io.wattune.core.tunable.Tunable;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** What a node has said of a device's settings. Not thread safe. */
final class DeviceControl {
  private static final int MOST_ACTUATIONS = 50;

  private final InForceNow inForce = new InForceNow();
  private final EventLog<Actuation> actuations = new EventLog<>(MOST_ACTUATIONS);

  void take(Actuation actuation) {
    actuations.add(actuation);
    inForce.take(actuation);
  }

  /** Whether the newest answer is a refusal, of all or of a part. */
  boolean isRefusing() {
    return inForce.refusal() != null;
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
    OptionalLong value = inForce.value(tunable.name());
    return new SettingNow(
        tunable.name(), tunable.unit(), value.isEmpty() ? own : (Long) value.getAsLong(), own);
  }

  /** The lease that is in force at a time; null where none is. */
  @Nullable LeaseNow lease(String device, DecisionLog decisions, long nowNanos) {
    Actuation current = inForce.leased(nowNanos);
    if (current == null) {
      return null;
    }
    Decision.ForDevice decision = decisions.answeredBy(current);
    return new LeaseNow(
        device,
        InForceNow.leaseUntilNanos(current),
        decision == null ? "" : decision.policy(),
        decision == null ? "" : decision.reason());
  }

  /** What the guard by temperature knew in the decision in force; null without one. */
  @Nullable HeatGuard heat(String device, DecisionLog decisions, long nowNanos) {
    Actuation current = inForce.leased(nowNanos);
    Decision.ForDevice decision = current == null ? null : decisions.answeredBy(current);
    return decision == null ? null : decision.heat();
  }

  /** What is in force at a time, as read back; null where no lease runs. */
  @Nullable InForceDetail inForce(String device, DecisionLog decisions, long nowNanos) {
    Actuation current = inForce.leased(nowNanos);
    if (current == null) {
      return null;
    }
    Decision.ForDevice decision = decisions.answeredBy(current);
    InForceSpan span = inForce.span();
    return new InForceDetail(
        inForce.activityName(),
        span == null ? 0 : span.fromNanos(),
        inForce.seenNanos(),
        inForce.isUnseen(decision, nowNanos),
        inForce.isPending(decision),
        inForce.differences(decision),
        inForce.pending());
  }
}
