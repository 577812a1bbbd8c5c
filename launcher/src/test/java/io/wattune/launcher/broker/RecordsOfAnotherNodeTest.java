package io.wattune.launcher.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.wattune.archive.Archive;
import io.wattune.archive.ArchiveCheck;
import io.wattune.archive.ArchiveFinding;
import io.wattune.archive.sink.ArchiveOptions;
import io.wattune.archive.sink.ArchiveSink;
import io.wattune.control.Controller;
import io.wattune.control.ControllerOptions;
import io.wattune.control.Tuning;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.power.TruePower;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.PowerUnit;
import io.wattune.core.sensitivity.SensitivitySettings;
import io.wattune.core.serving.LatencyHistogram;
import io.wattune.core.serving.ServerKind;
import io.wattune.core.serving.ServingReading;
import io.wattune.dashboard.feed.Feed;
import io.wattune.dashboard.state.LiveState;
import io.wattune.dashboard.state.StateLimits;
import io.wattune.embedded.broker.EmbeddedBroker;
import io.wattune.embedded.flink.JobSubmitter;
import io.wattune.embedded.flink.LocalFlink;
import io.wattune.embedded.flink.RunningJob;
import io.wattune.http.metric.MetricTable;
import io.wattune.kafka.KafkaAccess;
import io.wattune.kafka.TopicCreator;
import io.wattune.kafka.TopicReader;
import io.wattune.launcher.WattuneCommand;
import io.wattune.schemas.codec.ActivityCodec;
import io.wattune.schemas.codec.ActuationCodec;
import io.wattune.schemas.codec.CounterReadingCodec;
import io.wattune.schemas.codec.DeviceDescriptorCodec;
import io.wattune.schemas.codec.PowerBlockCodec;
import io.wattune.schemas.codec.ReadingBlockCodec;
import io.wattune.schemas.codec.RejectCodec;
import io.wattune.schemas.codec.ServingReadingCodec;
import io.wattune.schemas.reject.RejectedDatum;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import io.wattune.sinks.influx.BatchLimits;
import io.wattune.sinks.influx.SinkSettings;
import io.wattune.sinks.influx.StoreSink;
import io.wattune.store.address.StoreAddress;
import io.wattune.store.address.StoreKind;
import io.wattune.streams.fleet.FleetView;
import io.wattune.streams.fleet.FleetViewOptions;
import io.wattune.streams.kafka.JobOptions;
import io.wattune.streams.ledger.LedgerJob;
import io.wattune.streams.sensitivity.SensitivityJob;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * Node n1 is broken into, and writes as n2, with its own code and with none: no reader believes it,
 * each says so, and each believes what n2 writes itself.
 */
@Tag("long")
class RecordsOfAnotherNodeTest {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final Namespace LIVE = Namespace.live();
  private static final String DEVICE = "n2/gpu";
  private static final String WRONG = "wrong-node-code";
  private static final String NONE = "no-node-code";
  private static final long SECOND = 1_000_000_000L;
  private static final Set<Topic> OF_NODES =
      Set.of(
          Topic.READINGS,
          Topic.COUNTERS,
          Topic.SERVING,
          Topic.ACTIVITY,
          Topic.DEVICES,
          Topic.ACTUATIONS);

  private final long nowNanos = System.currentTimeMillis() * 1_000_000;

  @TempDir private Path folder;
  private EmbeddedBroker broker;
  private KafkaAccess reader;

  @BeforeEach
  void start() throws Exception {
    broker = EmbeddedBroker.startTemporary();
    try (Admin admin = broker.access().admin(Map.of())) {
      new TopicCreator(admin, 1).createMissing(LIVE, topic -> 1);
    }
    assertThat(wattune("keys", "master", folder.resolve("master").toString())).isEmpty();
    reader = access("wattune.node-code.master", folder.resolve("master"));
  }

  @AfterEach
  void stop() {
    broker.close();
  }

  @Test
  void theJobs() throws Exception {
    var options = new JobOptions(reader, LIVE, 1, Duration.ofMillis(500), JobOptions.FOR_LATENCY);
    forge();
    write();
    try (LocalFlink flink = LocalFlink.startTemporary(4);
        RunningJob first =
            JobSubmitter.to(flink)
                .submit(
                    "ledger",
                    LedgerJob::configure,
                    env -> LedgerJob.build(env, options, LedgerSettings.DEFAULT));
        RunningJob second =
            JobSubmitter.to(flink)
                .submit(
                    "sensitivity",
                    LedgerJob::configure,
                    env ->
                        SensitivityJob.build(
                            env,
                            options,
                            SensitivitySettings.DEFAULT,
                            OffsetsInitializer.earliest()))) {
      awaitRejects("ledger", Set.of(Topic.READINGS, Topic.ACTIVITY));
      awaitRejects("sensitivity", Set.of(Topic.COUNTERS, Topic.DEVICES));
      List<TruePower> blocks = new ArrayList<>();
      await()
          .atMost(PATIENCE)
          .until(
              () -> {
                first.check();
                second.check();
                read(Topic.POWER, new PowerBlockCodec(), blocks);
                return !blocks.isEmpty();
              });
      assertThat(rejects()).extracting(RejectedDatum::reason).containsOnly(WRONG, NONE);
    }
  }

