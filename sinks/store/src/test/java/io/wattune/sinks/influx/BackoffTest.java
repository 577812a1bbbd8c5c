package io.wattune.sinks.influx;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BackoffTest {
  private final Backoff backoff = new Backoff(new SplittableRandom(1));

  @Test
  void waitsGrowToABoundAndAreNeverTheSame() {
    for (int attempt = 0; attempt < 100; attempt++) {
      double full = Math.min(0.2 * Math.pow(2, attempt), 30);
      double wait = backoff.after(attempt, Duration.ZERO).toNanos() * 1e-9;
      assertThat(wait).as("attempt %d", attempt).isBetween(full / 2, full);
    }
    assertThat(backoff.after(3, Duration.ZERO)).isNotEqualTo(backoff.after(3, Duration.ZERO));
  }

  @Test
  void theStoresOwnWishIsFollowedWithinTheBound() {
    assertThat(backoff.after(0, Duration.ofSeconds(7))).isEqualTo(Duration.ofSeconds(7));
    assertThat(backoff.after(0, Duration.ofHours(7))).isEqualTo(Backoff.LONGEST);
    assertThat(backoff.after(0, Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo(Backoff.LONGEST);
  }
}
