package io.wattune.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.Quality;
import io.wattune.core.power.TruePower;
import org.junit.jupiter.api.Test;

class LiveTallyTest {
  private static final long SECOND = 1_000_000_000L;

  private final LiveTally tally = new LiveTally();

  @Test
  void theLedgerIsAsFarBehindAsTheDeviceWhosePowerIsOldest() {
    assertThat(tally.behindNanos(100 * SECOND)).as("none has come").isZero();

    tally.power(power("n/a", 99 * SECOND));
    tally.power(power("n/b", 40 * SECOND));
    assertThat(tally.behindNanos(100 * SECOND)).isEqualTo(60 * SECOND);

    tally.power(power("n/b", 99 * SECOND));
    assertThat(tally.behindNanos(100 * SECOND)).isEqualTo(SECOND);
    assertThat(tally.behindNanos(90 * SECOND)).as("a clock that is ahead").isZero();
  }

  private static TruePower power(String device, long nanos) {
    return new TruePower(
        device,
        "power",
        0,
        "nominal",
        new long[] {nanos},
        new int[] {100_000},
        new int[] {100_000},
        new int[] {100},
        new byte[] {Quality.CORRECTED.code()},
        null,
        0);
  }
}
