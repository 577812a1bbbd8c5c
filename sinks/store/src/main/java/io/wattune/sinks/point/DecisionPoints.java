package io.wattune.sinks.point;

import io.wattune.core.decision.Decision;
import io.wattune.store.catalogue.PointCatalogue;

/** Points of decisions and claims. */
final class DecisionPoints {
  private static final String CLAIM = "claim";

  private DecisionPoints() {}

  static void make(Decision decision, PointLines lines) {
    lines.begin(PointCatalogue.DECISIONS).tag(PointCatalogue.NODE, decision.node());
    long sequence = 0;
    if (decision instanceof Decision.ForDevice forDevice) {
      sequence = forDevice.sequence();
      settings(forDevice, lines);
    } else {
      lines.tag(PointCatalogue.POLICY, decision.policy()).tag(PointCatalogue.REASON, CLAIM);
    }
    lines
        .integer(PointCatalogue.EPOCH, decision.epoch())
        .integer(PointCatalogue.SEQUENCE, sequence)
        .at(PointTime.of(decision.decidedAtNanos(), decision.epoch() + "/" + sequence));
  }

  private static void settings(Decision.ForDevice decision, PointLines lines) {
    lines
        .tag(PointCatalogue.DEVICE, decision.device())
        .tag(PointCatalogue.POLICY, decision.policy())
        .tag(PointCatalogue.REASON, decision.reason())
        .integer(PointCatalogue.BASED_ON_NANOS, decision.basedOnNanos())
        .nano(PointCatalogue.LEASE_SECONDS, decision.leaseNanos())
        .text(PointCatalogue.SETTINGS, Json.ofSettings(decision))
        .integer(PointCatalogue.QUALITY_CODE, decision.quality().code())
        .text(PointCatalogue.DETAIL, decision.detail());
  }
}
