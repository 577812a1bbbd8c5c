package io.wattune.launcher.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.PowerUnit;
import io.wattune.embedded.broker.EmbeddedBroker;
import io.wattune.kafka.Compression;
import io.wattune.kafka.TopicCreator;
import io.wattune.schemas.codec.ReadingBlockCodec;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import io.wattune.testkit.Repository;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * clients/node/wattune-topics.js reads every topic of a real broker as we do. Skipped where there
 * is no Node, or it finds no kafkajs and avsc: {@code npm install kafkajs avsc}, and {@code
 * NODE_PATH} with the folder {@code node_modules}.
 */
@Tag("long")
@Timeout(180)
class NodeClientTest {
  private static final Path CLIENT = Repository.root().resolve("clients/node/wattune-topics.js");

  @TempDir private Path folder;

  @BeforeAll
  static void lookForNode() throws InterruptedException {
    assumeTrue(hasLibraries(), "there is no Node with kafkajs and avsc here; NODE_PATH says where");
  }

  private static boolean hasLibraries() throws InterruptedException {
    return Client.works(List.of("node", "-e", "require('kafkajs'); require('avsc')"));
  }

  /** Of random values, by the schemas alone: what Node makes of them is what Java makes of them. */
  @ParameterizedTest
  @EnumSource(
      value = Compression.class,
      names = {"GZIP", "NONE"})
  void everyTopicIsReadAsWeReadIt(Compression compression) throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.startTemporary();
        Admin admin = broker.access().admin(Map.of())) {
      new TopicCreator(admin, 1, 1, compression).createMissing(Namespace.live(), topic -> 1);
      FilledTopics filled = FilledTopics.fill(broker);

      filled.assertReadBy(node(broker.bootstrapServers(), "--all", "--idle", "4"));
    }
  }

  @Test
  void whatItCannotUnpackItSays() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.startTemporary();
        Admin admin = broker.access().admin(Map.of())) {
      new TopicCreator(admin, 1).createMissing(Namespace.live(), topic -> 1);
      FilledTopics unused = FilledTopics.fill(broker);

      Client.Run run = node(broker.bootstrapServers(), "energy", "--idle", "20");

      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.err()).contains("LZ4 compression not implemented");
    }
  }

  /** Columns by the page on packed blocks. */
  @Test
  void columnsOfABlockAreUnpacked() throws Exception {
    var block =
        new PollBlock(
            "n1/g",
            3,
            "power.draw",
            PowerUnit.MILLIWATTS,
            new long[] {1_800_000_000_000_001_000L, 1_800_000_000_010_000_000L},
            new int[] {100_000, PollBlock.MISSING},
            false);
    byte[] value = new ReadingBlockCodec().encode(block);
    Schema schema = Topic.READINGS.recordSchema().orElseThrow();
    Path script =
        Files.writeString(
            folder.resolve("s.js"),
            """
            const {Decoder, columns, plain} = require(process.argv[2]);
            const decoder = new Decoder();
            const value = Buffer.from(process.argv[4], 'hex');
            decoder.schema(Decoder.fingerprint(value), process.argv[3]);
            console.log(JSON.stringify(plain(columns(decoder.decode(value)))));
            """);
    Client.Run run =
        run(
            script.toString(),
            CLIENT.toString(),
            schema.toString(),
            HexFormat.of().formatHex(value));

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.lines())
        .containsExactly(
            "{\"timesNanos\":[\"1800000000000001000\",\"1800000000010000000\"],"
                + "\"power.draw\":[100000,null]}");
  }

  private Client.Run node(String... words) throws Exception {
    List<String> line = new ArrayList<>(List.of(CLIENT.toString()));
    line.addAll(List.of(words));
    return run(line.toArray(String[]::new));
  }

  private Client.Run run(String... words) throws Exception {
    return Client.run(folder, List.of("node"), List.of(words));
  }
}
