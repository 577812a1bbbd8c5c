package io.wattune.core.sensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.simulated.Seeds;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CombTest {
  private static final double PERIOD = 0.0154;

  @Test
  void averagesOutHowLateEachUpdateWasSeen() {
    double before = 0;
    double after = 0;
    for (int seed = 0; seed < 100; seed++) {
      Random random = Seeds.random(seed);
      double[] seconds = new double[40];
      double[] late = new double[40];
      for (int i = 0; i < 40; i++) {
        late[i] = 0.004 * (random.nextDouble() - 0.5);
        seconds[i] = (i + 1) * PERIOD + late[i];
      }
      double[] times = seconds.clone();
      Comb.place(times, 40, PERIOD * 1.02);
      for (int i = 0; i < 40; i++) {
        before += Math.pow(late[i] - late[20], 2);
        after += Math.pow(times[i] - times[20] - (i - 20) * PERIOD, 2);
      }
    }

    // A line through 40 points: the errors of the slope are left, a tenth of the scatter.
    assertThat(Math.sqrt(after)).isLessThan(0.25 * Math.sqrt(before));
  }

  @Test
  void leavesAnExactCombAsItIs() {
    double[] seconds = new double[30];
    for (int i = 0; i < 30; i++) {
      seconds[i] = (i + 0.7) * PERIOD;
    }
    double[] times = seconds.clone();

    Comb.place(times, 30, PERIOD);

    for (int i = 0; i < 30; i++) {
      assertThat(times[i]).isCloseTo(seconds[i], within(1e-12));
    }
  }

  @Test
  void countsUpdatesThatLeftNoSample() {
    double[] seconds = {1 * PERIOD, 2 * PERIOD, 5 * PERIOD, 6 * PERIOD, 8 * PERIOD};
    double[] times = seconds.clone();

    Comb.place(times, 5, PERIOD * 0.97);

    for (int i = 0; i < 5; i++) {
      assertThat(times[i]).isCloseTo(seconds[i], within(1e-12));
    }
  }

  @Test
  void leavesTimesAloneThatLieOnNoComb() {
    double[] seconds = {0.01, 0.03, 0.2, 0.21, 0.29, 0.33, 0.9, 0.95};
    double[] times = seconds.clone();

    Comb.place(times, 8, 0.1);

    assertThat(times).containsExactly(seconds);
  }

  @Test
  void keepsTimesAscendingAndAboveZero() {
    for (int seed = 0; seed < 2000; seed++) {
      Random random = Seeds.random(seed);
      int count = 3 + random.nextInt(40);
      double[] seconds = new double[count];
      double t = 0;
      for (int i = 0; i < count; i++) {
        t += 1e-6 + 2 * PERIOD * random.nextDouble();
        seconds[i] = t;
      }

      Comb.place(seconds, count, PERIOD);

      assertThat(seconds[0]).isPositive();
      assertThat(seconds).isSorted();
    }
  }
}
