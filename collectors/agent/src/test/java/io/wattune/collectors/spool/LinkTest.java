package io.wattune.collectors.spool;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

/** Which answers are told, and which are left until somebody looks. */
class LinkTest {
  private static final PublisherSettings ROOM_FOR_TWO =
      new PublisherSettings(
          1 << 20,
          1 << 20,
          2,
          1 << 20,
          Duration.ofSeconds(3),
          Duration.ofMillis(200),
          Duration.ofSeconds(5));

  private final MockProducer<String, byte[]> producer =
      new MockProducer<>(false, null, new StringSerializer(), new ByteArraySerializer());
  private final List<String> told = new ArrayList<>();
  private final Link link = new Link(producer, ROOM_FOR_TWO, () -> told.add("answer"));

  @Test
  void anAnswerWakesNobodyWhileThereIsRoom() {
    send(1);
    producer.completeNext();

    assertThat(told).isEmpty();
    assertThat(link.hasNews()).isTrue();
    assertThat(released()).isEqualTo(1);
  }

  @Test
  void anAnswerThatMakesRoomIsTold() {
    send(2);
    producer.completeNext();

    assertThat(told).hasSize(1);
    assertThat(released()).isEqualTo(1);
    assertThat(link.hasRoom()).isTrue();
    producer.completeNext();
    assertThat(told).as("there was room again").hasSize(1);
  }

  @Test
  void anErrorIsToldEvenWhereThereIsRoom() {
    send(1);
    producer.errorNext(new TimeoutException("expired"));

    assertThat(told).hasSize(1);
    assertThat(link.hasFailed()).isTrue();
  }

  private void send(int records) {
    for (int i = 0; i < records; i++) {
      assertThat(link.hasRoom()).isTrue();
      link.send(Numbered.record(i), null, 0);
    }
    boolean unused = link.hasRoom();
  }

  private int released() {
    List<Link.Delivery> deliveries = new ArrayList<>();
    link.release(deliveries::add);
    return deliveries.size();
  }
}
