package io.wattune.collectors.decisions;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.kafka.KafkaAccess;
import io.wattune.schemas.reject.RejectedDatum;
import io.wattune.schemas.topics.Namespace;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ActuationSenderTest {
  private static final int SENT = 25_000;

  @Test
  void withoutABrokerNobodyWaitsAndTheOldestGiveWayAndAreCounted() {
    // Nobody listens on this port.
    ActuationSender sender = ActuationSender.open(KafkaAccess.of("127.0.0.1:1"), Namespace.live());
    var actuation =
        new Actuation(
            "n1",
            "n1/G1",
            1,
            1,
            ActuationOutcome.APPLIED,
            "ok",
            "",
            null,
            List.of(),
            0,
            0,
            List.of(),
            List.of());

    long[] tookNanos = new long[SENT];
    for (int i = 0; i < SENT; i++) {
      long before = System.nanoTime();
      sender.send(actuation);
      tookNanos[i] = System.nanoTime() - before;
    }

    Arrays.sort(tookNanos);
    assertThat(tookNanos[SENT - SENT / 1_000])
        .as(
            "a thousandth of what one wait for the broker would take; a slow machine may stand still")
        .isLessThan(TimeUnit.MILLISECONDS.toNanos(2));
    assertThat(sender.lost()).isBetween((long) SENT - 10_001, (long) SENT - 10_000);
    assertThat(sender.sent()).isZero();
    sender.close();
  }

  /** 2,000 of them took all of a writer's heap, whose process must be there to restore. */
  @Test
  void rejectsThatWaitAreBoundedByTheirBytes() {
    ActuationSender sender = ActuationSender.open(KafkaAccess.of("127.0.0.1:1"), Namespace.live());
    for (int i = 0; i < 3_000; i++) {
      sender.reject(
          RejectedDatum.of("unsigned", "d", "decisions", 0, i, 1, new byte[64 * 1024], "writer"));
    }

    assertThat(sender.waitingRejectBytes()).isBetween(2L * 1024 * 1024, 4L * 1024 * 1024);
    assertThat(sender.lost()).isGreaterThan(2_900);
    sender.close();
  }

  /**
   * A node that boots without its network: what an earlier life left must be restored then, too.
   */
  @Test
  void opensThoughNotEvenTheBrokersNameIsKnown() {
    ActuationSender sender =
        ActuationSender.open(KafkaAccess.of("broker.invalid:9092"), Namespace.live());

    sender.send(
        new Actuation(
            "n1",
            "n1/G1",
            1,
            1,
            ActuationOutcome.RESTORED,
            "ok",
            "",
            null,
            List.of(),
            0,
            0,
            List.of(),
            List.of()));
    sender.close();

    assertThat(sender.sent()).isZero();
    assertThat(sender.lost()).isZero();
  }
}
