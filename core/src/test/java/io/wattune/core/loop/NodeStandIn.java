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

/** A node's gate and writer, as little of them as the loop can see. */
final class NodeStandIn {
  private final RandomPlant plant;
  private Map<String, Configuration> configurations = new HashMap<>();
  private long newestSequence;
  private long untilNanos = Long.MIN_VALUE;
  long restores;
  long applied;

  NodeStandIn(RandomPlant plant) {
    this.plant = plant;
  }

  Configuration configuration(String kernel) {
    return configurations.getOrDefault(kernel, Configuration.EMPTY);
  }

  Map<String, Configuration> configurations() {
    return configurations;
  }

  /** End of the lease in force; none without one. */
  long untilNanos() {
    return untilNanos;
  }

  /** A decision has come. */
  Actuation take(Proposal proposal, long sequence, boolean isHeld, boolean fails, long nowNanos) {
    if (sequence <= newestSequence) {
      return answer(sequence, ActuationOutcome.REFUSED, ActuationReason.OLD_SEQUENCE, nowNanos);
    }
    if (nowNanos - proposal.basedOnNanos() >= proposal.leaseNanos()) {
      return answer(sequence, ActuationOutcome.REFUSED, ActuationReason.LEASE_OVER, nowNanos);
    }
    if (isHeld) {
      return answer(sequence, ActuationOutcome.REFUSED, ActuationReason.HELD, nowNanos);
    }
    List<ControlOutcome> broken = new ArrayList<>();
    Map<String, Configuration> wished = new HashMap<>();
    for (ActivityConfiguration each : proposal.byActivityName()) {
      wished.put(each.activityName(), each.configuration());
      each.configuration().settings().forEach(setting -> check(setting, broken));
    }
    if (!broken.isEmpty()) {
      ActuationReason reason = ActuationReason.OUT_OF_BOUNDS;
      return answer(sequence, ActuationOutcome.REFUSED, reason, broken, nowNanos);
    }
    if (fails) {
      return answer(sequence, ActuationOutcome.REFUSED, ActuationReason.DEVICE_ERROR, nowNanos);
    }
    newestSequence = sequence;
    boolean isSame = wished.equals(configurations) && untilNanos != Long.MIN_VALUE;
    configurations = wished;
    untilNanos = proposal.basedOnNanos() + proposal.leaseNanos();
    applied++;
    return answer(
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
    return answer(newestSequence, ActuationOutcome.RESTORED, reason, nowNanos);
  }

  static Actuation answer(
      long sequence, ActuationOutcome outcome, ActuationReason reason, long nowNanos) {
    return answer(sequence, outcome, reason, List.of(), nowNanos);
  }

  private static Actuation answer(
      long sequence,
      ActuationOutcome outcome,
      ActuationReason reason,
      List<ControlOutcome> controls,
      long nowNanos) {
    return new Actuation(
        "node-1",
        RandomPlant.DEVICE,
        LoopRun.EPOCH,
        sequence,
        outcome,
        reason.code(),
        "",
        null,
        controls,
        0,
        nowNanos);
  }
}
