package io.wattune.core.loop;

import io.wattune.core.Quality;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.decision.ActivityConfiguration;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.Decision;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.guard.Guard;
import io.wattune.core.guard.TemperatureLimits;
import io.wattune.core.policy.Ladders;
import io.wattune.core.policy.Policy;
import io.wattune.core.sensitivity.Sensitivity;
import io.wattune.core.sensitivity.SensitivityBin;
import io.wattune.core.serving.ServingGoals;
import io.wattune.core.serving.ServingReading;
import io.wattune.core.tunable.Configuration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The control loop of a device: evidence to the policy, the policy's wishes past the guards, a
 * lease that is renewed while records come. Immutable; what changes is in the {@link LoopState},
 * which is not for two threads at once. All times are the device's own event time: where nothing
 * comes, nothing is renewed, and the node restores the device's own settings by itself.
 *
 * <p>Tests: {@code DeviceLoopTest}, {@code DeviceLoopPropertyTest}.
 */
public final class DeviceLoop {
  private final LoopSettings settings;
  private final String policyName;
  private final EvidenceFilter evidence;
  private final Answers answers;
  private final Proposals proposals;
  private final TemperatureLimits limits;
  private final ServingGoals serving;

  /** A loop with one policy, whatever programs state, and without limits and servers. */
  public DeviceLoop(LoopSettings settings, Policy policy, List<Guard> guards) {
    this(settings, Goals.of(policy), guards, TemperatureLimits.NONE, ServingGoals.NONE);
  }

  /**
   * A loop.
   *
   * @param goals the policy for each goal that a program may state
   * @param guards what its wishes pass, in this order
   * @param limits temperatures below which devices are kept, whatever a policy wishes
   * @param serving which inference servers are set by their load
   */
  public DeviceLoop(
      LoopSettings settings,
      Goals goals,
      List<Guard> guards,
      TemperatureLimits limits,
      ServingGoals serving) {
    this.limits = limits;
    this.serving = serving;
    this.settings = settings;
    this.policyName = goals.policies().apply(goals.operator()).name();
    var judging = new Judging(settings, goals);
    this.evidence = new EvidenceFilter(settings, judging);
    this.answers = new Answers(settings, judging);
    this.proposals = new Proposals(settings, List.copyOf(guards));
  }

  /** The state of a device of which nothing is known. */
  public LoopState newState(String device) {
    var state = new LoopState(device);
    state.servers = new Servers(serving, state.counts);
    limit(state, "");
    return state;
  }

  /**
   * The state as it was when the snapshot was taken, nothing known to be in force. What another
   * policy has learned is left out: its wishes are not this one's.
   */
  public LoopState restored(LoopSnapshot snapshot) {
    LoopState state = LoopState.of(snapshot);
    state.servers = new Servers(serving, state.counts);
    state.servers.describe(snapshot.model());
    limit(state, snapshot.model());
    int before = state.kernels.size();
    state.kernels.values().removeIf(each -> !each.memory.policyName().equals(policyName));
    if (state.programs().stream().anyMatch(each -> !each.memory.policyName().equals(policyName))) {
      state.forgetPrograms();
    }
    state.counts.count(LoopCounts.Kind.KERNELS_DROPPED, "", before - state.kernels.size());
    return state;
  }

  /** What the device is; what was learned is forgotten if its tunables are others now. */
  public void onDescriptor(LoopState state, DeviceDescriptor descriptor) {
    limit(state, descriptor.model());
    state.servers.describe(descriptor.model());
    if (state.heat != null) {
      state.heat.describe(descriptor.tunables());
    }
    if (descriptor.tunables().equals(state.tunables)) {
      return;
    }
    state.relearn();
    state.kernelMisses.forget();
    state.floors.clear();
    state.failures.clear();
    state.givenUp.clear();
    state.tunables = descriptor.tunables();
    state.isCalm = false;
    state.ladders = null;
  }

  /** What the device is says which temperature it has to keep. */
  private void limit(LoopState state, String model) {
    OptionalDouble limit = limits.of(model);
    HeatCeiling before = state.heat;
    if (limit.isEmpty()) {
      state.heat = null;
    } else if (before == null
        || before.limit() != limit.getAsDouble()
        || !before.model().equals(model)) {
      state.heat = new HeatCeiling(model, limit.getAsDouble());
    }
    state.isCalm = false;
  }

  /** Counters of an interval: of an invocation of a kernel, or of what a program has delivered. */
  public void onCounters(LoopState state, CounterReading reading) {
    if (state.heat != null && EvidenceFilter.isPlausible(reading.endNanos())) {
      state.heat.counters(reading);
    }
    if (state.setByHand != null) {
      state.counts.count(LoopCounts.Kind.EVIDENCE_DISCARDED, Decision.SET_BY_HAND);
      return;
    }
    evidence.take(state, reading, state.ladders());
  }

