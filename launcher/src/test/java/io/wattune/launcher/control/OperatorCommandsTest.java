package io.wattune.launcher.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.rightsize.RightSizeTable;
import io.wattune.embedded.broker.EmbeddedBroker;
import io.wattune.kafka.PartitionReader;
import io.wattune.kafka.TopicCreator;
import io.wattune.launcher.WattuneCommand;
import io.wattune.launcher.command.ExitCode;
import io.wattune.schemas.codec.ActuationCodec;
import io.wattune.schemas.codec.DecisionCodec;
import io.wattune.schemas.codec.DeviceDescriptorCodec;
import io.wattune.schemas.codec.RightSizeTableCodec;
import io.wattune.schemas.signature.SignatureHeaders;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import io.wattune.testkit.FleetValues;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;

/** The operator's commands against a broker. */
@Tag("long")
class OperatorCommandsTest {
  private static EmbeddedBroker broker;

  private record Run(int exitCode, String out, String err) {}

  @BeforeAll
  static void start() throws Exception {
    broker = EmbeddedBroker.startTemporary();
    try (Admin admin = broker.access().admin(Map.of())) {
      new TopicCreator(admin, 1).createMissing(Namespace.live(), topic -> 1);
    }
    send(
        Topic.DEVICES,
        "node1/a",
        new DeviceDescriptorCodec().encode(FleetValues.descriptor("node1/a")));
    send(
        Topic.DEVICES,
        "node2/b",
        new DeviceDescriptorCodec().encode(FleetValues.descriptor("node2/b")));
    send(
        Topic.DECISIONS,
        "node1",
        new DecisionCodec().encode(FleetValues.decision("node1/a", 7, 1, "lower")));
    send(
        Topic.ACTUATIONS,
        "node1/a",
        new ActuationCodec()
            .encode(FleetValues.answer("node1/a", 7, 1, ActuationOutcome.RESTORED, 1000)));
    send(Topic.ACTUATIONS, "node1/a", new byte[] {1, 2, 3});
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  @Test
  void aHoldIsListedUntilItIsReleased() throws Exception {
    Run held = run("hold", "--node", "node1", "--for", "1h", "--why", "new fans", "--by", "ada");
    assertThat(held.exitCode()).as(held.err()).isEqualTo(ExitCode.DONE);
    assertThat(held.out()).contains("node node1 is left alone until");
    String id = held.out().substring(0, held.out().indexOf(':'));

    JsonNode status = new ObjectMapper().readTree(run("status", "--json").out());
    assertThat(status.path("devices").findValuesAsText("device"))
        .containsExactly("node1/a", "node2/b");
    assertThat(status.path("devices").path(0).path("hold").path("by").asText()).isEqualTo("ada");
    assertThat(status.path("devices").path(1).path("hold").isNull()).isTrue();
    assertThat(status.path("unreadable").asLong()).isEqualTo(1);

    Run other = run("release", "--node", "node2");
    assertThat(other.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(other.err())
        .contains("no such hold is in force; in force are " + id + " of node node1");

    assertThat(run("release", "--id", id).out()).contains("node node1 is released");
    assertThat(run("status").out())
        .contains("node1/a", "core.clock 1000 MHz")
        .doesNotContain("ada");
    assertThat(run("release", "--id", id).exitCode()).isEqualTo(ExitCode.USAGE);
  }

  /** Whole, under its key, and signed for this cluster. */
  @Test
  void aRightSizeTableIsPublished(@TempDir Path folder) throws Exception {
    Path kernels = folder.resolve("kernels.csv");
    Files.writeString(
        kernels, "kernel,kernel_size,input_size,units,seconds\na,1,1,2,1.005\na,1,1,4,1\n");
    String key = folder.resolve("key.pem").toString();
    assertThat(WattuneCommand.commandLine().execute("keys", "new", key)).isZero();
    String topic = Namespace.live().topic(Topic.RIGHT_SIZES);
    Run made =
        run(
            "profile",
            "--model",
            "m",
            "--kernels",
            kernels.toString(),
            "--product",
            "MI50",
            "--publish",
            "--key",
            key);
    assertThat(made.exitCode()).as(made.err()).isEqualTo(ExitCode.DONE);

    try (PartitionReader<String> reader = PartitionReader.of(broker.access(), Map.of())) {
      List<ConsumerRecord<String, byte[]>> read = new ArrayList<>();
      reader.addFromBeginning(reader.partitions(topic));
      reader.readTo(reader.ends(reader.partitions(topic)), () -> true, read::add);
      ConsumerRecord<String, byte[]> record = read.get(read.size() - 1);
      RightSizeTable table = new RightSizeTableCodec().decode(record.value());
      assertThat(record.key()).isEqualTo(table.key()).isEqualTo("MI50/m");
      assertThat(table.kernels().get(0).units()).isEqualTo(2);
      SignatureHeaders.ALL.forEach(
          name -> assertThat(record.headers().lastHeader(name)).as(name).isNotNull());
    }
  }

  @Test
  void aHoldThatCannotBeReadIsListedAndReleased() throws Exception {
    send(Topic.HOLDS, "torn", new byte[] {1});

    assertThat(run("status").out()).contains("wattune release --id torn");
    assertThat(
            new ObjectMapper()
                .readTree(run("status", "--json").out())
                .path("unreadableHolds")
                .path(0)
                .asText())
        .isEqualTo("torn");
    assertThat(run("release", "--id", "torn").out()).contains("torn: is released");
    assertThat(run("status").out()).doesNotContain("torn");
    assertThat(run("release", "--id", "lost", "--force").out()).contains("lost: is released");
  }

  /** 6 kB on the broker's disk were 200 MB in each writer of the fleet, at each of its starts. */
  @ParameterizedTest
  @EnumSource(
      value = Topic.class,
      names = {"HOLDS", "RIGHT_SIZES", "DECISIONS", "SCHEMAS", "DEVICES", "PROFILES"})
  void aRecordThatGrowsWhenItIsUnpackedDoesNotReachATopicThatIsReadAtEachStart(Topic topic) {
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers",
            broker.bootstrapServers(),
            "compression.type",
            "zstd",
            "max.request.size",
            64 * 1024 * 1024,
            "buffer.memory",
            64L * 1024 * 1024);
    try (var producer =
        new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer())) {
      var bomb =
          new ProducerRecord<>(Namespace.live().topic(topic), "bomb", new byte[20 * 1024 * 1024]);
      assertThatThrownBy(() -> producer.send(bomb).get())
          .hasCauseInstanceOf(RecordTooLargeException.class);
    }
  }