  @Test
  void theController() throws Exception {
    try (Controller controller =
        Controller.start(ControllerOptions.of(reader, LIVE, Tuning.by("fine")).withTasks(1, 1))) {
      assertThat(controller.awaitRunning(PATIENCE)).isTrue();
      forge();
      write();
      awaitRejects(
          "controller", Set.of(Topic.COUNTERS, Topic.SERVING, Topic.DEVICES, Topic.ACTUATIONS));
      await().atMost(PATIENCE).until(() -> controller.counts().used.getLongValue() == 4);
      assertThat(MetricTable.byLabel(controller.counts().rejected))
          .isEqualTo(Map.of(WRONG, 5L, NONE, 4L));
    }
  }

  @Test
  void theFleetView() throws Exception {
    forge();
    write();
    try (FleetView view = FleetView.start(FleetViewOptions.of(reader, LIVE))) {
      awaitRejects("fleet", Set.of(Topic.DEVICES));
      await().atMost(PATIENCE).until(() -> view.status().counts().used.getLongValue() == 1);
      assertThat(MetricTable.byLabel(view.status().counts().rejected))
          .isEqualTo(Map.of(WRONG, 2L, NONE, 1L));
      await().atMost(PATIENCE).until(() -> view.status().counts().devices.get() == 1);
    }
  }

  @Test
  void theSink() throws Exception {
    forge();
    var nowhere =
        new StoreAddress(URI.create("http://127.0.0.1:1"), StoreKind.QUESTDB, "o", "b", null);
    try (StoreSink sink =
        StoreSink.start(new SinkSettings(reader, LIVE, nowhere, BatchLimits.DEFAULT))) {
      awaitRejects("store-sink", Set.of(Topic.ACTUATIONS));
      assertThat(sink.counts().recordsRejected.get()).isEqualTo(2);
    }
  }

  @Test
  void theArchive() throws Exception {
    forge();
    write();
    var options =
        new ArchiveOptions(
            reader, LIVE, folder.resolve("archive"), 1, 64 << 20, Duration.ofHours(1));
    try (ArchiveSink sink = ArchiveSink.startUntilEnd(options)) {
      assertThat(sink.await(PATIENCE)).isTrue();
    }
    Archive archive = Archive.open(folder.resolve("archive"));
    List<Long> sequences = new ArrayList<>();
    archive.forEachBlock(
        file -> true, (commit, block) -> sequences.add(block.block().getSequence()));
    assertThat(sequences).containsExactly(1L);
    assertThat(ArchiveCheck.all(archive, bytes -> {}))
        .extracting(ArchiveFinding::kind, ArchiveFinding::detail)
        .filteredOn(each -> each.toList().get(0) == ArchiveFinding.Kind.UNREADABLE)
        .singleElement()
        .asString()
        .as("readings, counters, activity and actuations")
        .contains("8 records could not be read");
  }

  @Test
  void theDashboard() throws Exception {
    forge();
    write();
    var state = new LiveState(StateLimits.DEFAULT, nowNanos - 60 * SECOND);
    try (Feed feed = Feed.start(reader, LIVE, state)) {
      await().atMost(PATIENCE).until(() -> feed.status().hasCaughtUp());
      assertThat(feed.status().recordsUndecodable())
          .as("counters, serving, activity, actuations, devices and a deletion")
          .isEqualTo(11);
    }
    assertThat(state.device(DEVICE, nowNanos)).as("what n2 wrote").isPresent();
  }

  @Test
  void theCommands() throws Exception {
    forge();
    write();
    Path client = folder.resolve("client.properties");
    Files.writeString(
        client, "wattune.node-code.master=${secret:" + folder.resolve("master") + "}\n");

    String said =
        wattune("status", "--bootstrap=" + broker.bootstrapServers(), "--kafka-client=" + client);

    assertThat(said).contains("7 records").contains(DEVICE);
  }

  /** A part that has no master goes on as before. */
  @Test
  void whoHasNoMasterReadsAll() throws Exception {
    forge();
    var state = new LiveState(StateLimits.DEFAULT, nowNanos - 60 * SECOND);
    try (Feed feed = Feed.start(broker.access(), LIVE, state)) {
      await().atMost(PATIENCE).until(() -> feed.status().hasCaughtUp());
      assertThat(feed.status().recordsUndecodable()).isZero();
    }
  }