  /**
   * How sensitive a kernel, or the device, is to a tunable. That of a kernel that has not been seen
   * yet is kept until it is.
   */
  public void onSensitivity(LoopState state, Sensitivity sensitivity) {
    String name = sensitivity.activityName();
    if (name == null) {
      for (KernelRecord record : state.records()) {
        record.bins.put(sensitivity.tunable(), sensitivity.bin());
      }
      return;
    }
    KernelRecord kernel = state.kernels.get(name);
    Map<String, SensitivityBin> bins =
        kernel == null
            ? state.binsAhead.computeIfAbsent(name, absent -> new TreeMap<>())
            : kernel.bins;
    bins.put(sensitivity.tunable(), sensitivity.bin());
    if (state.binsAhead.size() > LoopSettings.MOST_KERNELS) {
      String oldest = state.binsAhead.keySet().iterator().next();
      state.binsAhead.remove(oldest);
    }
  }

  /**
   * Power has come.
   *
   * @param newestTimeNanos time of the newest reading of a block
   * @param watts its power
   * @param worst worst quality of the block
   */
  public void onPower(LoopState state, long newestTimeNanos, double watts, Quality worst) {
    if (!EvidenceFilter.isPlausible(newestTimeNanos)) {
      state.counts.count(LoopCounts.Kind.EVIDENCE_DISCARDED, "implausible-time");
    } else if (newestTimeNanos >= state.powerNanos) {
      // An older block is one that the ledger has put out again.
      state.powerNanos = newestTimeNanos;
      state.power.add(
          newestTimeNanos, worst == Quality.INVALID || worst == Quality.GAP ? -1 : watts);
      state.quality = worst;
      if (state.heat != null && worst != Quality.INVALID && worst != Quality.GAP) {
        state.heat.power(newestTimeNanos, watts, state.ladders());
      }
      state.advanceClock(newestTimeNanos);
    }
  }

  /** An inference server that uses the device, and maybe others, was read. */
  public void onServing(LoopState state, ServingReading reading) {
    if (serving.isNone()) {
      return;
    }
    if (state.clockNanos == LoopState.NEVER) {
      return; // Nothing is decided before any power either.
    }
    if (Math.abs(reading.endNanos() - state.clockNanos) > settings.leaseNanos()) {
      state.counts.count(LoopCounts.Kind.EVIDENCE_DISCARDED, "implausible-time");
      return;
    }
    state.servers.take(
        reading,
        state.clockNanos,
        state.power,
        state.powerNanos,
        state.inForce.possible(state.clockNanos),
        state.ladders());
  }

  /** A proposal has been sent, as this decision. */
  public void onSent(LoopState state, Proposal proposal, long epoch, long sequence) {
    Map<String, Configuration> configurations = new HashMap<>();
    if (!proposal.defaultConfiguration().isEmpty()) {
      configurations.put(SentDecision.DEFAULT, proposal.defaultConfiguration());
    }
    for (ActivityConfiguration each : proposal.byActivityName()) {
      configurations.put(each.activityName(), each.configuration());
    }
    long basedOn = proposal.basedOnNanos();
    state.isCalm = false;
    if (state.heat != null) {
      state.heat.onSent();
    }
    state.servers.onSent(proposal.defaultConfiguration().isEmpty());
    state.askedNanos = state.clockNanos;
    state.inForce.onSent(
        new SentDecision(
            epoch, sequence, basedOn, basedOn + proposal.leaseNanos(), configurations));
    for (KernelRecord record : state.records()) {
      record.reason = "";
      record.detail = "";
    }
  }

  /** The node has answered a decision, or has done something by itself. */
  public void onActuation(LoopState state, Actuation actuation) {
    state.isCalm = false;
    answers.take(state, actuation);
    state.readBacks.take(actuation.inForce());
    evidence.review(state, state.ladders());
  }

  /**
   * After any of these: what is to be sent now, if anything. Nothing changes by asking except the
   * counts of the guards and, when a hold begins, what is known to be in force; {@link #onSent}
   * says that it was sent.
   *
   * @param isHeld whether an operator has ordered to leave the device alone
   */
  public Optional<Proposal> decide(LoopState state, boolean isHeld) {
    return decide(state, isHeld, null);
  }

  /**
   * The same.
   *
   * @param ordered at which settings the operator holds the device; null for its own
   */
  public Optional<Proposal> decide(
      LoopState state, boolean isHeld, @Nullable Configuration ordered) {
    state.setByHand(ordered);
    if (isHeld && !state.isHeld) {
      // The node restores the own settings by itself; its answer will say when.
      state.inForce.onUnknown(state.clockNanos);
    }
    state.isCalm &= isHeld == state.isHeld;
    state.isHeld = isHeld;
    if (ordered != null) {
      return proposals.byHand(state, ordered);
    }
    state.tryGivenUpAgain();
    state.tryKernelsAgain();
    state.isCalm &= !state.programWork.hasSilenceChanged(state.clockNanos);
    Ladders ladders = state.ladders();
    // Before any power nothing is known of its quality; to decide then would restore a device's own
    // settings each time that a controller takes over.
    if (state.powerNanos == LoopState.NEVER
        || (ladders.names().isEmpty() && state.inForce.sent().isEmpty())) {
      return Optional.empty();
    }
    if (state.heat != null && !isHeld) {
      state.isCalm &= !state.heat.review(state.inForce.possible(state.clockNanos), ladders);
    }
    state.isCalm &= !state.servers.review(state.clockNanos);
    return proposals.decide(state, isHeld, ladders);
  }
}
