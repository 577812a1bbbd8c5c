package io.wattune.sinks.influx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.wattune.core.Quality;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.entry.EntryDraft;
import io.wattune.core.power.TruePower;
import io.wattune.embedded.broker.EmbeddedBroker;
import io.wattune.embedded.store.EmbeddedStore;
import io.wattune.kafka.TopicCreator;
import io.wattune.kafka.TopicReader;
import io.wattune.schemas.codec.LedgerEntryCodec;
import io.wattune.schemas.codec.PowerBlockCodec;
import io.wattune.schemas.codec.RejectCodec;
import io.wattune.schemas.reject.RejectedDatum;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import io.wattune.store.address.StoreAddress;
import io.wattune.store.questdb.SqlClient;
import io.wattune.testkit.FixedPort;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real broker, the embedded store, and the sink between them: each ledger entry is in the store
 * once, with its newest revision, whatever happened meanwhile.
 */
@Tag("long")
@Timeout(180)
class StoreSinkEndToEndTest {
  private static final long SECOND = 1_000_000_000;
  private static final long START = 1_700_000_000L * SECOND;
  private static final int DEVICES = 8;
  private static final Duration LONG = Duration.ofSeconds(90);

  /** Small and young, so that a test sees many batches. */
  private static final BatchLimits SMALL = new BatchLimits(500, Duration.ofMillis(100));

  // Made once: a codec searches the class path when it is made, which takes longer than a record.
  private static final LedgerEntryCodec ENTRIES = new LedgerEntryCodec();
  private static final PowerBlockCodec BLOCKS = new PowerBlockCodec();

  @TempDir private static Path folder;
  private static EmbeddedBroker broker;
  private static EmbeddedStore store;
  private static KafkaProducer<String, byte[]> producer;

  @BeforeAll
  static void start() {
    broker = EmbeddedBroker.startTemporary();
    store = EmbeddedStore.start(folder, 0);
    producer = producer(Map.of("bootstrap.servers", broker.bootstrapServers(), "linger.ms", "5"));
  }

