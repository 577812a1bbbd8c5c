package io.wattune.core.ledger.integral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.ledger.device.LedgerRun;
import io.wattune.core.ledger.device.Profiles;
import io.wattune.core.simulated.PowerTrace;
import io.wattune.core.simulated.Sensor;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class CornerTest {
  private static final double H = 0.015;

  @Test
  void bothSidesMeetTheReadingOfAStepWhereverItIs() {
    for (double c : new double[] {0.0525, 0.84}) {
      for (double step : new double[] {134.4, -105.5}) {
        for (double at = 0.001; at < H; at += 0.001) {
          double yB = reading(c, step, at, 0);
          double yC = reading(c, step, at, H);
          for (double s = 0.0005; s < H; s += 0.0005) {
            double line = yB + (yC - yB) * s / H;
            double yA = reading(c, step, at, -H);
            double yD = reading(c, step, at, 2 * H);

            assertThat(line + new Corner.Sides(yA, yB, yC, yD, H, H, H, c).offLineWatts(s, 0))
                .isCloseTo(reading(c, step, at, s), within(1e-9 * Math.abs(step)));
          }
        }
      }
    }
  }

  @Test
  void whatIsWithinTheNoiseOrDoesNotCrossIsNoCorner() {
    var corner = new Corner.Sides(20, 20, 20.1, 20.4, H, H, H, 0.84);
    var jump = new Corner.Sides(20, 20, 158, 158, H, H, H, 0.84);

    assertThat(corner.offLineWatts(0.01, 0.05)).isNegative();
    assertThat(corner.offLineWatts(0.01, 0.5)).isZero();
    assertThat(jump.offLineWatts(0.01, 0)).isZero();
  }

  /** A run of 0.107 s is 7 samples; each of its corners cuts 1 % off where nothing mends it. */
  @Test
  void theEnergyOfAShortRunIsNotCutByItsCorners() {
    PowerTrace power = PowerTrace.from(23.64).hold(2).level(158, 0.107).level(52.5, 3);
    double[] joules = new double[25];
    for (int i = 0; i < joules.length; i++) {
      Sensor sensor = Sensor.k20(0.02).phase(H * i / joules.length);
      LedgerRun run =
          LedgerRun.given(Profiles.lag(0.84, 0, 0.02))
              .take(sensor.poll(power, 0, 5, sensor.inRuns(), i));
      run.span("short", 2, 2.107).end();
      joules[i] = run.joules("short");
    }
    Arrays.sort(joules);

    // An update is placed within the 5 ms in which nobody polls: half a millisecond is 0.05 J here,
    // and 2 ms, the most, 0.3 J. The line would be 0.6 J short throughout.
    assertThat(joules[12]).isCloseTo(158 * 0.107, within(0.1));
    assertThat(joules[0]).isCloseTo(158 * 0.107, within(0.3));
    assertThat(joules[24]).isCloseTo(158 * 0.107, within(0.3));
  }

  /** A lag's answer to a step, on top of a power that fell to 20 W long ago. */
  private static double reading(double c, double step, double at, double time) {
    double steady = 20 + 30 * Math.exp(-(time + 1) / c);
    return steady + (time > at ? step * (1 - Math.exp(-(time - at) / c)) : 0);
  }
}
