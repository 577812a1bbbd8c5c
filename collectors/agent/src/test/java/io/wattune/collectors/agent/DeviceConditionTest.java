package io.wattune.collectors.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Walks each edge of the drawing, and looks for those that must not be. */
class DeviceConditionTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long PERIOD = 20_000_000L;

  private final DeviceCondition condition = new DeviceCondition("n/g", SECOND, PERIOD);

  @Test
  void anErrorIsToldOnceAndTheReturnAfterASecondOfAnswers() {
    assertThat(failed(0)).isEqualTo("device n/g fails: broken");
    assertThat(failed(1)).isNull();
    assertThat(condition.status(0).condition()).isEqualTo(Condition.FAILING);

    assertThat(answered(SECOND, 0)).isNull();
    assertThat(failed(SECOND + 5)).as("it fails every other time: silence").isNull();
    assertThat(answered(2 * SECOND, 0)).isNull();
    assertThat(answered(3 * SECOND - 1, 0)).isNull();
    assertThat(answered(3 * SECOND, 0)).isEqualTo("device n/g answers again, after 3 errors");
    assertThat(condition.status(0).condition()).isEqualTo(Condition.ANSWERING);
    assertThat(condition.status(0).failures()).isEqualTo(3);
    assertThat(condition.status(0).lastError()).isEqualTo("broken");
  }

  @Test
  void aHangIsToldOnceByWhoLooks() {
    condition.asked(0);
    assertThat(condition.look(SECOND - 1)).isNull();
    assertThat(condition.look(SECOND)).isEqualTo("device n/g hangs: no answer for 1000 ms");
    assertThat(condition.look(2 * SECOND)).isNull();
    assertThat(condition.status(0).condition()).isEqualTo(Condition.HANGING);

    assertThat(condition.answered(5 * SECOND)).isNull();
    assertThat(condition.wasLate()).isTrue();
    assertThat(condition.look(9 * SECOND)).as("it has answered").isNull();
    assertThat(answered(6 * SECOND, 0)).isNull();
    assertThat(condition.wasLate()).isFalse();
    assertThat(answered(7 * SECOND, 0)).isEqualTo("device n/g answers again");
    assertThat(condition.status(0).hangs()).isEqualTo(1);
  }

  @Test
  void aDeviceThatHangsAndThenFailsIsSaidToFail() {
    condition.asked(0);
    assertThat(condition.look(SECOND)).contains("hangs");
    assertThat(condition.failed("gone")).isEqualTo("device n/g fails: gone");
    condition.asked(2 * SECOND);
    assertThat(condition.look(3 * SECOND)).contains("hangs");
    assertThat(condition.status(0).hangs()).isEqualTo(2);
  }

  @Test
  void aLateAnswerCountsThoughNobodyLooked() {
    assertThat(answered(0, SECOND)).isNull();
    assertThat(condition.wasLate()).isTrue();
    assertThat(condition.status(0).hangs()).isEqualTo(1);
  }

  @Test
  void aDeviceThatKeepsFailingIsAskedLessAndLess() {
    for (int i = 0; i < 3; i++) {
      failed(i);
      assertThat(condition.pauseNanos()).isZero();
    }
    failed(3);
    assertThat(condition.pauseNanos()).isEqualTo(2 * PERIOD);
    failed(4);
    assertThat(condition.pauseNanos()).isEqualTo(4 * PERIOD);
    for (int i = 0; i < 100; i++) {
      failed(5 + i);
    }
    assertThat(condition.pauseNanos()).isEqualTo(5 * SECOND);
    answered(SECOND, 0);
    assertThat(condition.pauseNanos()).isZero();
  }

  private String failed(long atNanos) {
    condition.asked(atNanos);
    return condition.failed("broken");
  }

  private String answered(long atNanos, long tookNanos) {
    condition.asked(atNanos - tookNanos);
    return condition.answered(atNanos);
  }
}
