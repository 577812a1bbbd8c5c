package io.wattune.collectors.decisions;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;

class NodePartitionTest {

  @Property
  void isWhereAProducerPutsTheRecordsOfTheNode(
      @ForAll @StringLength(min = 1, max = 40) String node,
      @ForAll @IntRange(min = 1, max = 64) int partitions) {
    assertThat(NodePartition.of(node, partitions))
        .isEqualTo(
            BuiltInPartitioner.partitionForKey(node.getBytes(StandardCharsets.UTF_8), partitions));
  }
}
