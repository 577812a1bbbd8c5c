package io.wattune.core.masktime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.core.masktime.UnitCapacity.Block;
import org.junit.jupiter.api.Test;

class UnitCapacityTest {
  /** Chow 2023, section 3.3.2: 2560 threads a unit, 153600 of the MI50's 60. */
  @Test
  void anMi50HoldsWhatTheDocumentSays() {
    assertThat(UnitCapacity.MI50.threads()).isEqualTo(2560);
    assertThat(60 * UnitCapacity.MI50.threads()).isEqualTo(153_600);
  }

  @Test
  void theScarcestNeedLimits() {
    UnitCapacity unit = UnitCapacity.MI50;

    assertThat(unit.blocksAtOnce(new Block(256, 24, 0))).as("40 waves by 4").isEqualTo(10);
    assertThat(unit.blocksAtOnce(new Block(257, 24, 0))).as("40 waves by 5").isEqualTo(8);
    // Sort's kernel of Harmonia, section 5: 66 registers are given out as 68, 3 waves a SIMD.
    assertThat(unit.blocksAtOnce(new Block(64, 66, 0))).isEqualTo(12);
    assertThat(unit.blocksAtOnce(new Block(64, 24, 16_384))).as("64 KiB by 16").isEqualTo(4);
    assertThat(unit.blocksAtOnce(new Block(64, 257, 0))).as("too many registers").isZero();
    assertThat(unit.blocksAtOnce(new Block(64, 0, 0))).isEqualTo(40);
  }

  @Test
  void whatMakesNoSenseIsRefused() {
    assertThatThrownBy(() -> new Block(0, 1, 1)).hasMessageContaining("0 threads");
    assertThatThrownBy(() -> new UnitCapacity(4, 10, 64, 256, 0, 1, 1))
        .hasMessageContaining("at least 1");
  }
}
