package io.wattune.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class PartitionReaderTest {
  private static final TopicPartition FIRST = new TopicPartition("first", 0);
  private static final TopicPartition SECOND = new TopicPartition("second", 0);

  private final MockConsumer<String, byte[]> consumer = new MockConsumer<>("none");
  private final PartitionReader<String> reader = new PartitionReader<>(consumer);

  PartitionReaderTest() {
    consumer.updatePartitions("first", List.of(info("first", 1), info("first", 0)));
    consumer.updateBeginningOffsets(Map.of(FIRST, 2L, SECOND, 0L));
    consumer.updateEndOffsets(Map.of(FIRST, 5L, SECOND, 9L));
  }

  @Test
  void partitionsComeInOrderAndATopicThatIsNotThereHasNone() {
    assertThat(reader.partitions("first")).containsExactly(FIRST, new TopicPartition("first", 1));
    assertThat(reader.partitions("absent")).isEmpty();
    assertThat(reader.partitions(List.of("first", "absent"))).containsOnlyKeys("first");
  }

  /** A hold that was read is not read again, and none is passed over, when decisions are added. */
  @Test
  void whatIsAddedLeavesTheOthersWhereTheyAre() {
    reader.addFromBeginning(List.of(FIRST));
    consumer.addRecord(record(FIRST, 2));
    assertThat(reader.poll(Duration.ZERO)).hasSize(1);

    reader.addFromEnd(List.of(SECOND));
    reader.addFromBeginning(List.of());
    reader.addFromEnd(List.of());

    assertThat(reader.position(FIRST)).isEqualTo(3);
    assertThat(reader.position(SECOND)).isEqualTo(9);
    reader.addAt(Map.of(FIRST, 4L));
    assertThat(reader.position(FIRST)).as("read already, moved").isEqualTo(4);
    assertThat(reader.assigned()).containsExactlyInAnyOrder(FIRST, SECOND);
    reader.drop();
    assertThat(reader.assigned()).isEmpty();
  }

  @Test
  void readsToWhereATopicEndedAndNoFurther() {
    reader.addFromBeginning(List.of(FIRST));
    List<Long> read = new ArrayList<>();
    for (long offset = 2; offset < 5; offset++) {
      consumer.addRecord(record(FIRST, offset));
    }

    boolean isWhole =
        reader.readTo(reader.ends(List.of(FIRST)), () -> true, r -> read.add(r.offset()));

    assertThat(isWhole).isTrue();
    assertThat(read).containsExactly(2L, 3L, 4L);
    assertThat(reader.hasReached(Map.of(FIRST, 6L))).isFalse();
  }

  @Test
  void givesUpWhenItsUserDoes() {
    reader.addFromBeginning(List.of(FIRST));
    int[] asked = {0};

    assertThat(reader.readTo(reader.ends(List.of(FIRST)), () -> ++asked[0] < 3, r -> {}))
        .as("nothing comes")
        .isFalse();
    assertThat(asked[0]).isEqualTo(3);
  }

  private static PartitionInfo info(String topic, int partition) {
    return new PartitionInfo(topic, partition, null, null, null);
  }

  private static ConsumerRecord<String, byte[]> record(TopicPartition in, long offset) {
    return new ConsumerRecord<>(in.topic(), in.partition(), offset, "k", new byte[0]);
  }
}
