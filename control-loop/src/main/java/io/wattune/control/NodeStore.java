package io.wattune.control;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.wattune.core.loop.LoopSnapshot;
import io.wattune.core.loop.PhaseSnapshot;
import io.wattune.core.policy.BaselineMemory;
import io.wattune.core.policy.FineMemory;
import io.wattune.core.policy.HarmoniaMemory;
import io.wattune.core.policy.KernelMemory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * What outlives a task, as JSON: the epoch of each node, and what was learned of each device. A
 * value of another version, or that cannot be read, counts as absent.
 *
 * <p>A device's state lies under several keys, so that a decision writes what has changed since the
 * one before: {@code k:} a kernel, {@code p:} a phase of a program, {@code d:} the rest, which
 * names its kernels and phases in order. A task may die between any two writes. So what the rest
 * names is written before it and deleted after it, and what it does not name is left over from such
 * a death. A kernel may then be newer than the rest, which a loop bears: each is by itself what was
 * learned of it.
 */
final class NodeStore {
  private static final int NODE_VERSION = 1;
  private static final int DEVICE_VERSION = 3;

  private static final String NODE = "n:";
  private static final String DEVICE = "d:";
  private static final String KERNEL = "k:";
  private static final String PHASE = "p:";

  private static final JsonMapper JSON =
      JsonMapper.builder()
          // A field that is not there must not become a silent zero.
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .addMixIn(KernelMemory.class, KindOfMemory.class)
          .build();

  private final KeyValueStore<String, byte[]> store;

  /** What stands in the store of each device, by key. */
  private final Map<String, Map<String, Object>> written = new HashMap<>();

  NodeStore(KeyValueStore<String, byte[]> store) {
    this.store = store;
  }

  /** The value of a node's key. */
  record NodeValue(int version, String node, long epoch) {}

  /**
   * The value of a device's key.
   *
   * @param loop without kernels and programs
   * @param kernels keys of these, in their order
   * @param phases keys of the programs' phases, in their order
   */
  record DeviceValue(int version, LoopSnapshot loop, List<String> kernels, List<String> phases) {}

  /** The value of a kernel's key. */
  record KernelValue(int version, KernelMemory memory) {}

  /** The value of a key of a program's phase. */
  record PhaseValue(int version, PhaseSnapshot phase) {}

