package io.wattune.core.reading;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.reading.SampleFilter.Outcome;
import io.wattune.core.simulated.Polls;
import io.wattune.core.simulated.Sensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;

class SampleFilterPropertyTest {

  @Property(tries = 300, shrinking = ShrinkingMode.OFF)
  void timesOfSamplesIncreaseAndLieWhereTheValueCanHaveComeAbout(@ForAll long seed) {
    FilterRun run = new FilterRun();
    Polls polls = anything(seed, 600);
    int value = PollBlock.MISSING;
    long before = Long.MIN_VALUE;
    long seen = Long.MIN_VALUE;
    for (int i = 0; i < polls.size(); i++) {
      long period = SampleFilter.periodNanos(run.state);
      if (run.take(polls.timesNanos()[i], polls.values()[i]) != Outcome.SAMPLE) {
        continue;
      }
      Sample sample = run.newest();
      assertThat(sample.timeNanos).isGreaterThan(before).isLessThanOrEqualTo(sample.toNanos);
      assertThat(sample.timeNanos % 1000).isZero();
      assertThat(sample.toNanos).isEqualTo(polls.timesNanos()[i]);
      long least = sample.value == value ? sample.toNanos - 3 * period / 2 : sample.fromNanos;
      assertThat(sample.timeNanos).isGreaterThan(least - 1000); // whole microseconds
      assertThat(sample.timeNanos).isGreaterThanOrEqualTo(seen);
      seen = sample.toNanos;
      before = sample.timeNanos;
      value = sample.value;
    }
  }

  @Property(tries = 300, shrinking = ShrinkingMode.OFF)
  void everyPollIsCountedOnce(@ForAll long seed) {
    Polls polls = anything(seed, 600);

    FilterRun run = FilterRun.of(polls);

    assertThat(run.samples.size() + run.repeats + run.missing + run.outOfOrder)
        .isEqualTo(polls.size());
  }

  @Property(tries = 200, shrinking = ShrinkingMode.OFF)
  void everyChangeOfTheValueIsASample(@ForAll long seed) {
    FilterRun run = new FilterRun();
    Polls polls = anything(seed, 400);
    int value = PollBlock.MISSING;
    for (int i = 0; i < polls.size(); i++) {
      Outcome outcome = run.take(polls.timesNanos()[i], polls.values()[i]);
      if (outcome == Outcome.SAMPLE || outcome == Outcome.REPEAT) {
        if (polls.values()[i] != value) {
          assertThat(outcome).isEqualTo(Outcome.SAMPLE);
        }
        value = polls.values()[i];
      }
    }
  }

  @Property(tries = 200, shrinking = ShrinkingMode.OFF)
  void itDoesNotMatterWhichFilterHoldsTheState(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 50) int cut) {
    Polls polls = anything(seed, 300);
    List<String> cutUp = new ArrayList<>();
    var state = new SampleState();
    SampleFilter filter = new SampleFilter();
    for (int i = 0; i < polls.size(); i++) {
      if (i % cut == 0) {
        filter = new SampleFilter();
      }
      if (filter.accept(state, polls.timesNanos()[i], polls.values()[i]) == Outcome.SAMPLE) {
        cutUp.add(text(filter.sample()));
      }
    }

    assertThat(cutUp).isEqualTo(FilterRun.of(polls).samples.stream().map(s -> text(s)).toList());
  }

  private static String text(Sample s) {
    return s.timeNanos + " " + s.value + " " + s.fromNanos + " " + s.toNanos + " " + s.spacing;
  }

  /** Polls of all sorts: fast, slow, stalled, missing, out of order, flat and wild. */
  private static Polls anything(long seed, int count) {
    var random = new Random(seed);
    var polls = new Polls.Builder();
    long time = Sensor.EPOCH_NANOS;
    int value = 50_000;
    long typicalMicros = 1 + random.nextInt(200_000);
    double changes = random.nextDouble();
    for (int i = 0; i < count; i++) {
      long micros = 1 + random.nextInt((int) typicalMicros);
      if (random.nextInt(100) == 0) {
        micros *= 1 + random.nextInt(3_000);
      }
      time += micros * 1000;
      if (random.nextDouble() < changes) {
        value += random.nextInt(2001) - 1000;
      }
      long shown = random.nextInt(50) == 0 ? time - random.nextInt(5) * 1_000_000L : time;
      polls.add(shown, random.nextInt(40) == 0 ? PollBlock.MISSING : value);
    }
    return polls.build();
  }
}