  @Test
  void holdsOfOneScopeAreReleasedTogether() {
    run("hold", "--all", "--for", "90s");
    run("hold", "--all");
    Run released = run("release", "--all");

    assertThat(released.exitCode()).as(released.err()).isEqualTo(ExitCode.DONE);
    assertThat(released.out().lines()).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "hold --node nod1 --for 1h | there is no node 'nod1'; did you mean 'node1'?",
        "hold --device node2/c | there is no device 'node2/c'; did you mean 'node2/b'?",
        "release --id nothing | no such hold is in force; none is",
      })
  void aNameThatIsNotKnownGetsOneLineAndExitCodeTwo(String arguments, String message) {
    Run run = run(arguments.strip().split(" "));

    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err()).startsWith("wattune: ").contains(message.strip());
    assertThat(run.out()).isEmpty();
  }

  @Test
  void aNameThatNobodyKnowsYetCanBeForced() {
    assertThat(run("hold", "--node", "node9", "--force").exitCode()).isEqualTo(ExitCode.DONE);
    assertThat(run("release", "--node", "node9").exitCode()).isEqualTo(ExitCode.DONE);
  }

  /** As on a machine that does much else: it listens, and answers after more than five seconds. */
  @Test
  void aBrokerThatListensGetsTimeToAnswer() throws Exception {
    try (var door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      String address = "127.0.0.1:" + door.getLocalPort();
      var asked = CompletableFuture.supplyAsync(() -> run("status", "--bootstrap", address));

      assertThatThrownBy(() -> asked.get(7, TimeUnit.SECONDS)).isInstanceOf(TimeoutException.class);
      inBackground(
          () -> {
            while (true) {
              Socket client = door.accept();
              String[] there = broker.bootstrapServers().split(":");
              Socket server = new Socket(there[0], Integer.parseInt(there[1]));
              inBackground(() -> client.getInputStream().transferTo(server.getOutputStream()));
              inBackground(() -> server.getInputStream().transferTo(client.getOutputStream()));
            }
          });

      Run status = asked.get(1, TimeUnit.MINUTES);
      assertThat(status.exitCode()).as(status.err()).isEqualTo(ExitCode.DONE);
      assertThat(status.out()).contains("node1/a");
    }
  }

  private static void inBackground(Callable<?> work) {
    var thread =
        new Thread(
            () -> {
              try {
                work.call();
              } catch (Exception e) {
                // One end is closed.
              }
            },
            "slow-broker");
    thread.setDaemon(true);
    thread.start();
  }

  private static Run run(String... arguments) {
    List<String> words = new ArrayList<>(Arrays.asList(arguments));
    if (!words.contains("--bootstrap")) {
      words.add("--bootstrap");
      words.add(broker.bootstrapServers());
    }
    var out = new StringWriter();
    var err = new StringWriter();
    CommandLine command = WattuneCommand.commandLine();
    command.setOut(new PrintWriter(out));
    command.setErr(new PrintWriter(err));
    int exitCode = command.execute(words.toArray(String[]::new));
    return new Run(exitCode, out.toString(), err.toString());
  }

  private static void send(Topic topic, String key, byte[] value) throws Exception {
    try (var producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", broker.bootstrapServers()),
            new StringSerializer(),
            new ByteArraySerializer())) {
      producer.send(new ProducerRecord<>(Namespace.live().topic(topic), key, value)).get();
    }
  }
}
