package io.wattune.testbed.krisp;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.testbed.krisp.CriticalFigures.Sizing;
import io.wattune.testbed.server.InferenceServer;
import io.wattune.testbed.server.ServerModel;
import org.junit.jupiter.api.Test;

class CriticalFiguresTest {
  private static final ServerModel DENSENET = InferenceServer.model("densenet201");

  private final CriticalFigures figures = new CriticalFigures(new KrispRuns(1));

  /** Where the document's greedy misses, and a policy of table 3.4 shows that it can be held. */
  @Test
  void partsHoldTheObjectiveThatGreedyMisses() {
    assertThat(figures.tail(DENSENET, Sizing.GREEDY, 4)).isGreaterThan(2);
    assertThat(figures.tail(DENSENET, Sizing.PARTED, 4)).isLessThan(1.95);
  }

  @Test
  void theSameTimeNeedsFewerUnitsThanGreedyGives() {
    for (ServerModel model : InferenceServer.models()) {
      assertThat(figures.units(model, Sizing.EXACT, 1))
          .as(model.name())
          .isLessThanOrEqualTo(figures.units(model, Sizing.GREEDY, 1))
          .isLessThanOrEqualTo(1);
    }
  }

  /** The document's mean is 85 % of KRISP's. */
  @Test
  void partsHaveAtMostWhatTheDocumentHas() {
    for (int workers : KrispRuns.WORKERS) {
      double mean =
          InferenceServer.models().stream()
              .mapToDouble(model -> figures.units(model, Sizing.PARTED, workers))
              .average()
              .orElseThrow();
      assertThat(mean).isLessThan(0.85);
    }
  }
}
