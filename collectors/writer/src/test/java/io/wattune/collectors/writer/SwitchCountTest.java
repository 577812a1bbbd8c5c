package io.wattune.collectors.writer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SwitchCountTest {
  private static final long MILLI = 1_000_000;

  private final SwitchCount count = new SwitchCount();

  @Test
  void turnsOfHalfASecondAreToldWithASwitchEachSecond() {
    count.add();
    assertThat(count.isDue(0)).as("the first at once").isTrue();
    assertThat(count.take(0)).isEqualTo(1);
    count.add();
    assertThat(count.isDue(515 * MILLI)).isFalse();

    assertThat(count.isOverdue(1_029 * MILLI)).as("the next will tell").isFalse();
    count.add();
    assertThat(count.isDue(1_030 * MILLI)).isTrue();
    assertThat(count.take(1_030 * MILLI)).isEqualTo(2);
  }

  @Test
  void switchesThatNoneFollowsAreToldASecondLater() {
    count.add();
    assertThat(count.take(0)).isEqualTo(1);
    count.add();

    assertThat(count.isOverdue(1_999 * MILLI)).isFalse();
    assertThat(count.isOverdue(2_000 * MILLI)).isTrue();
    assertThat(count.take(2_000 * MILLI)).isEqualTo(1);
    assertThat(count.isOverdue(9_000 * MILLI)).as("none waits").isFalse();
  }
}
