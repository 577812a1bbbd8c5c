package io.wattune.collectors.writer;

import io.wattune.collectors.device.DeviceControls;
import io.wattune.core.decision.ActuationReason;
import io.wattune.core.decision.ControlOutcome;
import io.wattune.core.decision.Decision;
import io.wattune.core.lease.LeaseStateMachine;
import io.wattune.core.lease.Verdict;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says what a decision would have set. Used by the device's thread. */
final class Shadow {
  private static final Logger LOG = LoggerFactory.getLogger(Shadow.class);

  private final DeviceControls controls;
  private final DeviceLanes lanes;
  private final LeaseStateMachine gate;

  Shadow(DeviceControls controls, DeviceLanes lanes, LeaseStateMachine gate) {
    this.controls = controls;
    this.lanes = lanes;
    this.gate = gate;
  }

  /** The controls of an answer: those that are the reason, or what would be set. */
  List<ControlOutcome> controls(
      Decision.ForDevice decision, Verdict.Refuse refusal, long limitNanos)
      throws InterruptedException {
    return refusal.reason() == ActuationReason.SHADOW
        ? of(decision, limitNanos)
        : refusal.controls();
  }

  private List<ControlOutcome> of(Decision.ForDevice decision, long limitNanos)
      throws InterruptedException {
    List<ControlOutcome> outcomes =
        lanes.look(gate.wishedBy(decision, controls.runningActivity()), limitNanos).stream()
            .map(Outcomes::inShadow)
            .toList();
    LOG.info("{}: in shadow, would be set: {}", controls.device(), Outcomes.shown(outcomes));
    return outcomes;
  }
}
