package io.wattune.core.loop;

import io.wattune.core.decision.ActivityConfiguration;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.decision.ActuationReason;
import io.wattune.core.decision.ControlOutcome;
import io.wattune.core.decision.ControlStatus;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A node's leases and writer, as little of them as the loop can see. */
final class NodeStandIn {
  private static final long FARTHEST_FUTURE_NANOS = 1_000_000_000L;

  private final RandomPlant plant;
  private Map<String, Configuration> configurations = new HashMap<>();
  private long newestEpoch = LoopRun.EPOCH;
  private long newestSequence;
  private long beganNanos;
  private boolean isOfThisLife = true;
  private long untilNanos = Long.MIN_VALUE;
  long restores;
  long applied;

  NodeStandIn(RandomPlant plant) {
    this.plant = plant;
  }

  /** What is wished while this kernel runs; null for none. */
  Configuration configuration(@Nullable String kernel) {
    Configuration standard = configurations.getOrDefault(SentDecision.DEFAULT, Configuration.EMPTY);
    return kernel == null ? standard : configurations.getOrDefault(kernel, standard);
  }

  Map<String, Configuration> configurations() {
    return configurations;
  }

  /** End of the lease in force; none without one. */
  long untilNanos() {
    return untilNanos;
  }

  /** A controller has claimed the node: nothing of an older epoch is taken any more. */
  void claim(long epoch) {
    newestEpoch = epoch;
    newestSequence = 0;
  }

  /** The writer begins anew: it has kept the epoch, and no sequence. */
  void begin(long nowNanos) {
    beganNanos = nowNanos;
    newestSequence = 0;
    isOfThisLife = false;
  }

  /** Its clock has been stepped: its start was where the clock of now puts it. */
  void step(long byNanos) {
    beganNanos += Math.min(0, byNanos);
  }

  /** A decision has come. */
  Actuation take(
      Proposal proposal, long epoch, long sequence, boolean isHeld, boolean fails, long nowNanos) {
    if (epoch < newestEpoch) {
      return refuse(epoch, sequence, ActuationReason.OLD_EPOCH, List.of(), nowNanos);
    }
    if (sequence <= newestSequence) {
      return refuse(epoch, sequence, ActuationReason.OLD_SEQUENCE, List.of(), nowNanos);
    }
    if (proposal.basedOnNanos() > nowNanos + FARTHEST_FUTURE_NANOS) {
      return refuse(epoch, sequence, ActuationReason.FROM_THE_FUTURE, List.of(), nowNanos);
    }
    if (nowNanos - proposal.basedOnNanos() >= proposal.leaseNanos()) {
      newestSequence = sequence;
      return refuse(epoch, sequence, ActuationReason.LEASE_OVER, List.of(), nowNanos);
    }
    if (proposal.basedOnNanos() < Math.min(beganNanos, nowNanos)) {
      newestSequence = sequence;
      return refuse(epoch, sequence, ActuationReason.BEFORE_START, List.of(), nowNanos);
    }
    if (isHeld) {
      return refuse(epoch, sequence, ActuationReason.HELD, List.of(), nowNanos);
    }
    List<ControlOutcome> broken = new ArrayList<>();
    Map<String, Configuration> wished = new HashMap<>();
    if (!proposal.defaultConfiguration().isEmpty()) {
      wished.put(SentDecision.DEFAULT, proposal.defaultConfiguration());
      proposal.defaultConfiguration().settings().forEach(setting -> check(setting, broken));
    }
    for (ActivityConfiguration each : proposal.byActivityName()) {
      wished.put(each.activityName(), each.configuration());
      each.configuration().settings().forEach(setting -> check(setting, broken));
    }
    if (!broken.isEmpty()) {
      return refuse(epoch, sequence, ActuationReason.OUT_OF_BOUNDS, broken, nowNanos);
    }
    if (fails) {
      return refuse(epoch, sequence, ActuationReason.DEVICE_ERROR, List.of(), nowNanos);
    }
    newestSequence = sequence;
    isOfThisLife = true;
    boolean isSame = wished.equals(configurations) && untilNanos != Long.MIN_VALUE;
    configurations = wished;
    untilNanos = proposal.basedOnNanos() + proposal.leaseNanos();
    applied++;
    return answer(
        epoch,
        sequence,
        isSame ? ActuationOutcome.RENEWED : ActuationOutcome.APPLIED,
        ActuationReason.OK,
        nowNanos);
  }

  private void check(Setting setting, List<ControlOutcome> broken) {
    ActuationReason reason = ActuationReason.OK;
    if (setting.tunable().equals(plant.notListed)) {
      reason = ActuationReason.NOT_LISTED;
    } else if (setting.value() < plant.bounds.getOrDefault(setting.tunable(), Long.MIN_VALUE)) {
      reason = ActuationReason.OUT_OF_BOUNDS;
    }
    if (reason != ActuationReason.OK) {
      broken.add(
          new ControlOutcome(
              setting.tunable(),
              setting.unit(),
              OptionalLong.of(setting.value()),
              OptionalLong.empty(),
              ControlStatus.REFUSED,
              reason.code()));
    }
  }

  /** The own settings are put back: a lease has ended, or a hold has come. */
  Actuation restore(ActuationReason reason, long nowNanos) {
    configurations = new HashMap<>();
    untilNanos = Long.MIN_VALUE;
    restores++;
    return isOfThisLife
        ? answer(newestEpoch, newestSequence, ActuationOutcome.RESTORED, reason, nowNanos)
        : answer(0, 0, ActuationOutcome.RESTORED, reason, nowNanos);
  }

  /** The answer of a writer that owns what it did not do; the same one of any other. */
  Actuation owning(Actuation answer, WriterTruth truth) {
    if (!truth.isHonest || answer.outcome() == ActuationOutcome.REFUSED) {
      return answer;
    }
    List<ControlOutcome> failed = new ArrayList<>();
    for (Configuration configuration : configurations.values()) {
      for (Setting setting : configuration.settings()) {
        if (truth.dead().contains(setting.tunable())) {
          failed.add(
              new ControlOutcome(
                  setting.tunable(),
                  setting.unit(),
                  OptionalLong.of(setting.value()),
                  OptionalLong.empty(),
                  ControlStatus.FAILED,
                  ActuationReason.DEVICE_ERROR.code()));
        }
      }
    }
    if (failed.isEmpty()) {
      return answer;
    }
    return answer(
        answer.epoch(),
        answer.sequence(),
        ActuationOutcome.PARTLY_APPLIED,
        ActuationReason.DEVICE_ERROR,
        failed,
        answer.atNanos());
  }

  private static Actuation refuse(
      long epoch,
      long sequence,
      ActuationReason reason,
      List<ControlOutcome> controls,
      long nowNanos) {
    return answer(epoch, sequence, ActuationOutcome.REFUSED, reason, controls, nowNanos);
  }

  static Actuation answer(
      long epoch, long sequence, ActuationOutcome outcome, ActuationReason reason, long nowNanos) {
    return answer(epoch, sequence, outcome, reason, List.of(), nowNanos);
  }

  private static Actuation answer(
      long epoch,
      long sequence,
      ActuationOutcome outcome,
      ActuationReason reason,
      List<ControlOutcome> controls,
      long nowNanos) {
    return new Actuation(
        "node-1",
        RandomPlant.DEVICE,
        epoch,
        sequence,
        outcome,
        reason.code(),
        "",
        null,
        controls,
        0,
        nowNanos,
        List.of(),
        List.of());
  }
}
