package io.wattune.collectors.writer;

import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.decision.ActuationReason;
import io.wattune.core.decision.ControlOutcome;
import io.wattune.core.decision.Decision;
import io.wattune.core.decision.InForceSpan;
import io.wattune.core.lease.Obstacle;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Says what was done with one device. Used by the device's thread. */
final class DecisionAnswers {
  private final WriterNode node;
  private final String device;
  private final Supplier<List<InForceSpan>> inForce;

  /**
   * Answers of a device.
   *
   * @param inForce what was in force and was not reported yet; asked once for each answer
   */
  DecisionAnswers(WriterNode node, String device, Supplier<List<InForceSpan>> inForce) {
    this.node = node;
    this.device = device;
    this.inForce = inForce;
  }

  void refused(
      Decision.ForDevice decision, Obstacle why, List<ControlOutcome> controls, long leftNanos) {
    done(decision, ActuationOutcome.REFUSED, why, null, controls, leftNanos, List.of());
  }

  /**
   * Something was done.
   *
   * @param decision to which this is the answer; null where there was none
   * @param pending names whose configurations no activity has used yet
   */
  void done(
      Decision.@Nullable ForDevice decision,
      ActuationOutcome outcome,
      Obstacle why,
      @Nullable String activity,
      List<ControlOutcome> controls,
      long leftNanos,
      List<String> pending) {
    node.sink()
        .send(
            new Actuation(
                node.config().node(),
                device,
                decision == null ? 0 : decision.epoch(),
                decision == null ? 0 : decision.sequence(),
                outcome,
                why.reason().code(),
                why.detail(),
                activity,
                controls,
                leftNanos,
                node.clock().now().wallNanos(),
                inForce.get(),
                pending));
  }

  /** Other configurations have been in force, so many times since the last such record. */
  void switched(
      Decision.ForDevice was,
      long count,
      @Nullable Obstacle trouble,
      @Nullable String activity,
      List<ControlOutcome> controls,
      long leftNanos,
      List<String> pending) {
    done(
        was,
        ActuationOutcome.SWITCHED,
        trouble != null
            ? trouble
            : new Obstacle(ActuationReason.OK, count + " switches since the last such record"),
        activity,
        controls,
        leftNanos,
        pending);
  }

  /** The device has been restored, or could not be. */
  void restored(
      Decision.@Nullable ForDevice was,
      Obstacle reason,
      @Nullable Obstacle trouble,
      List<ControlOutcome> controls) {
    Obstacle said =
        trouble == null
            ? reason
            : new Obstacle(trouble.reason(), "own settings are not back: " + trouble.detail());
    done(
        was,
        trouble == null ? ActuationOutcome.RESTORED : ActuationOutcome.PARTLY_APPLIED,
        said,
        null,
        controls,
        0,
        List.of());
  }
}
