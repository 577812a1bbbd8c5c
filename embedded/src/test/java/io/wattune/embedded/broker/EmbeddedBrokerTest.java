package io.wattune.embedded.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.wattune.embedded.LiveThreads;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedBrokerTest {

  @Tag("long")
  @Test
  void carriesCommittedRecordsAndLeavesNothingBehind() throws Exception {
    Set<Thread> before = LiveThreads.ofUser();
    Path folder;
    try (EmbeddedBroker broker = EmbeddedBroker.startTemporary()) {
      folder = broker.folder();
      createTopic(broker, "t");
      Map<String, Object> settings =
          Map.of("bootstrap.servers", broker.bootstrapServers(), "transactional.id", "x");
      try (var producer =
          new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
        producer.initTransactions();
        producer.beginTransaction();
        producer.send(new ProducerRecord<>("t", "k", "aborted"));
        producer.abortTransaction();
        producer.beginTransaction();
        producer.send(new ProducerRecord<>("t", "k", "committed"));
        producer.commitTransaction();
      }
      assertThat(readOne(broker, "t")).containsExactly("committed");
      assertThat(folder).isNotEmptyDirectory();
    }
    assertThat(folder).doesNotExist();
    await()
        .pollInSameThread()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(
            () ->
                assertThat(LiveThreads.ofUser()).as("threads that outlive it").isSubsetOf(before));
  }

  @Tag("long")
  @Test
  void keepsItsDataInAGivenFolder(@TempDir Path folder) throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start(folder, 0)) {
      createTopic(broker, "kept");
    }
    try (EmbeddedBroker broker = EmbeddedBroker.start(folder, 0);
        Admin admin = broker.access().admin(Map.of())) {
      assertThat(admin.listTopics().names().get()).contains("kept");
    }
  }

  @Test
  void saysSoWhenTheGivenPortIsTaken(@TempDir Path folder) throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      assertThatThrownBy(() -> EmbeddedBroker.start(folder, taken.getLocalPort()))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("port " + taken.getLocalPort());
    }
  }

  private static void createTopic(EmbeddedBroker broker, String name) throws Exception {
    try (Admin admin = broker.access().admin(Map.of())) {
      admin.createTopics(List.of(new NewTopic(name, 1, (short) 1))).all().get();
    }
  }

  private static List<String> readOne(EmbeddedBroker broker, String topic) {
    Map<String, Object> settings =
        Map.of("bootstrap.servers", broker.bootstrapServers(), "isolation.level", "read_committed");
    List<String> values = new ArrayList<>();
    try (var consumer =
        new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
      List<TopicPartition> partitions = List.of(new TopicPartition(topic, 0));
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
      while (values.isEmpty() && System.nanoTime() < deadline) {
        consumer.poll(Duration.ofMillis(200)).forEach(record -> values.add(record.value()));
      }
    }
    return values;
  }
}
