package io.wattune.replay.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class FactorPacerTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long EVENT0 = 1_689_268_532_000_000_000L;

  /** Sleeping moves the time on, and never quite as far as asked. */
  private static final class ManualClock implements Pacer.Clock {
    private long now = -77;
    private int sleeps;

    @Override
    public long nanoTime() {
      return now;
    }

    @Override
    public void sleep(long nanos) {
      assertThat(nanos).isPositive();
      sleeps++;
      now += Math.max(1, nanos * 9 / 10);
    }
  }

  private final ManualClock clock = new ManualClock();

  @Test
  void waitsUntilTheEventsTimeHasCome() throws Exception {
    var pacer = new FactorPacer(10, clock);

    pacer.await(EVENT0);
    assertThat(clock.now).isEqualTo(-77);
    pacer.await(EVENT0 + 5 * SECOND);
    assertThat(clock.now).isEqualTo(-77 + SECOND / 2);
    pacer.await(EVENT0 + 6 * SECOND);
    assertThat(clock.now).isEqualTo(-77 + 6 * SECOND / 10);
  }

  @Test
  void catchesUpWithoutWaitingWhenItFellBehind() throws Exception {
    var pacer = new FactorPacer(1, clock);
    pacer.await(EVENT0);
    clock.now += 3 * SECOND;

    pacer.await(EVENT0 + SECOND);
    pacer.await(EVENT0 + 3 * SECOND);
    assertThat(clock.sleeps).isZero();

    pacer.await(EVENT0 + 4 * SECOND);
    assertThat(clock.now).isEqualTo(-77 + 4 * SECOND);
  }

  @Test
  void refusesASpeedThatIsNone() {
    for (double speed : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> new FactorPacer(speed, clock))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("'max'");
    }
  }
}
