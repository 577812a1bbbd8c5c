package io.wattune.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.junit.jupiter.api.Test;

class NodePartitionerTest {
  private static final int PARTITIONS = 8;

  @Test
  void allDevicesOfANodeAreInOnePartition() {
    Cluster cluster = cluster();
    try (var partitioner = new NodePartitioner()) {
      int first = partitioner.partition("t", "n1/a", new byte[0], "", new byte[0], cluster);

      assertThat(first).isBetween(0, PARTITIONS - 1);
      assertThat(partitioner.partition("t", "n1/b", new byte[0], "", new byte[0], cluster))
          .isEqualTo(first);
      assertThat(NodePartitioner.of("n1", PARTITIONS))
          .as("a key without a device is the node's")
          .isEqualTo(first);
    }
  }

  /** 1000 nodes in 8 partitions: 125 each, with a standard deviation of 10.5. */
  @Test
  void nodesAreSpreadEvenly() {
    Map<Integer, Long> nodes =
        IntStream.range(0, 1000)
            .mapToObj(i -> NodePartitioner.of("node-" + i + "/GPU-1", PARTITIONS))
            .collect(Collectors.groupingBy(partition -> partition, Collectors.counting()));

    assertThat(nodes).hasSize(PARTITIONS);
    assertThat(nodes.values()).allMatch(count -> count > 80 && count < 170);
  }

  @Property
  void isWhereTheDefaultPartitionerPutsTheNodesOwnRecords(
      @ForAll @AlphaChars @StringLength(min = 1, max = 40) String node,
      @ForAll @IntRange(min = 1, max = 64) int partitions) {
    assertThat(NodePartitioner.of(node, partitions))
        .isEqualTo(
            BuiltInPartitioner.partitionForKey(node.getBytes(StandardCharsets.UTF_8), partitions));
  }

  private static Cluster cluster() {
    var broker = new Node(0, "127.0.0.1", 9092);
    List<PartitionInfo> partitions =
        IntStream.range(0, PARTITIONS)
            .mapToObj(
                i -> new PartitionInfo("t", i, broker, new Node[] {broker}, new Node[] {broker}))
            .toList();
    return new Cluster("c", List.of(broker), partitions, Set.of(), Set.of());
  }
}
