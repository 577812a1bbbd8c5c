package io.wattune.core.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.sensor.SensorModel;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PooledLevelsTest {
  private static final double ON = 300;
  private static final double OFF = 120;
  private static final int LOADS = 20;

  /** Windows that hold one load and one gap each show their mean, whatever the phase. */
  @Test
  void aBlindWindowLeavesTheTotalLessWhatGapsAreTakenToNeed() {
    Pool pool = pool(SensorModel.boxcar(0.1, 0), 0.05, 0.05, 0.1, new Pool.IdleLevel(110, 11));

    PooledFit fit = PooledLevels.energy(SensorModel.boxcar(0.1, 0), 0, pool, 21);

    // Mean 210 W, so that gaps of 110 W leave 310 W; noise of 1e-3 W is not seen here.
    assertThat(fit.joules()).isCloseTo(0.05 * 310, within(0.05 * 0.5));
    assertThat(Math.sqrt(fit.variance())).isCloseTo(0.05 * 11, within(0.05 * 0.5));
    assertThat(fit.commonJoules()).isCloseTo(0.05 * 11, within(0.05 * 0.5));
    assertThat(fit.idleExplained()).isLessThan(0.1);
  }

  @Test
  void aWindowThatWandersOverTheLoadsTellsThemApart() {
    for (SensorModel model :
        new SensorModel[] {
          SensorModel.boxcar(0.1, 0),
          SensorModel.boxcar(0.025, 0),
          SensorModel.lag(0.05, 0),
          SensorModel.passThrough(0)
        }) {
      Pool pool = pool(model, 0.05, 0.083, 0.1, new Pool.IdleLevel(110, 11));

      PooledFit fit = PooledLevels.energy(model, 0, pool, 21);

      // A thousandth of a watt of noise.
      assertThat(fit.joules()).as("%s", model).isCloseTo(0.05 * ON, within(0.05 * 0.05));
      assertThat(Math.sqrt(fit.variance())).as("%s", model).isLessThan(0.05 * 0.2);
      assertThat(fit.idleExplained()).as("%s", model).isGreaterThan(0.9);
    }
  }

  @Test
  void whatIsNotKnownOfTheDelayIsPartOfTheError() {
    Pool pool = pool(SensorModel.boxcar(0.1, 0), 0.05, 0.083, 0.1, new Pool.IdleLevel(110, 11));

    PooledFit exact = PooledLevels.energy(SensorModel.boxcar(0.1, 0), 0, pool, 21);
    PooledFit doubtful = PooledLevels.energy(SensorModel.boxcar(0.1, 0), 0.01, pool, 21);

    assertThat(doubtful.variance()).isGreaterThan(exact.variance());
  }

  /** Loads one after the other, seen by a sensor without noise. */
  private static Pool pool(
      SensorModel model, double on, double off, double period, Pool.IdleLevel idle) {
    double[] cuts = new double[2 * LOADS + 2];
    int[] groups = new int[cuts.length - 1];
    double[] levels = new double[groups.length];
    cuts[0] = -1;
    groups[0] = Pool.OWN;
    levels[0] = 80;
    for (int i = 1; i < groups.length; i++) {
      boolean isLoad = i % 2 == 1;
      cuts[i + 1] = cuts[i] + (isLoad ? on : off);
      groups[i] = isLoad ? 1 : Pool.GAP;
      levels[i] = isLoad ? ON : OFF;
    }
    int samples = (int) Math.floor(cuts[cuts.length - 1] / period);
    double[] seconds = new double[samples];
    double[] variances = new double[samples];
    for (int i = 0; i < samples; i++) {
      seconds[i] = (i + 0.37) * period;
    }
    Arrays.fill(variances, 1e-6);
    var without = new Pool(seconds, new double[samples], variances, cuts, groups, idle, 0);
    double constant = Math.max(1e-3, ResponseWeights.constantOf(model, 0));
    double[][] weights = ResponseWeights.of(without, model, constant, 0);
    double[] watts = new double[samples];
    for (int i = 0; i < samples; i++) {
      watts[i] = weights[i][groups.length] * levels[0];
      for (int s = 0; s < groups.length; s++) {
        watts[i] += weights[i][s] * levels[s];
      }
    }
    return new Pool(seconds, watts, variances, cuts, groups, idle, 0);
  }
}
