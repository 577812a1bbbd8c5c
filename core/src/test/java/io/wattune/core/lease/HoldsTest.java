package io.wattune.core.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.decision.Hold;
import io.wattune.core.decision.HoldScope;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.TunableUnit;
import java.util.List;
import org.junit.jupiter.api.Test;

class HoldsTest {

  @Test
  void aHoldCountsForWhatItCoversWhileItLasts() {
    Holds holds =
        new Holds(
            List.of(
                hold("a", HoldScope.DEVICE, "n1/G1", false),
                hold("b", HoldScope.NODE, "n2", false)));

    assertThat(holds.on("n1/G1", 10)).isNotNull();
    assertThat(holds.on("n1/G1", 9)).isNull();
    assertThat(holds.on("n1/G1", 20)).isNull();
    assertThat(holds.on("n1/G2", 10)).isNull();
    assertThat(holds.on("n2/G2", 10)).isNotNull();
  }

  @Test
  void aReleasedOneHoldsNothing() {
    assertThat(new Holds(List.of(hold("a", HoldScope.ALL, "", false))).on("n1/G1", 15)).isNotNull();
    assertThat(new Holds(List.of(hold("a", HoldScope.ALL, "", true))).on("n1/G1", 15)).isNull();
  }

  @Test
  void aDeviceIsHeldAtSettingsWhereEveryHoldOnItSaysTheSameOnes() {
    Hold set = hold("a", HoldScope.DEVICE, "n1/G1", false).at(CORE_600);
    Holds holds = new Holds(List.of(set));

    assertThat(holds.settingsOn("n1/G1", 15)).isEqualTo(CORE_600);
    assertThat(holds.on("n1/G1", 15)).as("for all else it is a hold").isNotNull();
    assertThat(holds.settingsOn("n1/G1", 20)).as("over").isNull();
    assertThat(holds.settingsOn("n1/G2", 15)).as("another device").isNull();
    assertThat(new Holds(List.of(set, set.named("b"))).settingsOn("n1/G1", 15)).isEqualTo(CORE_600);
    assertThat(new Holds(List.of(set.released())).settingsOn("n1/G1", 15)).isNull();
    assertThat(new Holds(List.of(set, set.named("b").at(CORE_700))).settingsOn("n1/G1", 15))
        .as("two that do not agree")
        .isNull();
    assertThat(
            new Holds(List.of(set, hold("b", HoldScope.NODE, "n1", false))).settingsOn("n1/G1", 15))
        .as("left alone by another")
        .isNull();
  }

  private static final Configuration CORE_600 =
      Configuration.of(new Setting("core.clock", TunableUnit.MEGAHERTZ, 600));
  private static final Configuration CORE_700 =
      Configuration.of(new Setting("core.clock", TunableUnit.MEGAHERTZ, 700));

  private static Hold hold(String id, HoldScope scope, String name, boolean isReleased) {
    return new Hold(id, scope, name, 10, 20, "me", "why", isReleased);
  }
}