  private static KafkaProducer<String, byte[]> producer(Map<String, Object> settings) {
    return new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer());
  }

  @AfterAll
  static void stop() {
    producer.close();
    store.close();
    broker.close();
  }

  private static Namespace topics(String run) {
    Namespace namespace = Namespace.replay(run);
    try (Admin admin = broker.access().admin(Map.of())) {
      // Some for the sinks to share; by default each test would have a hundred logs and more.
      new TopicCreator(admin, 1)
          .createMissing(namespace, topic -> Math.min(topic.defaultPartitions(), 4));
    }
    return namespace;
  }

  private static StoreSink sink(Namespace namespace, StoreAddress address) {
    return StoreSink.start(new SinkSettings(broker.access(), namespace, address, SMALL));
  }

  private static byte[] window(String device, int revision, int second) {
    return ENTRIES.encode(
        new EntryDraft(
                "window1s/" + device + "/s/" + second,
                Book.WINDOW1S,
                device,
                "s",
                START + second * SECOND,
                START + (second + 1) * SECOND)
            .revision(revision, 0, true)
            .energy(energy(revision, second), 1)
            .error(1, 1)
            .seen(1, Quality.CORRECTED, "p")
            .entry());
  }

  private static long energy(int revision, int second) {
    return 1_000_003L * second + revision;
  }

  /** Windows of all devices in the order of time, each followed by its revision 1. */
  private static void send(Namespace namespace, String run, int fromSecond, int toSecond) {
    for (int second = fromSecond; second < toSecond; second++) {
      for (int revision = 0; revision < 2; revision++) {
        for (int d = 0; d < DEVICES; d++) {
          String device = run + "/" + d;
          producer.send(
              new ProducerRecord<>(
                  namespace.topic(Topic.ENERGY), device, window(device, revision, second)));
        }
      }
    }
    producer.flush();
  }

  private static JsonNode ask(String select, String run) throws Exception {
    return new SqlClient(store.address())
        .run("select " + select + " from energy where device like '" + run + "/%'")
        .get(0);
  }

  /** Every window of the run is there once, in its newest revision, to the microjoule. */
  private static void assertEachOnce(String run, int seconds) {
    long energy = 0;
    for (int second = 0; second < seconds; second++) {
      energy += DEVICES * energy(1, second);
    }
    long sum = energy;
    await()
        .atMost(LONG)
        .ignoreExceptions()
        .untilAsserted(
            () -> {
              JsonNode row =
                  ask(
                      "count(), count_distinct(entry_id), min(revision),"
                          + " sum(cast(round(energy_joules * 1e6, 0) as long))",
                      run);
              assertThat(row.get(0).asLong()).as("points").isEqualTo((long) DEVICES * seconds);
              assertThat(row.get(1).asLong()).as("entries").isEqualTo((long) DEVICES * seconds);
              assertThat(row.get(2).asLong()).as("lowest revision").isEqualTo(1);
              assertThat(row.get(3).asLong()).as("energy").isEqualTo(sum);
            });
  }

  private static void awaitNoLag(StoreSink sink) {
    await()
        .atMost(LONG)
        .until(
            () -> {
              sink.check();
              SinkCounts counts = sink.counts();
              return counts.recordsRead.get() > 0
                  && counts.recordsUnwritten.get() == 0
                  && counts.pointsMade.get()
                      == counts.pointsWritten.get() + counts.pointsRefused.get();
            });
  }

  @Test
  void aRestartInTheMiddleLosesAndDoublesNothing() {
    Namespace namespace = topics("restart");
    send(namespace, "restart", 0, 400);
    try (StoreSink sink = sink(namespace, store.address())) {
      await().atMost(LONG).until(() -> sink.counts().pointsWritten.get() > 1000);
    }
    send(namespace, "restart", 400, 500);
    try (StoreSink sink = sink(namespace, store.address())) {
      awaitNoLag(sink);
      assertThat(sink.counts().recordsRead.get())
          .as("it goes on where the first one stopped")
          .isLessThanOrEqualTo(2L * DEVICES * 500 - 1000);
    }
    assertEachOnce("restart", 500);
  }

  @Test
  void everythingSentTwiceIsThereOnceAndAbortedEntriesAreNot() {
    Namespace namespace = topics("twice");
    send(namespace, "twice", 0, 200);
    send(namespace, "twice", 0, 200);
    Map<String, Object> settings =
        Map.of("bootstrap.servers", broker.bootstrapServers(), "transactional.id", "aborts");
    try (KafkaProducer<String, byte[]> transactional = producer(settings)) {
      transactional.initTransactions();
      transactional.beginTransaction();
      transactional.send(
          new ProducerRecord<>(
              namespace.topic(Topic.ENERGY), "twice/0", window("twice/0", 9, 12345)));
      transactional.flush();
      transactional.abortTransaction();
    }
    try (StoreSink sink = sink(namespace, store.address())) {
      // Of a partition that has not answered yet no lag is known.
      await().atMost(LONG).until(() -> sink.counts().recordsRead.get() >= 4L * DEVICES * 200);
      awaitNoLag(sink);
      assertThat(sink.counts().recordsRead.get()).isEqualTo(4L * DEVICES * 200);
    }
    assertEachOnce("twice", 200);
  }

  /** As for two stores: a sink of another name takes nothing from the first one. */
  @Test
  @Tag("nightly")
  void eachOfTwoGroupsGetsEverything() {
    Namespace namespace = topics("groups");
    send(namespace, "groups", 0, 50);
    var named = new SinkSettings(broker.access(), namespace, store.address(), SMALL, "second");
    try (StoreSink first = sink(namespace, store.address());
        StoreSink second = StoreSink.start(named)) {
      for (StoreSink sink : List.of(first, second)) {
        await().atMost(LONG).until(() -> sink.counts().recordsRead.get() >= 2L * DEVICES * 50);
        awaitNoLag(sink);
        assertThat(sink.counts().recordsRead.get()).isEqualTo(2L * DEVICES * 50);
      }
    }
    assertEachOnce("groups", 50);
  }

  @Test
  @Tag("nightly")
  void sinksThatComeAndGoShareTheWork() {
    Namespace namespace = topics("shared");
    send(namespace, "shared", 0, 200);
    try (StoreSink first = sink(namespace, store.address())) {
      await().atMost(LONG).until(() -> first.counts().pointsWritten.get() > 500);
      try (StoreSink second = sink(namespace, store.address())) {
        await().atMost(LONG).until(() -> first.counts().rebalances.get() > 0);
        send(namespace, "shared", 200, 300);
        await()
            .atMost(LONG)
            .untilAsserted(
                () ->
                    assertThat(second.counts().pointsWritten.get())
                        .as("the first %s", first.counts().pointsWritten.get())
                        .isPositive());
      }
      send(namespace, "shared", 300, 400);
      assertEachOnce("shared", 400);
      SinkCounts counts = first.counts();
      assertThat(counts.pointsMade.get())
          .isGreaterThanOrEqualTo(counts.pointsWritten.get() + counts.pointsReturned.get());
    }
  }

  @Test
  void aStoreThatIsAwayIsWaitedFor(@TempDir Path own) throws Exception {
    Namespace namespace = topics("outage");
    int port = FixedPort.find();
    EmbeddedStore before = EmbeddedStore.start(own, port);
    send(namespace, "outage", 0, 100);
    try (StoreSink sink = sink(namespace, before.address())) {
      awaitNoLag(sink);
      before.close();
      send(namespace, "outage", 100, 600);
      await()
          .atMost(LONG)
          .until(() -> sink.counts().retries.get() > 1 && sink.counts().trouble() != null);
      assertThat(sink.counts().pointsMade.get())
          .as("two batches wait, the rest stays in the broker")
          .isLessThanOrEqualTo(2L * DEVICES * 100 + 2 * 500);
      try (EmbeddedStore after = EmbeddedStore.start(own, port)) {
        awaitNoLag(sink);
        assertThat(sink.counts().trouble()).isNull();
        SqlClient sql = new SqlClient(after.address());
        await()
            .atMost(LONG)
            .until(
                () -> sql.run("select count() from energy").get(0).get(0).asLong(),
                rows -> rows == (long) DEVICES * 600);
      }
    }
  }

  @Test
  void whatCannotBeReadOrIsRefusedGoesToTheRejectsAndTheRestToTheStore(@TempDir Path own)
      throws Exception {
    Namespace namespace = topics("rejects");
    String topic = namespace.topic(Topic.ENERGY);
    try (EmbeddedStore spoilt = EmbeddedStore.start(own, 0)) {
      // A table of somebody else, which cannot take the windows of device d7.
      new SqlClient(spoilt.address())
          .run(
              "create table energy (timestamp timestamp, device symbol, profile_id long)"
                  + " timestamp(timestamp) partition by day wal");
      producer.send(new ProducerRecord<>(topic, "x", new byte[] {1, 2, 3}));
      send(namespace, "rejects", 0, 3);
      try (StoreSink sink = sink(namespace, spoilt.address())) {
        await()
            .atMost(LONG)
            .until(
                () ->
                    sink.counts().pointsRefused.get() == 2L * DEVICES * 3
                        && sink.counts().recordsRejected.get() > 0);
        awaitNoLag(sink);
        assertThat(sink.counts().recordsRejected.get()).isEqualTo(1);
        assertThat(sink.counts().pointsWritten.get()).isZero();
      }
    }
    List<RejectedDatum> rejects = new ArrayList<>();
    try (var reader =
        TopicReader.open(
            broker.access(), namespace.topic(Topic.REJECTS), false, new RejectCodec())) {
      reader.readToEnd(Duration.ofMillis(100), rejects::add);
    }
    assertThat(rejects).hasSize(1 + 2 * DEVICES * 3);
    assertThat(rejects)
        .filteredOn(reject -> reject.reason().equals("no-single-object-marker"))
        .singleElement()
        .satisfies(reject -> assertThat(reject.original()).containsExactly(1, 2, 3));
    assertThat(rejects)
        .filteredOn(reject -> reject.reason().equals("refused-by-store"))
        .hasSize(2 * DEVICES * 3)
        .allSatisfy(reject -> assertThat(reject.detail()).contains("profile_id"));
  }

  /** Says how fast it was; how fast it must be is no matter of a test on a shared machine. */
  @Test
  void everySampleOfManyBlocksIsInTheStore() throws Exception {
    Namespace namespace = topics("rate");
    int blocks = 400;
    int samples = 200;
    for (int block = 0; block < blocks; block++) {
      String device = "rate/" + block % 50;
      producer.send(
          new ProducerRecord<>(
              namespace.topic(Topic.POWER), device, power(device, block / 50, samples)));
    }
    producer.flush();
    long points = (long) blocks * samples;
    long since = System.nanoTime();
    try (StoreSink sink =
        StoreSink.start(
            new SinkSettings(broker.access(), namespace, store.address(), BatchLimits.DEFAULT))) {
      await()
          .atMost(LONG)
          .pollInterval(Duration.ofMillis(20))
          .until(() -> sink.counts().pointsWritten.get() == points);
      double seconds = (System.nanoTime() - since) * 1e-9;
      System.out.printf("%d points in %.2f s: %.0f points/s%n", points, seconds, points / seconds);
    }
    await()
        .atMost(LONG)
        .until(
            () ->
                new SqlClient(store.address())
                    .run("select count() from power where device like 'rate/%'")
                    .get(0)
                    .get(0)
                    .asLong(),
            rows -> rows == points);
  }

  private static byte[] power(String device, int block, int samples) {
    long[] times = new long[samples];
    int[] raw = new int[samples];
    byte[] qualities = new byte[samples];
    for (int i = 0; i < samples; i++) {
      times[i] = START + (block * (long) samples + i) * 10_000_000;
      raw[i] = 200_000 + i;
      qualities[i] = Quality.CORRECTED.code();
    }
    return BLOCKS.encode(
        new TruePower(device, "power.draw", 0, "p", times, raw, raw, raw, qualities, null, 0));
  }
}
