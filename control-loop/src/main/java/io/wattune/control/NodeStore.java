package io.wattune.control;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wattune.core.loop.LoopSnapshot;
import io.wattune.core.policy.BaselineMemory;
import io.wattune.core.policy.FineMemory;
import io.wattune.core.policy.HarmoniaMemory;
import io.wattune.core.policy.KernelMemory;
import java.io.IOException;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * What outlives a task: the epoch of each node, and what was learned of each device, as JSON. A
 * node's epoch has the key {@code n:<node>}, a device's state {@code d:<device>}: a decision then
 * writes the state of one device, not of all in its node. A value of another version, or that
 * cannot be read, counts as absent.
 */
final class NodeStore {
  private static final int NODE_VERSION = 1;
  private static final int DEVICE_VERSION = 3;

  /** Devices' states of it have kernels and no programs. */
  private static final int KERNELS_VERSION = 1;

  /** Those of it do not say what the device is. */
  private static final int MODELLESS_VERSION = 2;

  private static final String NODE = "n:";
  private static final String DEVICE = "d:";

  private static final JsonMapper JSON =
      JsonMapper.builder()
          // A field that an older release did not write must not become a silent zero.
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .addMixIn(KernelMemory.class, KindOfMemory.class)
          .build();

  private final KeyValueStore<String, byte[]> store;

  NodeStore(KeyValueStore<String, byte[]> store) {
    this.store = store;
  }

  /** The value of a node's key. */
  record StoredNode(int version, String node, long epoch) {}

  /** The value of a device's key. */
  record StoredDevice(int version, LoopSnapshot loop) {}

  /**
   * Says beside each kernel's memory which record it is. The first release had one kind, and did
   * not say so.
   */
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind", defaultImpl = FineMemory.class)
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
  }

  void readAll(Receiver receiver) {
    try (KeyValueIterator<String, byte[]> all = store.all()) {
      all.forEachRemaining(entry -> read(entry, receiver));
    }
  }

  private static void read(KeyValue<String, byte[]> entry, Receiver receiver) {
    try {
      if (entry.key.startsWith(NODE)) {
        StoredNode stored = JSON.readValue(entry.value, StoredNode.class);
        if (isKnown(entry.key, stored.version(), NODE_VERSION, receiver)) {
          receiver.node(stored.node(), stored.epoch());
        }
      } else {
        JsonNode stored = JSON.readTree(entry.value);
        int version = stored.path("version").asInt();
        if (version == KERNELS_VERSION && stored.path("loop") instanceof ObjectNode loop) {
          addPrograms(loop);
          version = MODELLESS_VERSION;
        }
        if (version == MODELLESS_VERSION && stored.path("loop") instanceof ObjectNode loop) {
          loop.put("model", "");
          version = DEVICE_VERSION;
        }
        if (isKnown(entry.key, version, DEVICE_VERSION, receiver)) {
          receiver.device(JSON.treeToValue(stored, StoredDevice.class).loop());
        }
      }
    } catch (JsonProcessingException e) {
      receiver.unreadable(entry.key, e.getOriginalMessage());
    } catch (IOException | RuntimeException e) {
      receiver.unreadable(entry.key, e.toString());
    }
  }

  private static boolean isKnown(String key, int version, int known, Receiver receiver) {
    if (version != known) {
      receiver.unreadable(key, "its version is " + version + ", this release knows " + known);
    }
    return version == known;
  }

  /** What a release without programs has not written: none were known. */
  private static void addPrograms(ObjectNode loop) {
    loop.putArray("programs");
    loop.put("program", "").put("kernelMisses", 0).put("takesTurnsTooOften", false);
    loop.put("maxSlowdown", 0.0).put("objective", "");
  }

  void putNode(String node, long epoch) {
    store.put(NODE + node, json(new StoredNode(NODE_VERSION, node, epoch)));
  }

  void putDevice(LoopSnapshot loop) {
    store.put(DEVICE + loop.device(), json(new StoredDevice(DEVICE_VERSION, loop)));
  }

  void deleteNode(String node) {
    store.delete(NODE + node);
  }

  void deleteDevice(String device) {
    store.delete(DEVICE + device);
  }

  /** Deletes what could not be read. */
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
