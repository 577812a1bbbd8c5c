package io.wattune.core.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class PowerLogTest {
  private final PowerLog log = new PowerLog();

  @Test
  void theMeanIsByTheTimeThatEachStandsFor() {
    log.add(100, 50);
    log.add(200, 100);
    log.add(500, 200);
    log.add(600, 900);

    assertThat(log.mean(100, 500)).hasValueCloseTo((100 * 1 + 200 * 3) / 4.0, within(1e-9));
  }

  @Test
  void nothingIsKnownWhereItEndsTooEarlyOrIsNotKnownInBetween() {
    log.add(100, 50);
    assertThat(log.mean(0, 202)).isEmpty();
    assertThat(log.mean(0, 200)).hasValueCloseTo(50.0, within(1e-9));
    assertThat(log.mean(100, 150)).isEmpty();

    log.add(150, -1);
    log.add(200, 60);
    assertThat(log.mean(0, 200)).isEmpty();
    assertThat(log.mean(150, 200)).hasValueCloseTo(60.0, within(1e-9));
  }

  @Test
  void theOldestGoesFirst() {
    for (int i = 1; i <= 100; i++) {
      log.add(i * 100, i);
    }

    assertThat(log.mean(9_900, 10_000)).hasValueCloseTo(100.0, within(1e-9));
    assertThat(log.mean(3_700, 3_800)).hasValueCloseTo(38.0, within(1e-9));
    assertThat(log.mean(3_500, 3_600)).isEmpty();

    log.clear();
    assertThat(log.mean(9_900, 10_000)).isEmpty();
  }
}
