package io.wattune.launcher.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.wattune.control.AnsweringNode;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.tunable.Tunable;
import io.wattune.embedded.broker.EmbeddedBroker;
import io.wattune.kafka.TopicCreator;
import io.wattune.kafka.TopicReader;
import io.wattune.launcher.node.CommandProcess;
import io.wattune.schemas.codec.ActuationCodec;
import io.wattune.schemas.codec.RejectCodec;
import io.wattune.schemas.reject.RejectedDatum;
import io.wattune.schemas.signature.ClusterTopic;
import io.wattune.schemas.signature.KeyFile;
import io.wattune.schemas.signature.SigningKey;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import io.wattune.testbed.register.ControlRegisters;
import io.wattune.testkit.FixedPort;
import io.wattune.testkit.FleetValues;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A writer that signs its answers and a controller that wants them signed, both processes: right
 * answers are believed, forged ones are not, and are reported.
 */
@Tag("long")
class SignedAnswersTest {
  private static final Duration SOON = Duration.ofSeconds(120);
  private static final long OWN = 1000;
  private static final String ANSWERS = Namespace.live().topic(Topic.ACTUATIONS);

  @TempDir private Path folder;
  private final SigningKey controllers = SigningKey.generate();
  private final SigningKey ours = SigningKey.generate();
  private final SigningKey neighbours = SigningKey.generate();
  private final List<AutoCloseable> open = new ArrayList<>();
  private final HttpClient client = HttpClient.newHttpClient();
  private int port;
  private EmbeddedBroker broker;

  /** The one for which time goes by. */
  private AnsweringNode node;

  private ControlRegisters gpu;

  @BeforeEach
  void start() throws Exception {
    broker = keep(EmbeddedBroker.startTemporary());
    try (Admin admin = broker.access().admin(Map.of())) {
      new TopicCreator(admin, 1).createMissing(Namespace.live(), topic -> 2);
    }
    KeyFile.write(folder.resolve("controller.pem"), controllers);
    KeyFile.write(folder.resolve("n.pem"), ours);
    KeyFile.write(folder.resolve("unlisted.pem"), SigningKey.generate());
    Files.writeString(
        folder.resolve("node-keys"),
        "n " + ours.publicKey() + "\nn2 " + neighbours.publicKey() + "\n");
  }

  @AfterEach
  void stop() throws Exception {
    for (int i = open.size() - 1; i >= 0; i--) {
      open.get(i).close();
    }
  }

  @Test
  void rightAnswersAreBelievedAndForgedOnesAreReported() throws Exception {
    Path file = nodeFile("n");
    Path neighboursFile = nodeFile("n2");
    keep(CommandProcess.start("guardian", file.toString(), neighboursFile.toString()));
    startNode("n", file, "n.pem");
    startController();
    until(() -> gpu.value(0) < OWN);
    until(() -> metric("wattune_control_records_read_total\\{[^}]*actuation[^}]*}") > 2);
    assertThat(rejects()).as("what the node says is believed").isEmpty();

    // Each would shut this controller out, if it were believed.
    long epoch = System.currentTimeMillis() + 3_600_000;
    byte[] claimed = new ActuationCodec().encode(answer(epoch));
    send("n", claimed, null);
    until(() -> reasons().contains("unsigned"));
    send("n", claimed, neighbours);
    until(() -> reasons().contains("unknown-key"));
    send("n", new ActuationCodec().encode(answer(epoch + 1)), ours, claimed);
    until(() -> reasons().contains("bad-signature"));

    assertThat(rejects())
        .hasSize(3)
        .allSatisfy(
            reject -> {
              assertThat(reject.rejectedBy()).isEqualTo("controller");
              assertThat(reject.origin()).isEqualTo(ANSWERS);
            });
    until(() -> metric("wattune_control_records_rejected_total\\{[^}]*\"unsigned\"[^}]*}") == 1);
    until(() -> gpu.value(0) < OWN);
    long ends = System.nanoTime() + Duration.ofSeconds(13).toNanos(); // Two leases.
    until(() -> System.nanoTime() > ends);
    until(() -> gpu.value(0) < OWN);

    send("n", claimed, ours);
    until(() -> gpu.value(0) == OWN);

    // A key that nobody has listed is as good as none, whoever's name stands in the record.
    startNode("n2", neighboursFile, "unlisted.pem");
    node.describe();
    until(() -> !unlisted().isEmpty());
    assertThat(unlisted().get(0).detail())
        .contains("--node-keys lists for node 'n2'", "--node-key");
  }

