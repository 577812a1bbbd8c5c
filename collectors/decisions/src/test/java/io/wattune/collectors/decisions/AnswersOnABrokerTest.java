package io.wattune.collectors.decisions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.embedded.broker.EmbeddedBroker;
import io.wattune.kafka.TopicCreator;
import io.wattune.kafka.TopicReader;
import io.wattune.schemas.codec.ActuationCodec;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import io.wattune.testkit.FixedPort;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a writer says while its broker is away, on a real broker, which goes and comes back. */
@Tag("nightly")
class AnswersOnABrokerTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Longer than the producer of such answers ever waited for a broker. */
  private static final Duration AWAY = Duration.ofSeconds(35);

  private static final int ANSWERS = 10;

  @TempDir private Path folder;

  /** Fails where an answer is given up while there is room for thousands. */
  @Test
  void answersWaitForABrokerThatIsAwayAndComeInOrder() throws Exception {
    int port = FixedPort.find();
    EmbeddedBroker broker = broker(port);
    try (ActuationSender sender = ActuationSender.open(broker.access(), Namespace.live())) {
      sender.send(answer(0));
      await().atMost(PATIENCE).until(() -> sender.sent() == 1);
      broker.close();
      long since = System.nanoTime();
      for (int i = 1; i <= ANSWERS; i++) {
        long due = since + i * AWAY.toNanos() / ANSWERS;
        sender.send(answer(i));
        await().atMost(PATIENCE).until(() -> System.nanoTime() - due >= 0);
      }
      broker = broker(port);
      await().atMost(PATIENCE).until(() -> sender.sent() + sender.lost() == 1 + ANSWERS);

      assertThat(sender.lost()).isZero();
      assertThat(sequences(broker))
          .containsExactlyElementsOf(LongStream.rangeClosed(0, ANSWERS).boxed().toList());
    } finally {
      broker.close();
    }
  }

  private EmbeddedBroker broker(int port) throws Exception {
    EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("broker"), port);
    try (Admin admin = broker.access().admin(Map.of())) {
      new TopicCreator(admin, 1).createMissing(Namespace.live());
    }
    return broker;
  }

  private static List<Long> sequences(EmbeddedBroker broker) {
    List<Long> sequences = new ArrayList<>();
    try (TopicReader<Actuation> reader =
        TopicReader.open(
            broker.access(),
            Namespace.live().topic(Topic.ACTUATIONS),
            false,
            new ActuationCodec())) {
      reader.readToEnd(Duration.ofMillis(100), each -> sequences.add(each.sequence()));
    }
    return sequences;
  }

  private static Actuation answer(long sequence) {
    return new Actuation(
        "n1",
        "n1/G1",
        1,
        sequence,
        ActuationOutcome.RESTORED,
        "ok",
        "",
        null,
        List.of(),
        0,
        0,
        List.of(),
        List.of());
  }
}
