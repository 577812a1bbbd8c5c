package io.wattune.testbed.krisp;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.testbed.server.ServerFigure;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class KrispFiguresTest {
  @Test
  @Tag("long")
  void allFiguresAreTherePredictedNotCalibrated() {
    KrispFigures.Result result = KrispFigures.run(1);

    assertThat(result.figures())
        .extracting(ServerFigure::figure)
        .contains("3.13", "3.14a", "3.14c", "3.15a", "3.15b", "3.16", "3.17");
    assertThat(result.figures())
        .allMatch(figure -> figure.kind() == ServerFigure.Kind.PREDICTION)
        .filteredOn(figure -> figure.figure().equals("table 3.4"))
        .hasSize(40)
        .allMatch(figure -> figure.ours().matches("[0124]"));
    assertThat(result.policies()).hasSize(PartitionPolicy.values().length + 3);
    for (var policy : result.policies().values()) {
      // Alone no policy costs more than the 1 % of right-sizes, or the 2 % of parted units.
      assertThat(policy.get("throughput.1")).isBetween(0.98, 1.0000001);
      assertThat(policy.get("throughput.4")).isGreaterThan(policy.get("throughput.1"));
    }
  }
}
