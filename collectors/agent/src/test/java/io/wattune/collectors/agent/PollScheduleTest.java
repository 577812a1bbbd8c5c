package io.wattune.collectors.agent;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class PollScheduleTest {

  @Test
  void errorsOfSingleWaitsDoNotAddUp() {
    var schedule = new PollSchedule(1000, 20);
    for (int k = 1; k <= 100; k++) {
      assertThat(schedule.advance(schedule.deadlineNanos() + 7)).isZero();
      assertThat(schedule.deadlineNanos()).isEqualTo(1000 + 20L * k);
    }
  }

  @Test
  void aMissedDeadlineIsCountedAndNotMadeUpFor() {
    var schedule = new PollSchedule(0, 20);

    assertThat(schedule.advance(29)).as("a little late: the next is still met").isZero();
    assertThat(schedule.deadlineNanos()).isEqualTo(20);
    assertThat(schedule.advance(95)).as("40, 60 and 80 have passed").isEqualTo(3);
    assertThat(schedule.deadlineNanos()).isEqualTo(100);
  }

  @Test
  void skipsToATimeThatIsToCome() {
    var schedule = new PollSchedule(0, 20);

    assertThat(schedule.skipTo(0)).isZero();
    assertThat(schedule.skipTo(41)).isEqualTo(3);
    assertThat(schedule.deadlineNanos()).isEqualTo(60);
    assertThat(schedule.skipTo(60)).isZero();
  }

  @Test
  void afterADeadlineThatWasMovedTheOthersAreWhereTheyWouldHaveBeen() {
    var schedule = new PollSchedule(-7, 20);
    schedule.moveTo(27);

    assertThat(schedule.advance(28)).isZero();
    assertThat(schedule.deadlineNanos()).as("-7 + 2 x 20").isEqualTo(33);
    schedule.moveTo(50);
    assertThat(schedule.advance(51)).isZero();
    assertThat(schedule.deadlineNanos()).as("53 comes too soon").isEqualTo(73);
    assertThat(schedule.advance(74)).isZero();
    assertThat(schedule.deadlineNanos()).isEqualTo(93);
  }

  /** So that no update is missed where a sensor is hardly slower than its polls. */
  @Property(tries = 500)
  void noGapIsLongerThanAPeriodAndAQuarter(
      @ForAll @LongRange(min = -1_000_000, max = 1_000_000) long start,
      @ForAll @LongRange(min = 4, max = 1000) long period,
      @ForAll @LongRange(min = 0, max = 1_000_000) long after) {
    var schedule = new PollSchedule(start, period);
    schedule.moveTo(start + after);

    assertThat(schedule.advance(start + after)).isZero();
    assertThat(schedule.deadlineNanos() - start - after).isBetween(period / 4, period + period / 4);
    assertThat(Math.floorMod(schedule.deadlineNanos() - start, period)).isZero();
  }

  @Property(tries = 500)
  void everyDeadlineIsMetOrCountedAndNoneComesTwice(
      @ForAll @LongRange(min = -1_000_000, max = 1_000_000) long start,
      @ForAll @LongRange(min = 1, max = 1000) long period,
      @ForAll @Size(50) long[] seeds) {
    var schedule = new PollSchedule(start, period);
    long now = start;
    long polls = 0;
    long missed = 0;
    for (long seed : seeds) {
      long before = schedule.deadlineNanos();
      now = Math.max(now, before) + Math.floorMod(seed, 5 * period);
      polls++;
      missed += schedule.advance(now);

      assertThat(schedule.deadlineNanos()).isGreaterThan(before);
      assertThat(schedule.deadlineNanos() - start).isEqualTo((polls + missed) * period);
      assertThat(schedule.deadlineNanos())
          .as("never further behind than half a period: no bursts")
          .isGreaterThanOrEqualTo(now - period / 2);
    }
  }
}
