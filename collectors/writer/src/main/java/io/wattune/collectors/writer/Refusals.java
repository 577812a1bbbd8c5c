package io.wattune.collectors.writer;

import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.decision.Decision;
import io.wattune.core.lease.Obstacle;
import java.util.List;

/** Answers to decisions that no device has seen, and to claims. */
public final class Refusals {
  private Refusals() {}

  /** The answer. */
  public static Actuation of(String node, Decision decision, Obstacle why, long atNanos) {
    return of(node, decision, ActuationOutcome.REFUSED, why, atNanos);
  }

  /** The answer with another outcome. */
  static Actuation of(
      String node, Decision decision, ActuationOutcome outcome, Obstacle why, long atNanos) {
    Decision.ForDevice of = decision instanceof Decision.ForDevice each ? each : null;
    return new Actuation(
        node,
        of == null ? null : of.device(),
        decision.epoch(),
        of == null ? 0 : of.sequence(),
        outcome,
        why.reason().code(),
        why.detail(),
        null,
        List.of(),
        0,
        atNanos,
        List.of(),
        List.of());
  }
}
