package io.wattune.collectors.decisions;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.collectors.setup.NodeFolder;
import io.wattune.schemas.codec.HoldHeader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournaledHoldsTest {
  private static final String TOPIC = "wattune.holds";

  @TempDir Path path;

  @Test
  void whatIsKeptComesBackByteForByte() {
    var folder = new NodeFolder(path);
    byte[] value = {-1, 0, 9, 10, 13};
    ConsumerRecord<String, byte[]> hold = record("a\tb\n", value);
    hold.headers().add(HoldHeader.NAME, new byte[] {61, 0});
    hold.headers().add("of-somebody-else", new byte[] {1});
    new JournaledHolds(folder, "n1", TOPIC).write(List.of(hold, record("", new byte[0])));

    List<ConsumerRecord<String, byte[]>> read = new JournaledHolds(folder, "n1", TOPIC).read();
    assertThat(read).extracting(ConsumerRecord::key).containsExactly("a\tb\n", "");
    assertThat(read).extracting(ConsumerRecord::topic).containsOnly(TOPIC);
    assertThat(read.get(0).value()).isEqualTo(value);
    assertThat(read.get(0).headers().lastHeader(HoldHeader.NAME).value()).containsExactly(61, 0);
    assertThat(read.get(0).headers().toArray()).as("what counts alone").hasSize(1);
    assertThat(new JournaledHolds(folder, "n2", TOPIC).read()).as("of another node").isEmpty();
  }

  @Test
  void aDamagedFileIsNotTaken() throws Exception {
    var folder = new NodeFolder(path);
    var kept = new JournaledHolds(folder, "n1", TOPIC);
    kept.write(List.of(record("a", new byte[] {1})));
    byte[] whole = Files.readAllBytes(folder.holds());
    for (int i = 0; i < whole.length; i++) {
      byte[] changed = whole.clone();
      changed[i] ^= 1;
      Files.write(folder.holds(), changed);
      assertThat(new JournaledHolds(folder, "n1", TOPIC).read()).as("changed at %s", i).isEmpty();
    }
  }

  private static ConsumerRecord<String, byte[]> record(String key, byte[] value) {
    return new ConsumerRecord<>(TOPIC, 0, 0L, key, value);
  }
}
