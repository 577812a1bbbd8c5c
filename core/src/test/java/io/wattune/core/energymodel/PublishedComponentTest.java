package io.wattune.core.energymodel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PublishedComponentTest {

  /**
   * 640 lanes at 1.7 GHz issue at most 1.1e12 thread instructions a second: with energies of a
   * thread that is some 36 W for FP, which a card of 75 W can take; of a warp it would be 1.1 W.
   */
  @Test
  void countersAreOfThreads() {
    double lanes = 640 * 1.7e9;

    double watts = PublishedComponent.IDLE_WATTS + lanes * PublishedComponent.FP.joulesPerAccess();

    assertThat(watts).isBetween(17.4 + 30, 75.0);
  }
}
