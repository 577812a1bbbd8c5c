package io.wattune.collectors.decisions;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.utils.Utils;

/** Where a producer with the default partitioner puts the records of a node. */
final class NodePartition {

  private NodePartition() {}

  static int of(String node, int partitions) {
    return Utils.toPositive(Utils.murmur2(node.getBytes(StandardCharsets.UTF_8))) % partitions;
  }
}
