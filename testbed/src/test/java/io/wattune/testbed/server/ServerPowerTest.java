package io.wattune.testbed.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.mask.CuPlacement;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class ServerPowerTest {
  private static final Offset<Double> ROUNDING = within(1e-9);

  private static double watts(CuPlacement placement, int count, Gating gating) {
    return ServerPower.watts(Mi50.units(placement, count), 1725, 10, gating);
  }

  @Test
  void theHardwareDoesNotSaveByMasksFrom32UnitsOn() {
    double full = watts(CuPlacement.CONSERVED, 60, Gating.NONE);
    for (int count = 32; count <= 58; count++) {
      assertThat(watts(CuPlacement.CONSERVED, count, Gating.NONE)).isEqualTo(full);
    }
    assertThat(watts(CuPlacement.CONSERVED, 10, Gating.NONE)).isLessThan(full);
  }

  /** Section 4.1.2: inactive units times a unit's active idle power are taken off. */
  @Test
  void gatingTakesOffWhatIsNotInUse() {
    double unit = ServerPower.unitWatts(1725);
    double full = watts(CuPlacement.CONSERVED, 40, Gating.NONE);

    assertThat(watts(CuPlacement.CONSERVED, 40, Gating.UNIT)).isCloseTo(full - 20 * unit, ROUNDING);
    assertThat(watts(CuPlacement.CONSERVED, 40, Gating.ENGINE))
        .isCloseTo(full - 15 * unit, ROUNDING);
    assertThat(watts(CuPlacement.DISTRIBUTED, 40, Gating.ENGINE)).isEqualTo(full);
  }

  @Test
  void gatingNeverCostsAndPowerIsNeverBelowIdle() {
    for (int megaHertz : Mi50.MEGA_HERTZ) {
      for (CuPlacement placement : CuPlacement.values()) {
        for (int count = 1; count <= 60; count++) {
          List<Integer> units = Mi50.units(placement, count);
          double none = ServerPower.watts(units, megaHertz, 1, Gating.NONE);
          double engine = ServerPower.watts(units, megaHertz, 1, Gating.ENGINE);
          double unit = ServerPower.watts(units, megaHertz, 1, Gating.UNIT);
          assertThat(none).isGreaterThanOrEqualTo(engine);
          assertThat(engine).isGreaterThanOrEqualTo(unit - 1e-9);
          assertThat(unit).isGreaterThan(ServerPower.IDLE_WATTS);
        }
      }
    }
  }

  @Test
  void aLowerClockTakesLess() {
    double before = 0;
    for (int megaHertz : Mi50.MEGA_HERTZ) {
      double watts = ServerPower.watts(Mi50.all(), megaHertz, 30, Gating.NONE);
      assertThat(watts).isGreaterThan(before);
      before = watts;
    }
    assertThat(Mi50.MEGA_HERTZ).hasSize(9).startsWith(925).endsWith(1725);
  }
}
