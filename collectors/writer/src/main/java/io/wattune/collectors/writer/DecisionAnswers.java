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

  /** Answers that report nothing of what was in force: the device is not open. */
  DecisionAnswers(WriterNode node, String device) {
    this(node, device, List::of);
  }

  /**
   * Answers of a device that is open.
   *
   * @param inForce what was in force and was not reported yet; asked once for each answer
   */
  DecisionAnswers(WriterNode node, String device, Supplier<List<InForceSpan>> inForce) {
    this.node = node;
    this.device = device;
    this.inForce = inForce;
  }

  void refused(Decision decision, Obstacle why, List<ControlOutcome> controls, long leftNanos) {
    long sequence = decision instanceof Decision.ForDevice of ? of.sequence() : 0;
    send(
        new Key(decision.epoch(), sequence),
        ActuationOutcome.REFUSED,
        why,
        null,
        controls,
        leftNanos,
        List.of());
  }

  /**
   * Something was done with a decision.
   *
   * @param pending names whose configurations no activity has used yet
   */
  void done(
      Decision.ForDevice decision,
      ActuationOutcome outcome,
      Obstacle why,
      @Nullable String activity,
      List<ControlOutcome> controls,
      long leftNanos,
      List<String> pending) {
    send(
        new Key(decision.epoch(), decision.sequence()),
        outcome,
        why,
        activity,
        controls,
        leftNanos,
        pending);
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
    send(
        was == null ? new Key(0, 0) : new Key(was.epoch(), was.sequence()),
        trouble == null ? ActuationOutcome.RESTORED : ActuationOutcome.PARTLY_APPLIED,
        said,
        null,
        controls,
        0,
        List.of());
  }

  /** Which decision an answer is to; zeros where there was none. */
  private record Key(long epoch, long sequence) {}

  private void send(
      Key key,
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
                key.epoch(),
                key.sequence(),
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
}
