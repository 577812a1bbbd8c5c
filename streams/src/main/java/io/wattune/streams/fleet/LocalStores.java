package io.wattune.streams.fleet;

import io.wattune.core.device.DeviceId;
import io.wattune.core.fleet.FleetDevice;
import io.wattune.core.fleet.FleetNode;
import io.wattune.core.fleet.NodeTime;
import io.wattune.core.fleet.WindowBook;
import io.wattune.streams.fleet.topology.StoreNames;
import io.wattune.streams.fleet.topology.StoredMember;
import io.wattune.streams.fleet.topology.StoredNode;
import io.wattune.streams.fleet.topology.VersionedJson;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.QueryableStoreTypes;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/**
 * Reads what this instance owns; any thread. Every method throws {@link
 * org.apache.kafka.streams.errors.InvalidStateStoreException} while parts change hands, and where
 * this instance owns none of them.
 */
record LocalStores(KafkaStreams streams) {
  private static final String WITH_ALL_DEVICES = "";

  private ReadOnlyKeyValueStore<String, byte[]> store(String name) {
    return streams.store(
        StoreQueryParameters.fromNameAndType(
            name, QueryableStoreTypes.<String, byte[]>keyValueStore()));
  }

  /** The members of a group, all racks of the cluster for example. */
  List<StoredMember> members(String storeName, String group) {
    List<StoredMember> members = new ArrayList<>();
    prefixed(storeName, StoredMember.prefix(group), StoredMember.class, (key, m) -> members.add(m));
    return members;
  }

  Optional<StoredNode> node(String name) {
    return Optional.ofNullable(
        VersionedJson.decode(store(StoreNames.NODES).get(name), StoredNode.class));
  }

  List<StoredNode> nodes() {
    List<StoredNode> nodes = new ArrayList<>();
    prefixed(StoreNames.NODES, "", StoredNode.class, (key, node) -> nodes.add(node));
    return nodes;
  }

  /** A node with its devices; without any where it is not known here. */
  FleetNode devicesOf(String node) {
    return withDevices(node + "/", nodeAsSent(node)).getOrDefault(node, new FleetNode(node));
  }

  private Map<String, FleetNode> nodeAsSent(String name) {
    Map<String, FleetNode> nodes = new TreeMap<>();
    node(name).ifPresent(sent -> nodes.put(name, new FleetNode(name, sent.clock())));
    return nodes;
  }

  /** All nodes that this instance owns, with their devices. */
  Collection<FleetNode> devices() {
    Map<String, FleetNode> nodes = new TreeMap<>();
    nodes().forEach(sent -> nodes.put(sent.node(), new FleetNode(sent.node(), sent.clock())));
    return withDevices(WITH_ALL_DEVICES, nodes).values();
  }

  private Map<String, FleetNode> withDevices(String prefix, Map<String, FleetNode> nodes) {
    long nowMillis = System.currentTimeMillis();
    prefixed(
        StoreNames.DEVICES,
        prefix,
        FleetDevice.class,
        (id, device) -> nodeOf(nodes, id).restore(id, device, nowMillis));
    prefixed(
        StoreNames.ENERGY,
        prefix,
        WindowBook.Snapshot.class,
        (id, book) -> nodeOf(nodes, id).restore(id, book));
    return nodes;
  }

  private static FleetNode nodeOf(Map<String, FleetNode> nodes, String device) {
    return nodes.computeIfAbsent(
        DeviceId.nodeOf(device), name -> new FleetNode(name, NodeTime.NONE));
  }

  private <T> void prefixed(
      String storeName, String prefix, Class<T> type, BiConsumer<String, T> receiver) {
    ReadOnlyKeyValueStore<String, byte[]> store = store(storeName);
    try (KeyValueIterator<String, byte[]> found =
        prefix.isEmpty() ? store.all() : store.prefixScan(prefix, new StringSerializer())) {
      found.forEachRemaining(
          entry -> {
            T value = VersionedJson.decode(entry.value, type);
            if (value != null) { // Else its task has counted it, and will write it anew.
              receiver.accept(entry.key, value);
            }
          });
    }
  }
}
