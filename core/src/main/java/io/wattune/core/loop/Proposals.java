package io.wattune.core.loop;

import io.wattune.core.decision.ActivityConfiguration;
import io.wattune.core.guard.Guard;
import io.wattune.core.guard.GuardContext;
import io.wattune.core.guard.GuardVerdict;
import io.wattune.core.policy.FineReason;
import io.wattune.core.policy.Ladders;
import io.wattune.core.tunable.Configuration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Makes of the kernels' wishes what is to be sent, past the guards. */
final class Proposals {
  /** A detail is for people: the first words of many are enough. */
  private static final int LONGEST_DETAIL = 1000;

  private final LoopSettings settings;
  private final List<Guard> guards;

  Proposals(LoopSettings settings, List<Guard> guards) {
    this.settings = settings;
    this.guards = guards;
  }

  Optional<Proposal> decide(LoopState state, boolean isHeld, Ladders ladders) {
    if (state.isCalm && !isDue(state, state.inForce.sent())) {
      return Optional.empty();
    }
    Map<String, Configuration> wished = wished(state, ladders);
    GuardContext context = context(state, isHeld, ladders);
    Map<String, Configuration> allowed = wished;
    List<String> notes = new ArrayList<>();
    List<String> narrowing = new ArrayList<>();
    for (Guard guard : guards) {
      GuardVerdict verdict = guard.check(allowed, context);
      if (verdict.isVetoed()) {
        if (isToSend(state, allowed)) {
          LoopState.count(state.vetoed, guard.name());
        }
        return Optional.empty();
      }
      allowed = verdict.configurations();
      if (!verdict.note().isEmpty()) {
        narrowing.add(guard.name());
        notes.add("Guard '" + guard.name() + "': " + verdict.note() + ".");
      }
    }
    if (!isToSend(state, allowed)) {
      state.isCalm = narrowing.isEmpty();
      return Optional.empty();
    }
    if (state.clockNanos < state.retryNanos) {
      return Optional.empty();
    }
    narrowing.forEach(guard -> LoopState.count(state.narrowed, guard));
    return Optional.of(proposal(state, allowed, notes));
  }

  private static Map<String, Configuration> wished(LoopState state, Ladders ladders) {
    Map<String, Configuration> wished = new HashMap<>();
    for (KernelRecord kernel : state.kernels.values()) {
      Configuration configuration = ladders.configuration(kernel.memory.rungs());
      if (!configuration.isEmpty()) {
        wished.put(kernel.memory.activityName(), configuration);
      }
    }
    return wished;
  }

  private GuardContext context(LoopState state, boolean isHeld, Ladders ladders) {
    return new GuardContext(
        state.clockNanos,
        isHeld,
        state.quality(settings.leaseNanos()),
        state.switching.isTooOften(),
        ladders,
        state.inForce.sent(),
        state.inForce.possible(state.clockNanos),
        state.inForce.changedNanos());
  }

  private boolean isToSend(LoopState state, Map<String, Configuration> allowed) {
    return !allowed.equals(state.inForce.sent()) || isDue(state, allowed);
  }

  /** Whether what is sent already has to be sent again. */
  private boolean isDue(LoopState state, Map<String, Configuration> allowed) {
    boolean isWanted =
        !allowed.isEmpty()
            || state.kernels.values().stream().anyMatch(kernel -> !kernel.memory.hasGivenUp());
    if (!isWanted || state.inForce.isHome()) {
      return false;
    }
    long sentNanos = state.inForce.sentNanos();
    return sentNanos == LoopState.NEVER
        || state.clockNanos - sentNanos >= settings.renewAfterNanos();
  }

  private Proposal proposal(
      LoopState state, Map<String, Configuration> allowed, List<String> notes) {
    String reason = "";
    var detail = new StringBuilder();
    for (KernelRecord kernel : state.kernels.values()) {
      if (!kernel.reason.isEmpty()) {
        reason = kernel.reason;
        detail.append(detail.isEmpty() ? "" : " ").append(kernel.detail);
      }
    }
    if (reason.isEmpty()) {
      boolean isFirst = allowed.isEmpty() && state.inForce.sentNanos() == LoopState.NEVER;
      boolean isSame = allowed.equals(state.inForce.sent());
      reason = isFirst ? FineReason.MEASURE : isSame ? LoopReason.RENEWED : LoopReason.APPROACH;
      detail.append(standing(state));
    }
    notes.forEach(note -> detail.append(' ').append(note));
    detail.setLength(Math.min(detail.length(), LONGEST_DETAIL));
    List<ActivityConfiguration> byActivityName = new ArrayList<>(allowed.size());
    new TreeMap<>(allowed)
        .forEach((name, each) -> byActivityName.add(new ActivityConfiguration(name, each)));
    // What nothing is known of, an unknown kernel or none at all, keeps the own settings: it must
    // not pay for what others have been found to bear.
    return new Proposal(
        Configuration.EMPTY,
        byActivityName,
        reason,
        detail.toString(),
        state.quality(settings.leaseNanos()),
        state.clockNanos,
        settings.leaseNanos());
  }

  private static String standing(LoopState state) {
    Map<String, Integer> kernels = new TreeMap<>();
    state.kernels.values().forEach(each -> kernels.merge(each.memory.stateName(), 1, Integer::sum));
    return "Kernels by state: " + kernels + ".";
  }
}