  /** Says beside each kernel's memory which record it is. */
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = FineMemory.class, name = "fine"),
    @JsonSubTypes.Type(value = HarmoniaMemory.class, name = "harmonia"),
    @JsonSubTypes.Type(value = BaselineMemory.class, name = "baseline")
  })
  private interface KindOfMemory {}

  /** What receives the stored values. */
  interface Receiver {
    void node(String node, long epoch);

    void device(LoopSnapshot loop);

    void unreadable(String key, String why);

    /** What no device names, since a task died while it wrote. */
    void leftOver(String key);
  }

  void readAll(Receiver receiver) {
    List<DeviceValue> devices = new ArrayList<>();
    Map<String, Object> parts = new HashMap<>();
    try (KeyValueIterator<String, byte[]> all = store.all()) {
      all.forEachRemaining(entry -> read(entry, receiver, devices, parts));
    }
    devices.forEach(device -> assemble(device, parts, receiver));
    Set<String> leftOver = new TreeSet<>(parts.keySet());
    written.values().forEach(each -> leftOver.removeAll(each.keySet()));
    leftOver.forEach(receiver::leftOver);
  }

  private static void read(
      KeyValue<String, byte[]> entry,
      Receiver receiver,
      List<DeviceValue> devices,
      Map<String, Object> parts) {
    try {
      JsonNode stored = JSON.readTree(entry.value);
      int version = stored.path("version").asInt();
      int known = entry.key.startsWith(NODE) ? NODE_VERSION : DEVICE_VERSION;
      if (version != known) {
        receiver.unreadable(
            entry.key, "its version is " + version + ", this release knows " + known);
      } else if (entry.key.startsWith(NODE)) {
        NodeValue node = JSON.treeToValue(stored, NodeValue.class);
        receiver.node(node.node(), node.epoch());
      } else if (entry.key.startsWith(DEVICE)) {
        devices.add(JSON.treeToValue(stored, DeviceValue.class));
      } else {
        Class<?> kind = entry.key.startsWith(KERNEL) ? KernelValue.class : PhaseValue.class;
        parts.put(entry.key, JSON.treeToValue(stored, kind));
      }
    } catch (JsonProcessingException e) {
      receiver.unreadable(entry.key, e.getOriginalMessage());
    } catch (IOException | RuntimeException e) {
      receiver.unreadable(entry.key, e.toString());
    }
  }

  private void assemble(DeviceValue device, Map<String, Object> parts, Receiver receiver) {
    Map<String, Object> there = new HashMap<>();
    List<KernelMemory> kernels = new ArrayList<>();
    for (String key : device.kernels()) {
      if (parts.get(key) instanceof KernelValue kernel) {
        kernels.add(kernel.memory());
        there.put(key, kernel);
      }
    }
    List<PhaseSnapshot> phases = new ArrayList<>();
    for (String key : device.phases()) {
      if (parts.get(key) instanceof PhaseValue phase) {
        phases.add(phase.phase());
        there.put(key, phase);
      }
    }
    there.put(DEVICE + device.loop().device(), device);
    written.put(device.loop().device(), there);
    receiver.device(device.loop().with(kernels, phases));
  }

  void putNode(String node, long epoch) {
    store.put(NODE + node, json(new NodeValue(NODE_VERSION, node, epoch)));
  }

  /** Writes what of a device's state is not so in the store. */
  void putDevice(LoopSnapshot loop) {
    Map<String, Object> values = values(loop);
    Map<String, Object> before = written.getOrDefault(loop.device(), Map.of());
    values.forEach(
        (key, value) -> {
          if (!value.equals(before.get(key))) {
            store.put(key, json(value));
          }
        });
    for (String key : before.keySet()) {
      if (!values.containsKey(key)) {
        store.delete(key);
      }
    }
    written.put(loop.device(), values);
  }

  /** A device's values by key, the device's own the last. */
  private static Map<String, Object> values(LoopSnapshot loop) {
    Map<String, Object> values = new LinkedHashMap<>();
    List<String> kernels = new ArrayList<>();
    for (KernelMemory memory : loop.kernels()) {
      String key = KERNEL + counted(loop.device()) + memory.activityName();
      kernels.add(key);
      values.put(key, new KernelValue(DEVICE_VERSION, memory));
    }
    List<String> phases = new ArrayList<>();
    for (PhaseSnapshot phase : loop.programs()) {
      String key =
          PHASE + counted(loop.device()) + counted(phase.program()) + phase.memory().activityName();
      phases.add(key);
      values.put(key, new PhaseValue(DEVICE_VERSION, phase));
    }
    values.put(
        DEVICE + loop.device(),
        new DeviceValue(DEVICE_VERSION, loop.with(List.of(), List.of()), kernels, phases));
    return values;
  }

  /** With its length, so that no two keys are one whatever names have in them. */
  private static String counted(String name) {
    return name.length() + ":" + name + ":";
  }

  void deleteNode(String node) {
    store.delete(NODE + node);
  }

  void deleteDevice(String device) {
    store.delete(DEVICE + device);
    Map<String, Object> gone = written.remove(device);
    if (gone != null) {
      gone.keySet().forEach(store::delete);
    }
  }

  /** Deletes what could not be read, or is left over. */
  void deleteKey(String key) {
    store.delete(key);
  }

  private static byte[] json(Object value) {
    try {
      return JSON.writeValueAsBytes(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a record of plain values does not fail: " + value, e);
    }
  }
}
