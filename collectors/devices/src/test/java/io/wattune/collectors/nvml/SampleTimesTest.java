package io.wattune.collectors.nvml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SampleTimesTest {
  private static final long EPOCH = 1_700_000_000_000_000_000L;
  private static final long MILLI = 1_000_000L;

  @Test
  void timesOfTheWallClockAreTakenAsTheyAre() {
    var times = new SampleTimes();

    times.batch(EPOCH / 1_000 - 30_000, EPOCH);

    assertThat(times.epochNanos(EPOCH / 1_000 - 50_000)).isEqualTo(EPOCH - 50 * MILLI);
  }

  @Test
  void timesSinceBootAreOffByNoMoreThanTheDriversDelayOnceAFreshSampleWasMet() {
    var random = new SplittableRandom(1);
    var times = new SampleTimes();
    long bootNanos = EPOCH - 5_000_000 * MILLI;
    long delay = 3 * MILLI;
    long period = 100 * MILLI;
    for (int i = 1; i <= 64; i++) {
      long asked = EPOCH + i * 251 * MILLI + random.nextLong(MILLI);
      // The newest sample is the last one of the comb that the driver has had for its delay.
      long newest = (asked - delay - bootNanos) / period * period;
      times.batch(newest / 1_000, asked);
    }

    long off = times.epochNanos(1_000_000_000L) - (bootNanos + 1_000_000_000_000L);

    // 64 questions spread over a period of 100 ms: one comes within some milliseconds of a sample.
    assertThat(off).isBetween(delay, delay + 5 * MILLI);
  }

  @Test
  void aStepOfTheDriversClockIsFollowed() {
    var times = new SampleTimes();
    times.batch(100_000_000, EPOCH);

    times.batch(1_000_000, EPOCH + 60_000 * MILLI);

    assertThat(times.epochNanos(1_000_000)).isEqualTo(EPOCH + 60_000 * MILLI);
  }
}
