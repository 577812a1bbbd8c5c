package io.wattune.launcher.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.PowerUnit;
import io.wattune.embedded.broker.EmbeddedBroker;
import io.wattune.kafka.TopicCreator;
import io.wattune.schemas.codec.ReadingBlockCodec;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import io.wattune.testkit.Repository;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * clients/python/wattune_topics.py reads every topic of a real broker as we do, with each library
 * for Avro that is there. Skipped where no Python finds confluent-kafka and that library.
 */
@Tag("long")
@Timeout(180)
class PythonTopicsTest {
  private static final Path CLIENT = Repository.root().resolve("clients/python/wattune_topics.py");

  /** A Python of one's own often stands before that of the system, which has its packages. */
  private static final List<String> PYTHONS = List.of("python3", "/usr/bin/python3");

  @TempDir private Path folder;

  private String python(String library) throws Exception {
    String found = null;
    for (String each : PYTHONS) {
      if (found == null
          && Client.works(List.of(each, "-c", "import confluent_kafka, " + library))) {
        found = each;
      }
    }
    // Beside the script it stands before the library itself.
    if (library.equals("avro")) {
      Files.writeString(folder.resolve("fastavro.py"), "raise ImportError()\n");
    }
    assumeTrue(found != null, "there is no Python with confluent_kafka and " + library + " here");
    return found;
  }

  /** With lz4, as topics are made. */
  @ParameterizedTest
  @ValueSource(strings = {"fastavro", "avro"})
  void everyTopicIsReadAsWeReadIt(String library) throws Exception {
    String python = python(library);
    Path copy = Files.copy(CLIENT, folder.resolve("wattune_topics.py"));
    try (EmbeddedBroker broker = EmbeddedBroker.startTemporary();
        Admin admin = broker.access().admin(Map.of())) {
      new TopicCreator(admin, 1).createMissing(Namespace.live(), topic -> 1);
      FilledTopics filled = FilledTopics.fill(broker);

      filled.assertReadBy(
          Client.run(
              folder,
              List.of(python),
              List.of(copy.toString(), broker.bootstrapServers(), "--all", "--idle", "6")));
    }
  }

  /** Columns by the page on packed blocks. */
  @ParameterizedTest
  @ValueSource(strings = {"fastavro", "avro"})
  void columnsOfABlockAreUnpacked(String library) throws Exception {
    String python = python(library);
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
            folder.resolve("s.py"),
            """
            import json, sys
            sys.path.insert(0, sys.argv[1])
            from wattune_topics import Decoder, columns
            decoder, value = Decoder(), bytes.fromhex(sys.argv[3])
            decoder.schema(Decoder.fingerprint(value), sys.argv[2])
            print(json.dumps(columns(decoder.decode(value))))
            """);
    Client.Run run =
        Client.run(
            folder,
            List.of(python),
            List.of(
                script.toString(),
                CLIENT.getParent().toString(),
                schema.toString(),
                HexFormat.of().formatHex(value)));

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.lines())
        .containsExactly(
            "{\"timesNanos\": [1800000000000001000, 1800000000010000000],"
                + " \"power.draw\": [100000, null]}");
  }

  @Test
  void wrongWordsAreToldWithTheTopics() throws Exception {
    Client.Run run =
        Client.run(folder, List.of(python("avro")), List.of(CLIENT.toString(), "127.0.0.1:1", "x"));

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("usage: wattune_topics.py HOST:PORT").contains("energy");
  }
}
