package io.wattune.streams.kafka;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.wattune.kafka.KafkaAccess;
import io.wattune.schemas.topics.Namespace;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class JobOptionsTest {
  @Test
  void refusesOptionsThatCannotWork() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> options(0, Duration.ofSeconds(1), Duration.ZERO))
        .withMessage("parallelism must be at least 1, was 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> options(1, Duration.ofMillis(1), Duration.ZERO))
        .withMessageContaining("checkpointInterval must be at least 10 ms");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> options(1, Duration.ofSeconds(1), Duration.ofMillis(-1)))
        .withMessageContaining("longestBuffering must not be negative");
  }

  private static JobOptions options(int parallelism, Duration checkpoints, Duration buffering) {
    return new JobOptions(
        KafkaAccess.of("127.0.0.1:9092"), Namespace.live(), parallelism, checkpoints, buffering);
  }
}
