package io.wattune.testbed.cofris;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.serving.Arrivals;
import org.junit.jupiter.api.Test;

class LoadShapeTest {
  /** 1 at the beginning, 3 at the end, in 180 levels. */
  @Test
  void aRecordingsBusiestLevelIsOne() {
    LoadShape load = LoadShape.of("four", new double[] {100, 190, 190, 190});

    assertThat(load.levels()).hasSize(180);
    assertThat(load.levels()[0]).isEqualTo(1 / 3.0);
    assertThat(load.levels()[179]).isEqualTo(1);
    assertThat(load.mean()).isCloseTo(4 / 3.0 / 180, within(1e-12));
  }

  @Test
  void evenRequestsAreEquallyFarApartInALevel() {
    var load = new LoadShape("steps", new double[] {1, 0, 0.1});
    double[] times = load.requests(10, Arrivals.EVEN, 1);

    // 300 s each of 10, 0 and 1 a second.
    assertThat(times).hasSize(3300);
    assertThat(times[1] - times[0]).isCloseTo(0.1, within(1e-9));
    assertThat(times[3299] - times[3298]).isCloseTo(1, within(1e-9));
    assertThat(times[3000]).isBetween(600.0, 601.0);
  }

  /** Poisson: as many, within three deviations; gaps' deviation is their mean. */
  @Test
  void randomRequestsHaveTheSameRate() {
    double[] times = new LoadShape("one", new double[] {1}).requests(10, Arrivals.RANDOM, 1);

    assertThat(times.length).isCloseTo(9000, within(3 * 95));
    double squares = 0;
    for (int i = 1; i < times.length; i++) {
      squares += Math.pow(times[i] - times[i - 1] - 0.1, 2);
    }
    assertThat(Math.sqrt(squares / times.length)).isCloseTo(0.1, within(0.005));
  }
}
