package io.wattune.collectors.writer;

import io.wattune.core.decision.ActuationReason;
import io.wattune.core.decision.ControlOutcome;
import io.wattune.core.decision.ControlStatus;
import io.wattune.core.decision.Decision;
import io.wattune.core.lease.LeaseStateMachine;
import io.wattune.core.lease.Obstacle;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Restores the own settings of one device, verified; reports once that it cannot, and knows when it
 * must be tried again. Used by the device's thread.
 */
final class DeviceRestorer {
  private static final long RETRY_NANOS = 1_000_000_000L;

  private final WriterNode node;
  private final String device;
  private final SettingsApplier applier;
  private final LeaseStateMachine lease;
  private final DecisionAnswers answers;
  private final Runnable show;

  private Obstacle reason =
      new Obstacle(ActuationReason.EARLIER_LIFE, "an earlier life had left its settings");
  private boolean isTroubleReported;
  private long retryAtNanos;

  /**
   * Prepares; the first try is due at once.
   *
   * @param show shows the guardian how far the device is from its own settings
   */
  DeviceRestorer(
      WriterNode node,
      String device,
      SettingsApplier applier,
      LeaseStateMachine lease,
      DecisionAnswers answers,
      Runnable show) {
    this.node = node;
    this.device = device;
    this.applier = applier;
    this.lease = lease;
    this.answers = answers;
    this.show = show;
    retryNow();
  }

  /** Why the device is restored, or was to be. */
  Obstacle reason() {
    return reason;
  }

  /** When it must be tried again, on the monotonic clock. */
  long retryAtNanos() {
    return retryAtNanos;
  }

  /** Whether it must be tried now. */
  boolean isDue(long monotonicNanos) {
    return monotonicNanos - retryAtNanos >= 0;
  }

  /** There is no need to wait with the next try. */
  void retryNow() {
    retryAtNanos = node.clock().now().monotonicNanos();
  }

  /** Tries to restore; returns whether the device is at its own settings. */
  boolean go(Obstacle why) throws InterruptedException {
    reason = why;
    show.run();
    Decision.ForDevice was = lease.inForce();
    List<ControlOutcome> outcomes = applier.restore(node::hangNanos);
    @Nullable Obstacle trouble = returned(outcomes);
    retryAtNanos = node.clock().now().monotonicNanos() + RETRY_NANOS;
    if (trouble == null || !isTroubleReported) {
      answers.restored(was, why, trouble, outcomes);
    }
    isTroubleReported = trouble != null;
    return trouble == null;
  }

  /** Nothing was out: only something that has changed is worth a record. */
  void verify(Obstacle why) throws InterruptedException {
    List<ControlOutcome> outcomes = applier.restore(node::hangNanos);
    boolean isAsBefore =
        outcomes.stream().allMatch(outcome -> outcome.status() == ControlStatus.UNCHANGED);
    @Nullable Obstacle trouble = returned(outcomes);
    if (!isAsBefore) {
      answers.restored(null, why, trouble, outcomes);
    }
  }

  private @Nullable Obstacle returned(List<ControlOutcome> outcomes) {
    Obstacle trouble = Outcomes.trouble(device, outcomes);
    lease.returned(trouble);
    if (trouble == null) {
      applier.markRestored();
    }
    show.run();
    return trouble;
  }
}