  /** Agent and writer of a node. */
  private void startNode(String name, Path file, String nodeKey) throws Exception {
    List<Tunable> tunables = FleetValues.descriptor(name + "/0").tunables();
    gpu = ControlRegisters.create(folder.resolve(name + ".registers"), name + "/0", tunables);
    ControlRegisters its = gpu;
    its.runs("kernel");
    node =
        keep(new AnsweringNode(broker.bootstrapServers(), Namespace.live(), name, 1))
            .withoutAnswers()
            .drawsBy(device -> its.value(0));
    CommandProcess writer =
        keep(
            CommandProcess.start(
                "writer", "--node-key=" + folder.resolve(nodeKey), file.toString()));
    until(() -> writer.hasSaid("decisions are read"));
  }

  private void startController() throws Exception {
    port = FixedPort.find();
    CommandProcess controller =
        keep(
            CommandProcess.start(
                "control",
                "--bootstrap=" + broker.bootstrapServers(),
                "--listen=127.0.0.1:" + port,
                "--policy=fine",
                "--lease=6s",
                "--tasks=2",
                "--signing-key=" + folder.resolve("controller.pem"),
                "--node-keys=" + folder.resolve("node-keys")));
    node.describe();
    until(() -> controller.hasSaid("The controller runs"));
  }

  private static Actuation answer(long epoch) {
    return new Actuation(
        "n",
        null,
        epoch,
        0,
        ActuationOutcome.CLAIMED,
        "ok",
        "",
        null,
        List.of(),
        0,
        0,
        List.of(),
        List.of());
  }

  private void send(String key, byte[] value, SigningKey by) throws Exception {
    send(key, value, by, value);
  }

  /** A record with the signature of what may be another one's bytes. */
  private void send(String key, byte[] value, SigningKey by, byte[] signed) throws Exception {
    var record = new ProducerRecord<>(ANSWERS, key, value);
    if (by != null) {
      by.headers(new ClusterTopic(broker.access().clusterId(), ANSWERS), key, signed)
          .forEach(record.headers()::add);
    }
    try (var producer = broker.access().producer(Map.of())) {
      producer.send(record).get();
    }
  }

  private List<String> reasons() {
    return rejects().stream().map(RejectedDatum::reason).toList();
  }

  /** Those of the neighbour, who has sent nothing else. */
  private List<RejectedDatum> unlisted() {
    return rejects().stream()
        .filter(reject -> reject.reason().equals("unknown-key"))
        .filter(reject -> reject.detail().contains("node 'n2'"))
        .toList();
  }

  private List<RejectedDatum> rejects() {
    List<RejectedDatum> found = new ArrayList<>();
    String topic = Namespace.live().topic(Topic.REJECTS);
    try (var reader = TopicReader.open(broker.access(), topic, false, new RejectCodec())) {
      reader.readToEnd(Duration.ofMillis(100), found::add);
    }
    return found;
  }

  /** The sum of all lines of a metric whose name and labels match. */
  private double metric(String line) {
    Matcher matcher = Pattern.compile("(?m)^" + line + " (\\S+)").matcher(metrics());
    double sum = 0;
    while (matcher.find()) {
      sum += Double.parseDouble(matcher.group(1));
    }
    return sum;
  }

  private String metrics() {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics")).build();
    return client.sendAsync(request, HttpResponse.BodyHandlers.ofString()).join().body();
  }

  private void until(Callable<Boolean> condition) {
    try {
      await()
          .atMost(SOON)
          .pollInterval(Duration.ofMillis(50))
          .until(
              () -> {
                node.catchUp();
                return condition.call();
              });
    } catch (ConditionTimeoutException e) {
      var account = new StringBuilder("rejects: " + rejects() + "\n");
      for (AutoCloseable each : open) {
        if (each instanceof CommandProcess process) {
          account.append(process.account()).append('\n');
        }
      }
      account.append(port == 0 ? "no controller was started" : metrics());
      throw new AssertionError(account.toString(), e);
    }
  }

  private Path nodeFile(String name) throws Exception {
    return Files.writeString(
        folder.resolve(name + ".json"),
        """
        {"node": "%s", "stateFolder": "state-of-%s", "bootstrapServers": "%s",
         "devices": [{"uuid": "0", "kind": "simulated",
                      "settings": {"registers": "%s.registers"}}],
         "tuning": {"isOn": true, "longestLeaseSeconds": 10, "controls": [
             {"device": "*", "tunable": "core.clock", "lowest": 300, "highest": 1000}],
           "keys": [{"id": "%s", "publicKey": "%s"}]}}
        """
            .formatted(
                name,
                name,
                broker.bootstrapServers(),
                name,
                controllers.id(),
                controllers.publicKey()));
  }

  private <T extends AutoCloseable> T keep(T opened) {
    open.add(opened);
    return opened;
  }
}
