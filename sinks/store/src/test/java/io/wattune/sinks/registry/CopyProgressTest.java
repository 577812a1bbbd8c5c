package io.wattune.sinks.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.http.HealthCheck;
import io.wattune.http.HealthStatus;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What /health says of the copies. */
class CopyProgressTest {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();
  private static final String TOPIC = "wattune.energy";

  private long now = 7 * SECOND;
  private final CopyProgress progress = new CopyProgress(() -> now);

  private HealthCheck check() {
    return progress.checks().get(0);
  }

  @Test
  void whoKeepsUpIsWell() {
    progress.copied.inc(40);
    progress.leftOut.inc();
    progress.read(Map.of(TOPIC, 2_000L));
    now += 600 * SECOND;

    assertThat(check())
        .isEqualTo(
            HealthCheck.up(
                "copies",
                "40 records put out once more, 2000 wait, 1 left out that could not be read"));
  }

  @Test
  void whoIsBehindForLongSaysSo() {
    progress.read(Map.of(TOPIC, 1_500L, "wattune.power", 501L));
    now += 60 * SECOND;
    assertThat(check().status()).isEqualTo(HealthStatus.UP);

    progress.read(Map.of(TOPIC, 9_000L));
    now += SECOND;
    assertThat(check().status()).isEqualTo(HealthStatus.DEGRADED);
    assertThat(check().detail())
        .startsWith("has been behind for 61 s; start another one beside it; 0 records")
        .contains("9000 wait");

    progress.read(Map.of(TOPIC, 3L));
    assertThat(check().status()).isEqualTo(HealthStatus.UP);
    assertThat(progress.behind()).isZero();
  }

  @Test
  void whatItWaitsForIsNamedUntilItAnswers() {
    assertThat(progress.waitsFor("the broker")).isTrue();
    assertThat(progress.waitsFor("the broker")).as("said once").isFalse();
    assertThat(progress.answers("the schema registry")).isFalse();

    assertThat(check().status()).isEqualTo(HealthStatus.DEGRADED);
    assertThat(check().detail()).startsWith("waits for the broker, see its log; ");

    assertThat(progress.answers("the broker")).isTrue();
    assertThat(check().status()).isEqualTo(HealthStatus.UP);
  }
}
