package io.wattune.core.meter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.power.TruePower;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class MeterComparisonTest {
  private static final long MILLI = 1_000_000L;
  private static final double PERIOD_SECONDS = 0.015;

  /** 100 W for a second, then 200 W for a second. */
  private static MeterTrace step() {
    long step = 1000 * MILLI;
    return new MeterTrace(
        new long[] {0, step, step + 1, 2 * step}, new double[] {100, 100, 200, 200});
  }

  private static long[] times(int count, long firstMillis, long periodMillis) {
    var times = new long[count];
    Arrays.setAll(times, i -> (firstMillis + i * periodMillis) * MILLI);
    return times;
  }

  private static int[] all(int count, int milliwatts) {
    var values = new int[count];
    Arrays.fill(values, milliwatts);
    return values;
  }

  @Test
  void aConstantDistanceIsTheRmse() {
    MeterComparison result =
        MeterComparison.of(
                step(), times(50, 100, 15), all(50, 103_000), all(50, 99_000), PERIOD_SECONDS)
            .orElseThrow();

    assertThat(result.rawRmseWatts()).isCloseTo(3, within(1e-9));
    assertThat(result.trueRmseWatts()).isCloseTo(1, within(1e-9));
    assertThat(result.samples()).isEqualTo(50);
    // 49 periods of 15 ms between first and last sample.
    assertThat(result.seconds()).isCloseTo(0.735, within(1e-9));
  }

  @Test
  void timeCountsNotTheNumberOfSamples() {
    // 2 W off over 100 ms seen ten times as often, right over another 100 ms.
    var times = new long[111];
    var raw = new int[111];
    for (int i = 0; i <= 100; i++) {
      times[i] = (100 + i) * MILLI;
      raw[i] = 102_000;
    }
    for (int i = 101; i < 111; i++) {
      times[i] = (200 + 10 * (i - 100)) * MILLI;
      raw[i] = 100_000;
    }

    MeterComparison result =
        MeterComparison.of(step(), times, raw, raw, PERIOD_SECONDS).orElseThrow();

    // 105 ms of 200 ms are 2 W off: the sample at the change stands for 5 ms behind it.
    assertThat(result.rawRmseWatts()).isCloseTo(Math.sqrt(4 * 0.1050 / 0.2), within(1e-6));
  }

  @Test
  void averagesTheMeterOverOneUpdatePeriodAroundTheSample() {
    long[] times = {985 * MILLI, 1000 * MILLI, 1015 * MILLI};
    int[] truth = {100_000, 150_000, 200_000};
    int[] raw = {100_000, 100_000, 200_000};

    MeterComparison result =
        MeterComparison.of(step(), times, raw, truth, PERIOD_SECONDS).orElseThrow();

    // The meter's rise takes 1 ns of 15 ms: less than 1e-5 W.
    assertThat(result.trueRmseWatts()).isCloseTo(0, within(1e-4));
    // The sample in the middle stands for half of the time.
    assertThat(result.rawRmseWatts()).isCloseTo(50 / Math.sqrt(2), within(1e-3));
  }

  @Test
  void aGapIsNotJudged() {
    long[] times = {100 * MILLI, 115 * MILLI, 900 * MILLI, 915 * MILLI};
    MeterComparison result =
        MeterComparison.of(step(), times, all(4, 100_000), all(4, 100_000), PERIOD_SECONDS)
            .orElseThrow();

    // 7.5 ms around each inner side, and at most 15 ms into the gap.
    assertThat(result.seconds()).isCloseTo(4 * 0.0075 + 2 * 0.015, within(1e-9));
  }

  @Test
  void everySampleIsJudgedOrCounted() {
    long[] times = times(150, -5, 15);
    int[] truth = all(150, 100_000);
    truth[20] = TruePower.NONE;
    truth[21] = TruePower.NONE;

    MeterComparison result =
        MeterComparison.of(step(), times, all(150, 100_000), truth, PERIOD_SECONDS).orElseThrow();

    assertThat(result.samplesWithoutTruePower()).isEqualTo(2);
    // -5 ms, and from 1993 ms on: 2005 ms is sample 134.
    assertThat(result.samplesWithoutMeter()).isEqualTo(17);
    assertThat(result.samples()).isEqualTo(150 - 2 - 17);
  }

  @Test
  void isEmptyWhereNothingCanBeJudged() {
    assertThat(MeterComparison.of(step(), times(9, 5000, 15), all(9, 1), all(9, 1), PERIOD_SECONDS))
        .isEmpty();
    assertThat(MeterComparison.of(step(), new long[0], new int[0], new int[0], PERIOD_SECONDS))
        .isEmpty();
  }
}
