package io.wattune.core.loop;

import io.wattune.core.decision.Decision;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Quantity;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is sent while an operator holds a device at settings: these, as the default configuration,
 * under a lease that is renewed as any. Guards have no say, since the operator has one; the node's
 * gate has. Tests: {@code ByHandTest}.
 */
final class ByHand {
  private final LoopSettings settings;

  ByHand(LoopSettings settings) {
    this.settings = settings;
  }

  Optional<Proposal> decide(LoopState state, Configuration ordered) {
    boolean isSent =
        state.inForce.sent().equals(Map.of(SentDecision.DEFAULT, ordered))
            && state.clockNanos - state.inForce.sentNanos() < settings.renewAfterNanos();
    if (state.powerNanos == LoopState.NEVER || isSent || state.clockNanos < state.retryNanos) {
      return Optional.empty();
    }
    return Optional.of(
        new Proposal(
            ordered,
            List.of(),
            Decision.SET_BY_HAND,
            "An operator has set " + Quantity.text(ordered) + ".",
            state.quality(settings.leaseNanos()),
            state.clockNanos,
            settings.leaseNanos(),
            null));
  }
}
