package io.wattune.core.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.reading.PowerUnit;
import io.wattune.core.reading.Sample;
import io.wattune.core.reading.Spacing;
import io.wattune.core.simulated.Polls;
import io.wattune.core.simulated.Sensor;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SampleRingTest {

  @Test
  void integratesExactlyWhereReadingsAreLinearInTime() {
    RingRun run = new RingRun(PowerUnit.MILLIWATTS);
    for (int i = 0; i <= 1000; i++) {
      run.add(i * 0.01, 10_000 + 20 * i, Spacing.SEEN); // 10 W and 2 W/s more
    }

    double t = 7.777;
    assertThat(run.at(t).integral.joules).isCloseTo(10 * t + t * t, within(1e-9));
    assertThat(run.at(t).watts).isCloseTo(10 + 2 * t, within(1e-9));
    assertThat(run.at(t).integral.spanNanos).isEqualTo(7_777_000_000L);
  }

  @Test
  void takesMicrowattsAsMicrowatts() {
    RingRun milli = new RingRun(PowerUnit.MILLIWATTS);
    RingRun micro = new RingRun(PowerUnit.MICROWATTS);
    for (int i = 0; i < 400; i++) {
      milli.add(i * 0.01, 1000 + i, Spacing.SEEN);
      micro.add(i * 0.01, 1000 * (1000 + i), Spacing.SEEN);
    }

    // 4 s at about a watt: the two differ by the rounding of the factors alone.
    assertThat(micro.at(3.3).integral.joules)
        .isCloseTo(milli.at(3.3).integral.joules, within(1e-12));
    assertThat(micro.at(3.3).watts).isCloseTo(milli.at(3.3).watts, within(1e-12));
  }

  @Test
  void standsStillBeforeTheFirstSampleAndBehindTheNewest() {
    RingRun run = new RingRun(PowerUnit.MILLIWATTS);
    run.add(1, 10_000, Spacing.SEEN);
    run.add(2, 20_000, Spacing.SEEN);

    assertThat(run.at(-100).integral.joules).isZero();
    assertThat(run.at(-100).fromNanos).isEqualTo(Long.MIN_VALUE);
    assertThat(run.at(-100).toNanos).isEqualTo(Sensor.nanos(1));
    assertThat(run.at(-100).watts).isEqualTo(10);
    assertThat(run.at(100).integral.joules).isCloseTo(15, within(1e-12));
    assertThat(run.at(100).toNanos).isEqualTo(Long.MAX_VALUE);
    assertThat(run.at(100).watts).isEqualTo(20);
    assertThat(run.at(100).integral.spanNanos).isEqualTo(1_000_000_000L);
  }

  @Test
  void bridgesAGapByALineAndSaysHowSureItIs() {
    RingRun run = new RingRun(PowerUnit.MILLIWATTS);
    run.add(0, 100_000, Spacing.SEEN);
    run.add(10, 200_000, Spacing.BRIDGED);
    run.add(11, 200_000, Spacing.SEEN);

    RingPoint half = run.at(5);
    assertThat(half.integral.joules).isCloseTo(5 * 125.0, within(1e-9));
    assertThat(half.integral.gapNanos).isEqualTo(5_000_000_000L);
    RingPoint end = run.at(11);
    assertThat(end.integral.gapNanos).isEqualTo(10_000_000_000L);
    // Power anywhere between the two ends: sd of the mean is the difference over sqrt 12.
    assertThat(Math.sqrt(end.integral.gapVariance))
        .isCloseTo(10 * 100 / Math.sqrt(12), within(1e-9));
  }

  @Test
  void isNotSureOfAGapWhoseEndsAgree() {
    RingRun run = new RingRun(PowerUnit.MILLIWATTS);
    run.add(0, 100_000, Spacing.SEEN);
    run.add(10, 100_000, Spacing.BRIDGED);

    assertThat(Math.sqrt(run.at(10).integral.gapVariance))
        .isCloseTo(RunningIntegral.LEAST_GAP_ERROR * 1000, within(1e-9));
  }

  @Test
  void saysNothingAboutALongGapButRemembersItsStep() {
    RingRun run = new RingRun(PowerUnit.MILLIWATTS);
    run.add(0, 100_000, Spacing.SEEN);
    run.add(1, 100_000, Spacing.SEEN);
    run.add(5000, 250_000, Spacing.BROKEN);
    run.add(5001, 250_000, Spacing.SEEN);

    assertThat(run.at(2500).integral.joules).isEqualTo(100);
    assertThat(run.at(2500).watts).isEqualTo(100);
    assertThat(run.at(5001).integral.joules).isCloseTo(350, within(1e-9));
    assertThat(run.at(5001).integral.spanNanos).isEqualTo(2_000_000_000L);
    assertThat(run.at(5001).integral.brokenWatts).isEqualTo(150);
    assertThat(run.at(2500).integral.rawJoules).isEqualTo(100);
    assertThat(run.at(5001).integral.rawJoules).isCloseTo(350, within(1e-9));
  }

  @Test
  void rawIntegralDoesNotMoveBeforeTheFirstPollAfterALongGap() {
    var run = new PolledRing(PowerUnit.MILLIWATTS);
    for (int i = 0; i < 100; i++) {
      run.take(Sensor.nanos(0.01 * i), 100_000 + i);
    }
    double before = run.at(Sensor.nanos(500)).integral.rawJoules;
    run.take(Sensor.nanos(1000), 300_000);
    run.take(Sensor.nanos(1000.01), 300_000);
    run.take(Sensor.nanos(1001), 310_000);

    for (double t = 999.9; t <= 1000; t += 0.005) {
      assertThat(run.at(Sensor.nanos(t)).integral.rawJoules).isEqualTo(before);
    }
    assertThat(run.at(Sensor.nanos(1000.01)).integral.rawJoules)
        .isCloseTo(before + 3, within(1e-9));
  }

  @Test
  void dropsChunksFromItsStoreAndGoesOn() {
    RingRun run = new RingRun(PowerUnit.MILLIWATTS);
    for (int i = 0; i < 5000; i++) {
      run.add(i * 0.01, 1000 + i, Spacing.SEEN);
    }
    assertThat(run.store.size()).isEqualTo(5000 / RingChunk.CAPACITY);
    RingPoint before = run.at(30);
    double joules = before.integral.joules;

    run.ring().dropBefore(Sensor.nanos(30));

    int kept = 2000 / RingChunk.CAPACITY;
    assertThat(run.store.size()).isBetween(kept - 1, kept + 1);
    assertThat(run.ring().oldestNanos()).isLessThanOrEqualTo(Sensor.nanos(30));
    assertThat(run.at(30).integral.joules).isEqualTo(joules);
    assertThatThrownBy(() -> run.at(20)).isInstanceOf(IllegalArgumentException.class);
    for (int i = 5000; i < 12_000; i++) {
      run.add(i * 0.01, 1000 + i, Spacing.SEEN);
    }
    run.ring().dropBefore(Sensor.nanos(1e6));
    assertThat(run.store.size()).isZero();
    assertThat(run.at(119.99).watts).isCloseTo(12.999, within(1e-9));
  }

  @Test
  void visitsEverySampleFromATimeOn() {
    RingRun run = new RingRun(PowerUnit.MILLIWATTS);
    for (int i = 0; i < 1000; i++) {
      run.add(i, i, i == 700 ? Spacing.BRIDGED : Spacing.SEEN);
    }
    List<Integer> values = new ArrayList<>();
    List<Integer> gaps = new ArrayList<>();

    new RingWalk(run.ring())
        .from(
            Sensor.nanos(254.5),
            (timeNanos, value, spacing) -> {
              assertThat(timeNanos).isEqualTo(Sensor.nanos(value));
              values.add(value);
              if (spacing == Spacing.BRIDGED) {
                gaps.add(value);
              }
            });

    assertThat(values).hasSize(745).startsWith(255).endsWith(999).isSorted();
    assertThat(gaps).containsExactly(700);
    int[] all = new int[1];
    new RingWalk(run.ring()).from(Long.MIN_VALUE, (timeNanos, value, spacing) -> all[0]++);
    assertThat(all[0]).isEqualTo(1000);
  }

  @Test
  void opensANewChunkWhereTheOldOneCannotHoldTheTime() {
    RingRun run = new RingRun(PowerUnit.MILLIWATTS);
    run.add(0, 1000, Spacing.SEEN);
    run.add(1_000_000, 2000, Spacing.BROKEN);
    run.add(1_000_001, 2000, Spacing.SEEN);

    assertThat(run.store.size()).isEqualTo(1);
    assertThat(run.at(1_000_001).integral.joules).isCloseTo(2, within(1e-9));
    assertThat(run.at(999_999).watts).isEqualTo(1);
  }

  @Test
  void hasNoAnswerBeforeItsFirstSample() {
    RingRun run = new RingRun(PowerUnit.MILLIWATTS);

    assertThatThrownBy(() -> run.at(0)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void rawIntegralEqualsTheTrapezoidOfAllPolls() {
    Sensor sensor = Sensor.k20(0.1);
    var power = io.wattune.core.simulated.PowerTrace.from(30).hold(1).level(150, 3).level(52, 3);
    Polls polls = sensor.poll(power, 0, 7, sensor.inRuns(), 11);
    var run = new PolledRing(PowerUnit.MILLIWATTS);
    run.take(polls);
    int last = polls.size() - 1;
    while (polls.timesNanos()[last] != run.state.newestPollNanos) {
      last--;
    }

    double naive = polls.range(0, last + 1).trapezoidJoules();

    // 27 thousand additions of doubles: rounding stays below 1e-9 J.
    assertThat(run.at(polls.timesNanos()[last]).integral.rawJoules).isCloseTo(naive, within(1e-9));
  }

  /** A ring that is filled sample by sample, each seen by a poll at its own time. */
  private static final class RingRun {
    final RingState state = new RingState();
    final InMemoryChunkStore store = new InMemoryChunkStore();
    private final PowerUnit unit;
    private long newestNanos;

    RingRun(PowerUnit unit) {
      this.unit = unit;
    }

    SampleRing ring() {
      return new SampleRing(state, store, unit);
    }

    void add(double seconds, int value, Spacing spacing) {
      var sample = new Sample();
      sample.timeNanos = Sensor.nanos(seconds);
      sample.toNanos = sample.timeNanos;
      sample.fromNanos = state.samples == 0 ? sample.timeNanos : newestNanos;
      sample.value = value;
      sample.spacing = spacing;
      newestNanos = sample.timeNanos;
      ring().add(sample);
    }

    RingPoint at(double seconds) {
      var point = new RingPoint();
      ring().at(Sensor.nanos(seconds), point);
      return point;
    }
  }
}
