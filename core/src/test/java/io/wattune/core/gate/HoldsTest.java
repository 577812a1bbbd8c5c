package io.wattune.core.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.decision.Hold;
import io.wattune.core.decision.HoldScope;
import org.junit.jupiter.api.Test;

class HoldsTest {

  @Test
  void aHoldCountsForWhatItCoversWhileItLasts() {
    Holds holds =
        Holds.NONE
            .with(hold("a", HoldScope.DEVICE, "n1/G1", false))
            .with(hold("b", HoldScope.NODE, "n2", false));

    assertThat(holds.on("n1/G1", 10)).isNotNull();
    assertThat(holds.on("n1/G1", 9)).isNull();
    assertThat(holds.on("n1/G1", 20)).isNull();
    assertThat(holds.on("n1/G2", 10)).isNull();
    assertThat(holds.on("n2/G2", 10)).isNotNull();
  }

  @Test
  void theNewestOfAnIdCounts() {
    Holds holds = Holds.NONE.with(hold("a", HoldScope.ALL, "", false));
    assertThat(holds.on("n1/G1", 15)).isNotNull();

    assertThat(holds.with(hold("a", HoldScope.ALL, "", true)).on("n1/G1", 15)).isNull();
    assertThat(holds.without("a").on("n1/G1", 15)).isNull();
  }

  private static Hold hold(String id, HoldScope scope, String name, boolean isReleased) {
    return new Hold(id, scope, name, 10, 20, "me", "why", isReleased);
  }
}