  /** What n1 writes as n2, and what somebody without a key writes. */
  private void forge() throws Exception {
    send(access("wattune.node-code.key", key("n1")), 0);
    send(broker.access(), 0);
    try (var producer = access("wattune.node-code.key", key("n1")).producer(Map.of())) {
      producer.send(new ProducerRecord<>(LIVE.topic(Topic.DEVICES), DEVICE, null)).get();
    }
  }

  /** What n2 writes itself. */
  private void write() throws Exception {
    send(access("wattune.node-code.key", key("n2")), 1);
  }

  private void send(KafkaAccess as, long sequence) throws Exception {
    try (var producer = as.producer(Map.of())) {
      for (Topic topic : OF_NODES) {
        byte[] value = value(topic, sequence);
        String key = topic == Topic.SERVING ? "n2" : DEVICE;
        producer.send(new ProducerRecord<>(LIVE.topic(topic), key, value)).get();
      }
    }
  }

  private byte[] value(Topic topic, long sequence) {
    long time = nowNanos - (10 - sequence) * SECOND;
    return switch (topic) {
      case READINGS ->
          new ReadingBlockCodec()
              .encode(
                  new PollBlock(
                      DEVICE,
                      sequence,
                      "power.draw",
                      PowerUnit.MILLIWATTS,
                      new long[] {time, time + SECOND / 10},
                      new int[] {100_000, 200_000},
                      false));
      case COUNTERS ->
          new CounterReadingCodec()
              .encode(
                  new CounterReading(
                      DEVICE, sequence, time, time + SECOND, null, null, null, List.of(), false));
      case SERVING ->
          new ServingReadingCodec()
              .encode(
                  new ServingReading(
                      "n2",
                      "llm",
                      ServerKind.VLLM,
                      sequence,
                      time,
                      time + SECOND,
                      List.of(DEVICE),
                      null,
                      OptionalLong.empty(),
                      0,
                      OptionalLong.empty(),
                      LatencyHistogram.EMPTY,
                      List.of(),
                      OptionalDouble.empty(),
                      OptionalLong.empty(),
                      OptionalLong.empty(),
                      null,
                      false));
      case ACTIVITY ->
          new ActivityCodec()
              .encode(
                  new Activity(
                      DEVICE, "a" + sequence, Book.JOB, "job", time, time + 1, null, Map.of()));
      case DEVICES ->
          new DeviceDescriptorCodec()
              .encode(
                  new DeviceDescriptor(
                      DEVICE,
                      "n2",
                      null,
                      "v",
                      "m" + sequence,
                      "d",
                      null,
                      time,
                      List.of(),
                      List.of()));
      default ->
          new ActuationCodec()
              .encode(
                  new Actuation(
                      "n2",
                      DEVICE,
                      1,
                      sequence,
                      ActuationOutcome.REFUSED,
                      "held",
                      "",
                      null,
                      List.of(),
                      0,
                      time,
                      List.of(),
                      List.of()));
    };
  }

  private void awaitRejects(String part, Set<Topic> topics) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              List<RejectedDatum> rejects = rejects();
              for (Topic topic : topics) {
                for (String reason : List.of(WRONG, NONE)) {
                  assertThat(rejects)
                      .as("%s of %s by %s", reason, topic, part)
                      .anySatisfy(
                          reject -> {
                            assertThat(reject.rejectedBy()).isEqualTo(part);
                            assertThat(reject.reason()).isEqualTo(reason);
                            assertThat(reject.origin()).isEqualTo(LIVE.topic(topic));
                            assertThat(reject.original()).isEqualTo(value(topic, 0));
                          });
                }
              }
            });
  }

  private List<RejectedDatum> rejects() {
    List<RejectedDatum> rejects = new ArrayList<>();
    read(Topic.REJECTS, new RejectCodec(), rejects);
    return rejects;
  }

  private <C> void read(Topic topic, io.wattune.schemas.codec.RecordCodec<C> codec, List<C> into) {
    try (var all = TopicReader.open(broker.access(), LIVE.topic(topic), false, codec)) {
      all.readToEnd(Duration.ofMillis(100), into::add);
    }
  }

  private KafkaAccess access(String property, Path file) {
    return new KafkaAccess(
        broker.bootstrapServers(), Map.of(property, "${secret:" + file.toAbsolutePath() + "}"));
  }

  private Path key(String node) throws Exception {
    Path file = folder.resolve(node + ".code");
    if (!Files.exists(file)) {
      String said =
          wattune("keys", "node", "--master=" + folder.resolve("master"), node, file.toString());
      assertThat(said).isEmpty();
    }
    return file;
  }

  private static String wattune(String... arguments) {
    var said = new StringWriter();
    CommandLine command = WattuneCommand.commandLine();
    command.setOut(new PrintWriter(said));
    command.setErr(new PrintWriter(said));
    int unused = command.execute(arguments);
    return said.toString();
  }
}
