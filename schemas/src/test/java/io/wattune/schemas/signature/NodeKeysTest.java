package io.wattune.schemas.signature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.core.lease.Obstacle;
import io.wattune.schemas.failure.EngineException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeKeysTest {
  private static final byte[] VALUE = {1, 2, 3};
  private static final ClusterTopic TOPIC = new ClusterTopic("cluster", "actuations");

  private final SigningKey one = SigningKey.generate();
  private final SigningKey next = SigningKey.generate();
  private final SigningKey other = SigningKey.generate();

  @TempDir Path folder;

  @Test
  void aNodesAnswerIsBelievedWithAnyKeyOfItsOwnAndWithNoOther() throws Exception {
    NodeKeys keys =
        read(
            "# nodes",
            "",
            "n1 " + one.publicKey(),
            "n1\t" + next.publicKey(),
            "n2 " + other.publicKey());

    assertThat(reason(keys, "n1", one)).isEmpty();
    assertThat(reason(keys, "n1", next)).isEmpty();
    assertThat(reason(keys, "n1", other)).as("another node's").isEqualTo("unknown-key");
    assertThat(reason(keys, "n1", null)).isEqualTo("unsigned");
    assertThat(reason(keys, "n3", one)).as("a node that is not listed").isEqualTo("unknown-key");
    assertThat(reason(NodeKeys.NONE, "n3", null)).as("no key is listed at all").isEmpty();
  }

  @Test
  void aFileThatIsWrongOrThatOthersMayWriteIsRefused() throws Exception {
    assertThatThrownBy(() -> read("n1")).hasMessageContaining("line 1 is wrong");
    assertThatThrownBy(() -> read("# n", "n1 AAAA")).hasMessageContaining("line 2 is wrong");
    assertThatThrownBy(() -> read("# nobody")).hasMessageContaining("lists no key");
    assertThatThrownBy(() -> NodeKeys.read(folder.resolve("none")))
        .hasMessageContaining("is not there");
    read("n1 " + one.publicKey());
    Path file = folder.resolve("keys");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
    assertThatThrownBy(() -> NodeKeys.read(file))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("chmod go-w");
  }

  /** Who may put another file in its place decides which nodes are believed. */
  @Test
  void aFileInAFolderInWhichOthersMayWriteIsRefused() throws Exception {
    Path shared = Files.createDirectory(folder.resolve("shared"));
    Path file = Files.writeString(shared.resolve("keys"), "n1 " + one.publicKey() + "\n");
    assertThat(reason(NodeKeys.read(file), "n1", one)).isEmpty();

    Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxrwxrwx"));

    assertThatThrownBy(() -> NodeKeys.read(file))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("chmod go-w " + shared);
  }

  private NodeKeys read(String... lines) throws Exception {
    return NodeKeys.read(Files.write(folder.resolve("keys"), List.of(lines)));
  }

  private static String reason(NodeKeys keys, String node, @Nullable SigningKey key) {
    var headers = new RecordHeaders();
    if (key != null) {
      key.headers(TOPIC, node + "/a", VALUE).forEach(headers::add);
    }
    Obstacle refusal = keys.refusal(node, TOPIC, node + "/a", VALUE, headers);
    return refusal == null ? "" : refusal.reason().code();
  }
}
