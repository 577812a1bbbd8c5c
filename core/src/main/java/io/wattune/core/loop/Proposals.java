package io.wattune.core.loop;

import io.wattune.core.Quality;
import io.wattune.core.counter.WorkSignal;
import io.wattune.core.decision.ActivityConfiguration;
import io.wattune.core.decision.Decision;
import io.wattune.core.guard.Guard;
import io.wattune.core.guard.GuardContext;
import io.wattune.core.guard.GuardVerdict;
import io.wattune.core.policy.Ladders;
import io.wattune.core.policy.PolicyReason;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Quantity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Makes of the kernels' wishes what is to be sent, past the guards. */
final class Proposals {
  /** A detail is for people: the first words of many are enough. */
  private static final int LONGEST_DETAIL = 1000;

  /**
   * Evidence waits for a node's report as long as this, or for the next renewal. It is more than a
   * dwell time of a second, so that a quick search does not send two decisions for each change.
   */
  private static final long ASK_NANOS = 1_100_000_000L;

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
      GuardVerdict verdict = guard.rule().check(allowed, context);
      if (verdict.isVetoed()) {
        if (isToSend(state, allowed)) {
          state.counts.count(LoopCounts.Kind.VETOED, guard.name());
        }
        return Optional.empty();
      }
      allowed = verdict.configurations();
      if (!verdict.note().isEmpty()) {
        narrowing.add(guard.name());
        notes.add("Guard '" + guard.name() + "': " + verdict.note() + ".");
      }
    }
    HeatCeiling heat = state.heat;
    if (heat != null) {
      Map<String, Configuration> cool = heat.narrowed(allowed, ladders);
      if (!cool.equals(allowed)) {
        allowed = cool;
        narrowing.add(LoopReason.THERMAL);
        notes.add("Guard '" + LoopReason.THERMAL + "': " + heat.note() + ".");
      }
    }
    if (!isToSend(state, allowed)) {
      state.isCalm = narrowing.isEmpty();
      return Optional.empty();
    }
    if (state.clockNanos < state.retryNanos) {
      return Optional.empty();
    }
    narrowing.forEach(guard -> state.counts.count(LoopCounts.Kind.NARROWED, guard));
    return Optional.of(proposal(state, allowed, notes));
  }

  /**
   * What is sent while an operator holds a device at settings: these, as the default configuration,
   * under a lease that is renewed as any. Guards have no say, since the operator has one; the
   * node's writer has. Test: {@code ByHandTest}.
   */
  Optional<Proposal> byHand(LoopState state, Configuration ordered) {
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

  private Map<String, Configuration> wished(LoopState state, Ladders ladders) {
    Map<String, Configuration> wished = new HashMap<>();
    if (state.servers.isKnown()) {
      wish(wished, SentDecision.DEFAULT, state.servers.wished());
      return wished;
    }
    if (!state.isByKernel()) {
      KernelRecord program = state.runningProgram();
      if (program != null && !state.isPhaseUnknown() && !state.isSilent()) {
        Ladders allowed =
            program.isEstimated() || program.leastShare() > 0
                ? state.cautiousLadders(program)
                : ladders;
        wish(wished, SentDecision.DEFAULT, allowed.configuration(program.memory.rungs()));
      }
      return wished;
    }
    for (KernelRecord kernel : state.kernels.values()) {
      wish(wished, kernel.memory.activityName(), ladders.configuration(kernel.memory.rungs()));
    }
    return wished;
  }

  private static void wish(
      Map<String, Configuration> wished, String name, Configuration configuration) {
    if (!configuration.isEmpty()) {
      wished.put(name, configuration);
    }
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
    return !allowed.equals(state.inForce.sent())
        || (state.servers.isAlarm() && allowed.isEmpty())
        || isDue(state, allowed);
  }

  /** Whether what is sent already has to be sent again. */
  private boolean isDue(LoopState state, Map<String, Configuration> allowed) {
    boolean isWanted = !allowed.isEmpty() || (state.isLookedAt() && !state.isSilent());
    // Own settings need no lease to stay, but only under one does the node report them, as
    // evidence.
    if (!isWanted) {
      return false;
    }
    long sentNanos = state.inForce.sentNanos();
    return sentNanos == LoopState.NEVER
        || state.clockNanos - sentNanos >= settings.renewAfterNanos()
        || isAsking(state);
  }

  /**
   * Whether the node is to report what is in force before the lease is due: evidence waits for it
   * that a policy still searches with. The answer to a renewal is such a report.
   */
  private boolean isAsking(LoopState state) {
    if (state.clockNanos - state.askedNanos < Math.min(ASK_NANOS, settings.renewAfterNanos())) {
      return false;
    }
    return state.isWaiting();
  }

  private Proposal proposal(
      LoopState state, Map<String, Configuration> allowed, List<String> notes) {
    // Before any program nobody has fallen silent.
    boolean isSilent = state.isSilent() && !state.program.isEmpty();
    String reason = isSilent ? LoopReason.SILENT : "";
    var detail = new StringBuilder(isSilent ? silence(state) : "");
    for (KernelRecord record : state.judged()) {
      if (!isSilent && !record.reason.isEmpty()) {
        reason = record.reason;
        detail.append(detail.isEmpty() ? "" : " ").append(record.detail);
      }
    }
    Servers servers = state.servers;
    reason = servers.news().isEmpty() ? reason : servers.news();
    detail.append(servers.detail());
    if (state.heat != null && state.heat.isNews()) {
      reason = LoopReason.THERMAL;
    }
    if (reason.isEmpty()) {
      boolean isFirst = allowed.isEmpty() && state.inForce.sentNanos() == LoopState.NEVER;
      boolean isSame = allowed.equals(state.inForce.sent());
      reason = isFirst ? PolicyReason.MEASURE : isSame ? LoopReason.RENEWED : LoopReason.APPROACH;
      detail.append(servers.isKnown() ? "" : standing(state));
    }
    WorkSignal signal = state.signal;
    if (signal != null && !state.isByKernel() && !isSilent) {
      detail
          .append(" Work is known from: ")
          .append(signal.name().toLowerCase(Locale.ROOT))
          .append('.');
    }
    detail.append(state.stated.faults());
    notes.forEach(note -> detail.append(' ').append(note));
    detail.setLength(Math.min(detail.length(), LONGEST_DETAIL));
    // Where the node can know what runs, what nothing is known of, an unknown kernel or none at
    // all, keeps the own settings: it must not pay for what others have been found to bear.
    Map<String, Configuration> byName = new TreeMap<>(allowed);
    Configuration standard = byName.remove(SentDecision.DEFAULT);
    List<ActivityConfiguration> byActivityName = new ArrayList<>(byName.size());
    byName.forEach((name, each) -> byActivityName.add(new ActivityConfiguration(name, each)));
    return new Proposal(
        standard == null ? Configuration.EMPTY : standard,
        byActivityName,
        reason,
        detail.toString(),
        quality(state),
        state.clockNanos,
        settings.leaseNanos(),
        state.heat == null ? null : state.heat.known(state.ladders()));
  }

  /** Of what a proposal is based on; counters are no work, whatever the power is. */
  private Quality quality(LoopState state) {
    Quality power = state.quality(settings.leaseNanos());
    boolean isEstimated = !state.isByKernel() && state.signal == WorkSignal.COUNTERS;
    return isEstimated ? power.worst(Quality.ESTIMATED) : power;
  }

  private static String silence(LoopState state) {
    WorkSilence silence = state.programWork.silence();
    String name = "'" + state.program + "'";
    return silence.isTooRare()
        ? ("Work of %s is reported more than %s s apart, too rarely to see when it "
                + "ends: own settings.")
            .formatted(name, WorkSilence.LONGEST_WINDOW_NANOS / 1_000_000_000L)
        : "No work of %s for more than %s s: own settings until it works again."
            .formatted(name, silence.limitNanos() / 1_000_000_000L);
  }

  private static String standing(LoopState state) {
    KernelRecord program = state.runningProgram();
    if (!state.isByKernel() && program != null) {
      return "Program '" + state.program + "': " + program.memory.stateName() + ".";
    }
    Map<String, Integer> kernels = new TreeMap<>();
    state.kernels.values().forEach(each -> kernels.merge(each.memory.stateName(), 1, Integer::sum));
    return "Kernels by state: " + kernels + ".";
  }
}
