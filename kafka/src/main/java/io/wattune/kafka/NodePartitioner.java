package io.wattune.kafka;

import io.wattune.core.device.DeviceId;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.kafka.clients.producer.Partitioner;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.utils.Utils;

/**
 * Puts the records of all devices of a node into one partition of a topic: blocks that close
 * together are one batch then, in place of one for each device. A device is in one partition, as
 * with its id alone. Made by the producer.
 */
public final class NodePartitioner implements Partitioner {

  @Override
  public int partition(
      String topic, Object key, byte[] keyBytes, Object value, byte[] valueBytes, Cluster cluster) {
    return of((String) key, cluster.partitionCountForTopic(topic));
  }

  /**
   * The partition of a key: of its node. A producer with the default partitioner puts a record
   * whose key is the node itself into the same one.
   */
  public static int of(String key, int partitions) {
    byte[] node = DeviceId.nodeOf(key).getBytes(StandardCharsets.UTF_8);
    return Utils.toPositive(Utils.murmur2(node)) % partitions;
  }

  @Override
  public void configure(Map<String, ?> settings) {}

  @Override
  public void close() {}
}
