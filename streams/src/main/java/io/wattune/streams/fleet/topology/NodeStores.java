package io.wattune.streams.fleet.topology;

import io.wattune.core.device.DeviceId;
import io.wattune.core.fleet.FleetDevice;
import io.wattune.core.fleet.FleetNode;
import io.wattune.core.fleet.WindowBook;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** The stores of the nodes of one task. */
final class NodeStores {
  private final KeyValueStore<String, byte[]> devices;
  private final KeyValueStore<String, byte[]> energy;
  private final KeyValueStore<String, byte[]> nodes;
  private final FleetCounters counters;

  NodeStores(ProcessorContext<?, ?> context, FleetCounters counters) {
    devices = context.getStateStore(StoreNames.DEVICES);
    energy = context.getStateStore(StoreNames.ENERGY);
    nodes = context.getStateStore(StoreNames.NODES);
    this.counters = counters;
  }

  /** A node with what was sent of it last, if anything was. */
  record Known(FleetNode node, @Nullable StoredNode sent) {}

  /** All nodes that were stored, by name. */
  Map<String, Known> restore(long nowMillis) {
    Map<String, Known> known = new HashMap<>();
    readAll(
        nodes,
        StoredNode.class,
        (name, sent) -> known.put(name, new Known(new FleetNode(name, sent.clock()), sent)));
    readAll(
        devices,
        FleetDevice.class,
        (device, state) -> node(known, device).restore(device, state, nowMillis));
    readAll(
        energy,
        WindowBook.Snapshot.class,
        (device, book) -> node(known, device).restore(device, book));
    return known;
  }

  private static FleetNode node(Map<String, Known> known, String device) {
    return known
        .computeIfAbsent(DeviceId.nodeOf(device), name -> new Known(new FleetNode(name), null))
        .node();
  }

  private <T> void readAll(
      KeyValueStore<String, byte[]> store, Class<T> type, BiConsumer<String, T> receiver) {
    List<String> unreadable = new ArrayList<>();
    try (KeyValueIterator<String, byte[]> all = store.all()) {
      all.forEachRemaining(
          entry -> {
            T value = VersionedJson.decode(entry.value, type);
            if (value == null) {
              unreadable.add(entry.key);
            } else {
              receiver.accept(entry.key, value);
            }
          });
    }
    for (String key : unreadable) {
      counters.unreadableStates.inc();
      store.delete(key);
    }
  }

  void put(String device, FleetDevice state) {
    devices.put(device, VersionedJson.encode(state));
  }

  /** Writes a device's energy, or takes it out. */
  void put(String device, @Nullable WindowBook book) {
    if (book == null) {
      energy.delete(device);
    } else {
      energy.put(device, VersionedJson.encode(book.snapshot()));
    }
  }

  void put(StoredNode sent) {
    nodes.put(sent.node(), VersionedJson.encode(sent));
  }

  void delete(String node) {
    nodes.delete(node);
  }
}
