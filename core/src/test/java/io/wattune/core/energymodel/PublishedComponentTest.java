package io.wattune.core.energymodel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;

class PublishedComponentTest {

  /** By hand: 17.4 W idle, 1e11 FP of 33.5 pJ and 1e9 DRAM accesses of 217 pJ in half a second. */
  @Test
  void powerIsIdleAndSoMuchAnAccess() {
    double watts =
        PublishedComponent.watts(
            Map.of(PublishedComponent.FP, 1e11, PublishedComponent.DRAM, 1e9), 0.5);

    assertThat(watts).isCloseTo(17.4 + 6.7 + 0.434, within(1e-9));
  }

  /**
   * 640 lanes at 1.7 GHz issue at most 1.1e12 thread instructions a second: with energies of a
   * thread that is some 36 W for FP, which a card of 75 W can take; of a warp it would be 1.1 W.
   */
  @Test
  void countersAreOfThreads() {
    double lanes = 640 * 1.7e9;

    double watts = PublishedComponent.watts(Map.of(PublishedComponent.FP, lanes), 1);

    assertThat(watts).isBetween(17.4 + 30, 75.0);
  }

  @Test
  void refusesWhatCannotBe() {
    assertThatThrownBy(() -> PublishedComponent.watts(Map.of(), 0))
        .hasMessage("seconds must be above 0, was 0.0");
    assertThatThrownBy(() -> PublishedComponent.watts(Map.of(PublishedComponent.L2, -1.0), 1))
        .hasMessage("L2 must have 0 accesses or more, had -1.0");
  }
}
