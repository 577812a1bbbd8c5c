package io.wattune.collectors.decisions;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.rightsize.RightSize;
import io.wattune.core.rightsize.RightSizeTable;
import io.wattune.core.rightsize.RightSizeText;
import io.wattune.schemas.codec.RecordLimits;
import io.wattune.schemas.codec.RightSizeTableCodec;
import io.wattune.schemas.signature.ClusterTopic;
import io.wattune.schemas.signature.SigningKey;
import io.wattune.schemas.signature.TrustedKey;
import io.wattune.schemas.signature.TrustedKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RightSizeShelfTest {
  private static final String CLUSTER = "cluster";
  private static final String TOPIC = "right-sizes";

  @TempDir private Path folder;
  private final SigningKey key = SigningKey.generate();
  private final RightSizeShelf shelf = new RightSizeShelf();
  private long offset;

  private static RightSizeTable table(String model, long version) {
    OptionalDouble none = OptionalDouble.empty();
    return new RightSizeTable(
        "MI50, simulated",
        model,
        version,
        60,
        0.01,
        0,
        1,
        "me",
        List.of(new RightSize("k", 1, 1, 2, 2, 1, none, 1, none)));
  }

  private void take(String recordKey, RightSizeTable table, @Nullable SigningKey signer) {
    byte[] value = new RightSizeTableCodec().encode(table);
    var record = new ConsumerRecord<>(TOPIC, 0, offset++, recordKey, value);
    if (signer != null) {
      signer
          .headers(new ClusterTopic(CLUSTER, TOPIC), recordKey, value)
          .forEach(record.headers()::add);
    }
    shelf.take(record);
  }

  private TrustedKeys trust() {
    return new TrustedKeys(
        true, List.of(TrustedKey.of(key.id(), key.publicKey(), Long.MIN_VALUE, Long.MAX_VALUE)));
  }

  private List<RightSizeTable> put() throws IOException {
    shelf.put(folder, new Belief(trust(), CLUSTER, 5));
    List<RightSizeTable> found = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path each : files.sorted().toList()) {
        found.add(RightSizeText.read(Files.readString(each)));
      }
    }
    return found;
  }

  @Test
  void believedTablesAreFilesAndNoOthersAre() throws Exception {
    Files.writeString(folder.resolve("of-an-earlier-life.sizes"), "torn");
    take("MI50, simulated/a", table("a", 1), key);
    take("MI50, simulated/b", table("b", 1), null);
    take("MI50, simulated/c", table("c", 1), SigningKey.generate());
    take("MI50, simulated/d", table("another", 1), key);

    assertThat(put()).containsExactly(table("a", 1));
    assertThat(put()).containsExactly(table("a", 1));
    assertThat(shelf.refused()).as("each once").isEqualTo(3);
  }

  @Test
  void theNewestVersionStaysWhateverComesLater() throws Exception {
    take("MI50, simulated/a", table("a", 2), key);
    assertThat(put()).containsExactly(table("a", 2));
    take("MI50, simulated/a", table("a", 1), key);
    assertThat(put()).containsExactly(table("a", 2));
    take("MI50, simulated/a", table("a", 3), key);
    assertThat(put()).containsExactly(table("a", 3));
  }

  @Test
  void whatTheTopicHasNoLongerIsRemoved() throws Exception {
    take("MI50, simulated/a", table("a", 2), key);
    assertThat(put()).hasSize(1);
    shelf.take(new ConsumerRecord<>(TOPIC, 0, 0, "MI50, simulated/a", null));
    assertThat(put()).isEmpty();

    take("MI50, simulated/a", table("a", 2), key);
    assertThat(put()).hasSize(1);
    shelf.begin();
    assertThat(put()).isEmpty();
  }

  @Test
  void aFloodIsNotKept() throws Exception {
    for (int i = 0; i < 2 * RightSizeShelf.MOST; i++) {
      take("MI50, simulated/m" + i, table("m" + i, 1), key);
    }
    assertThat(put()).hasSize(RightSizeShelf.MOST);
  }

  @Test
  void whatIsTooLargeIsNotKeptAndLeavesTheOneBefore() throws Exception {
    take("MI50, simulated/a", table("a", 1), key);
    shelf.take(
        new ConsumerRecord<>(
            TOPIC, 0, offset++, "MI50, simulated/a", new byte[RecordLimits.MOST_BYTES + 1]));
    shelf.take(new ConsumerRecord<>(TOPIC, 0, offset++, null, new byte[1]));

    assertThat(put()).containsExactly(table("a", 1));
    assertThat(shelf.refused()).isEqualTo(2);
  }
}
