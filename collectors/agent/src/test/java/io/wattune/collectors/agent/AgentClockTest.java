package io.wattune.collectors.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AgentClockTest {
  private static final long HOUR = 3_600_000_000_000L;

  private final ManualTime time = new ManualTime();
  private final AgentClock clock = new AgentClock(time);

  @Test
  void countsFromTheWallClockByMonotonicProgress() {
    assertThat(clock.epochNanos()).isEqualTo(ManualTime.START_NANOS);

    time.pass(5 * ManualTime.MILLI);
    time.stepWall(HOUR);

    assertThat(clock.epochNanos())
        .as("nobody has looked at the wall clock since")
        .isEqualTo(ManualTime.START_NANOS + 5 * ManualTime.MILLI);
  }

  @Test
  void followsAStepEitherWayAndTellsIt() {
    time.stepWall(HOUR);
    assertThat(clock.look()).isEqualTo(HOUR);
    assertThat(clock.epochNanos()).isEqualTo(time.wallNanos());
    assertThat(clock.look()).as("once").isZero();

    time.stepWall(-HOUR);
    assertThat(clock.look()).isEqualTo(-HOUR);
    assertThat(clock.epochNanos()).isEqualTo(time.wallNanos());
  }

  @Test
  void followsASmallDifferenceALittleAtATime() {
    time.stepWall(5 * ManualTime.MILLI);

    assertThat(clock.look()).isZero();

    assertThat(clock.epochNanos()).isEqualTo(ManualTime.START_NANOS + AgentClock.MOST_SLEW_NANOS);
    for (int i = 0; i < 100; i++) {
      assertThat(clock.look()).isZero();
    }
    assertThat(clock.epochNanos() - time.wallNanos())
        .as("what is left is noise")
        .isEqualTo(-AgentClock.NOISE_NANOS);
  }

  @Test
  void aThreadThatIsHeldUpBetweenTheClocksSeesNoStep() {
    var held = new AgentClock(time);
    var slow =
        new TimeSource() {
          private int asked;

          @Override
          public long monotonicNanos() {
            return time.monotonicNanos();
          }

          @Override
          public long wallNanos() {
            long wall = time.wallNanos();
            if (asked++ % 3 != 2) {
              time.pass(300 * ManualTime.MILLI);
            }
            return wall;
          }
        };
    var clockOfSlow = new AgentClock(slow);
    assertThat(clockOfSlow.look()).isZero();
    assertThat(held.look()).isZero();
  }
}
