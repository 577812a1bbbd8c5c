package io.wattune.archive.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.wattune.archive.Archive;
import io.wattune.archive.ArchiveCheck;
import io.wattune.archive.ArchiveException;
import io.wattune.archive.ArchiveFinding;
import io.wattune.archive.ArchiveFinding.Kind;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.PowerUnit;
import io.wattune.embedded.broker.EmbeddedBroker;
import io.wattune.kafka.TopicCreator;
import io.wattune.schemas.codec.ReadingBlockCodec;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The archive's writer on a real broker: what is deleted, made anew, or has no room. */
@Tag("long")
class ArchiveSinkTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final long START = 1_767_614_400_000_000_000L;

  private static EmbeddedBroker broker;
  private static int runs;

  private final ReadingBlockCodec codec = new ReadingBlockCodec();
  private Namespace namespace;

  @TempDir Path folder;

  @BeforeAll
  static void start() {
    broker = EmbeddedBroker.startTemporary();
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  @BeforeEach
  void createTopics() {
    namespace = Namespace.replay("archive-" + runs++);
    try (Admin admin = admin()) {
      new TopicCreator(admin, 1).createMissing(namespace, topic -> 2);
    }
  }

  @Test
  void whatRetentionHasDeletedIsSaidToBeLostAndNoHole() throws Exception {
    send("n/a", 0, 10);
    archiveToEnd();
    send("n/a", 10, 30);
    try (Admin admin = admin()) {
      admin.deleteRecords(Map.of(partitionOf("n/a"), RecordsToDelete.beforeOffset(25))).all().get();
    }
    archiveToEnd();

    assertThat(sequences()).hasSize(15).contains(0L, 9L, 25L, 29L).doesNotContain(10L, 24L);
    List<ArchiveFinding> findings = findings();
    assertThat(findings)
        .extracting(ArchiveFinding::kind)
        .containsExactly(Kind.LOST, Kind.BLOCK_GAP);
    assertThat(findings.get(0).detail())
        .startsWith("offsets 10 to 24 of readings-")
        .contains("deleted them before they were archived");
  }

  /** Its offsets begin anew; they are not those that the archive holds already. */
  @Test
  void aTopicThatWasMadeAnewIsArchivedFromItsBeginning() throws Exception {
    send("n/a", 0, 10);
    archiveToEnd();
    try (Admin admin = admin()) {
      admin.deleteTopics(List.of(namespace.topic(Topic.READINGS))).all().get();
      await()
          .atMost(PATIENCE)
          .until(() -> !admin.listTopics().names().get().contains(namespace.topic(Topic.READINGS)));
      new TopicCreator(admin, 1).createMissing(namespace, topic -> 2);
    }
    send("n/a", 100, 112);
    archiveToEnd();

    assertThat(sequences()).hasSize(22).contains(0L, 9L, 100L, 111L);
    assertThat(findings()).noneMatch(finding -> finding.kind().isDamage());
  }

  @Test
  void aWriterThatFindsNoRoomSaysSoAndGoesOnWhenThereIsSome() throws Exception {
    Files.createDirectories(folder.resolve("archive"));
    try (ArchiveSink sink = ArchiveSink.start(options(Duration.ofMillis(200)))) {
      send("n/a", 0, 10);
      await().atMost(PATIENCE).until(() -> sink.counts().records.get() == 10);
      Path readings = folder.resolve("archive/readings");
      Path away = folder.resolve("away");
      Files.move(readings, away);
      Files.writeString(readings, "no folder can be made here");
      send("n/a", 10, 20);
      await().atMost(PATIENCE).until(() -> sink.counts().problem() != null);
      assertThat(sink.counts().records.get()).isEqualTo(10);

      Files.delete(readings);
      Files.move(away, readings);
      await().atMost(PATIENCE).until(() -> sink.counts().records.get() == 20);
      assertThat(sink.counts().problem()).isNull();
    }
    assertThat(sequences()).hasSize(20).doesNotHaveDuplicates();
    assertThat(findings()).isEmpty();
  }

  @Test
  void closingWritesWhatWasRead() throws Exception {
    send("n/a", 0, 10);
    send("n/b", 0, 5);
    ArchiveSink sink = ArchiveSink.start(options(Duration.ofHours(1)));
    await().atMost(PATIENCE).until(() -> sink.counts().gathered.get() == 15);
    assertThat(sink.counts().commits.get()).isZero();
    sink.close();

    assertThat(sink.counts().commits.get()).isEqualTo(1);
    assertThat(sequences()).hasSize(15);
    assertThat(findings()).isEmpty();
  }

  @Test
  void aSecondWriterOfAFolderEndsAtOnce() throws Exception {
    try (ArchiveSink first = ArchiveSink.start(options(Duration.ofMillis(200)));
        ArchiveSink second = second(first)) {
      assertThatThrownBy(() -> second.await(PATIENCE))
          .isInstanceOf(ArchiveException.class)
          .hasMessageContaining("has a writer already");
    }
  }

  private ArchiveSink second(ArchiveSink first) {
    Path lock = folder.resolve("archive/archive.json");
    await().atMost(PATIENCE).until(() -> Files.exists(lock) && first.counts().problem() == null);
    return ArchiveSink.start(options(Duration.ofMillis(200)));
  }

  private void archiveToEnd() throws Exception {
    try (ArchiveSink sink = ArchiveSink.startUntilEnd(options(Duration.ofHours(1)))) {
      assertThat(sink.await(PATIENCE)).isTrue();
    }
  }

  private ArchiveOptions options(Duration maxAge) {
    return new ArchiveOptions(
        broker.access(), namespace, folder.resolve("archive"), 4, 64 << 20, maxAge);
  }

  private List<Long> sequences() throws Exception {
    List<Long> sequences = new ArrayList<>();
    Archive.open(folder.resolve("archive"))
        .forEachBlock(file -> true, (commit, block) -> sequences.add(block.block().getSequence()));
    return sequences;
  }

  private List<ArchiveFinding> findings() throws Exception {
    return ArchiveCheck.all(Archive.open(folder.resolve("archive")), bytes -> {});
  }

  private TopicPartition partitionOf(String device) throws Exception {
    try (var producer = producer()) {
      var marker = new ProducerRecord<String, byte[]>(namespace.topic(Topic.REJECTS), device, null);
      int partition = producer.send(marker).get().partition();
      return new TopicPartition(namespace.topic(Topic.READINGS), partition);
    }
  }

  private void send(String device, long from, long to) {
    try (var producer = producer()) {
      for (long i = from; i < to; i++) {
        long[] times = {START + i * 20_000_000L, START + i * 20_000_000L + 10_000_000L};
        var block =
            new PollBlock(
                device, i, "power.draw", PowerUnit.MILLIWATTS, times, new int[] {1, 2}, false);
        producer.send(
            new ProducerRecord<>(namespace.topic(Topic.READINGS), device, codec.encode(block)));
      }
    }
  }

  private static KafkaProducer<String, byte[]> producer() {
    return new KafkaProducer<>(
        Map.of("bootstrap.servers", broker.bootstrapServers()),
        new StringSerializer(),
        new ByteArraySerializer());
  }

  private static Admin admin() {
    return broker.access().admin(Map.of());
  }
}
