package io.wattune.streams.fleet;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KeyQueryMetadata;
import org.apache.kafka.streams.StreamsMetadata;
import org.apache.kafka.streams.state.HostInfo;

/** Which instance owns what, as far as this one knows; any thread. */
record Instances(KafkaStreams streams, HostInfo self) {
  boolean isSelf(HostInfo host) {
    return host.equals(self);
  }

  /**
   * The instance that owns a key.
   *
   * @throws RebalancingException where nobody does right now
   */
  HostInfo ownerOf(String storeName, String key) {
    requireRunning();
    KeyQueryMetadata metadata = streams.queryMetadataForKey(storeName, key, new StringSerializer());
    if (metadata == null
        || metadata.equals(KeyQueryMetadata.NOT_AVAILABLE)
        || metadata.activeHost().equals(HostInfo.unavailable())) {
      throw new RebalancingException("the parts of the fleet change hands");
    }
    return metadata.activeHost();
  }

  private void requireRunning() {
    if (!streams.state().isRunningOrRebalancing()) {
      throw new RebalancingException("the view is not running");
    }
  }

  /**
   * Those that own a part of a store.
   *
   * @param hosts the instances
   * @param unowned how many parts nobody owns right now
   */
  record Owners(List<HostInfo> hosts, int unowned) {}

  /** All instances that own a part of a store, which has so many. */
  Owners ownersOf(String storeName, String sourceTopic, int parts) {
    requireRunning();
    Collection<StreamsMetadata> all = streams.streamsMetadataForStore(storeName);
    Set<TopicPartition> owned = new HashSet<>();
    List<HostInfo> hosts = new ArrayList<>();
    for (StreamsMetadata each : all) {
      boolean hasPart = false;
      for (TopicPartition partition : each.topicPartitions()) {
        if (partition.topic().equals(sourceTopic)) {
          hasPart = true;
          owned.add(partition);
        }
      }
      if (hasPart && !hosts.contains(each.hostInfo())) {
        hosts.add(each.hostInfo());
      }
    }
    return new Owners(hosts, Math.max(0, parts - owned.size()));
  }

  /** Nobody owns what is asked for, for a moment. */
  static final class RebalancingException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RebalancingException(String message) {
      super(message, null, false, false);
    }
  }
}
