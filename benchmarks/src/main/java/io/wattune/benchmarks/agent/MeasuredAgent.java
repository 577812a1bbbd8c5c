package io.wattune.benchmarks.agent;

import io.wattune.benchmarks.broker.MeasuredBroker;
import io.wattune.kafka.KafkaAccess;
import io.wattune.kafka.TopicCreator;
import io.wattune.schemas.file.ProtectedFile;
import io.wattune.schemas.signature.NodeCodeKey;
import io.wattune.schemas.topics.Namespace;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;

/** An agent that publishes to a broker of its own. */
final class MeasuredAgent implements AutoCloseable {
  private static final Duration DELAY_TIME = Duration.ofSeconds(10);

  private final String label;
  private final MeasuredBroker broker;
  private final MeasuredProcess process;

  private MeasuredAgent(String label, MeasuredBroker broker, MeasuredProcess process) {
    this.label = label;
    this.broker = broker;
    this.process = process;
  }

  /** Writes a node's file into a folder. */
  interface NodeText {
    Path write(Path folder, KafkaAccess kafka) throws IOException;
  }

  /**
   * Starts one.
   *
   * @param node the name of its node
   * @param isSecured with TLS, a login by SCRAM and its node's codes, at a broker that asks for
   *     them
   */
  static MeasuredAgent start(
      String label, String jvm, String node, boolean isSecured, NodeText text) throws Exception {
    Path folder = MeasuredProcess.folder();
    MeasuredBroker broker = isSecured ? MeasuredBroker.secured() : MeasuredBroker.plain();
    try (Admin admin = broker.access().admin(Map.of())) {
      new TopicCreator(admin, 1).createMissing(Namespace.live());
      KafkaAccess kafka = isSecured ? withCodes(broker.access(), node, folder) : broker.access();
      Path file = text.write(folder, kafka);
      return new MeasuredAgent(
          label + (isSecured ? ", secured" : ""),
          broker,
          MeasuredProcess.start(folder, jvm, CountingAgent.class, file.toString()));
    } catch (Exception e) {
      broker.close();
      throw e;
    }
  }

  private static KafkaAccess withCodes(KafkaAccess kafka, String node, Path folder)
      throws Exception {
    Path key = folder.resolve("node.code");
    ProtectedFile.createSecret(key, NodeCodeKey.generate().ofNode(node).text());
    var security = new TreeMap<>(kafka.security());
    security.put("wattune.node-code.key", "${secret:" + key + "}");
    return new KafkaAccess(kafka.bootstrapServers(), security);
  }

  /** What it has used so far. */
  ProcessUse use() throws IOException {
    return process.use();
  }

  /** What it has used since, as a line of the table. */
  AgentRow row(ProcessUse since, ProcessUse now, AgentRow.UseInterval bare) throws Exception {
    double resident = process.residentMebibytes();
    Delays delays = Delays.measure(broker.access(), DELAY_TIME);
    return new AgentRow(label, new AgentRow.UseInterval(since, now), bare, resident, delays);
  }

  @Override
  public void close() throws IOException {
    try {
      process.close();
    } finally {
      broker.close();
    }
  }
}
