package io.wattune.schemas.codec;

import io.wattune.core.decision.Actuation;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.device.DeviceId;
import io.wattune.core.serving.ServingReading;
import org.jspecify.annotations.Nullable;

/**
 * What a record's key must be: the device or the node that the record is about. By the key it is
 * known who may have written it, so that a record that says something else is of no use.
 */
public final class RecordKey {
  /** The record has no key. */
  public static final String MISSING = "no-key";

  /** The record is about something else than its key. */
  public static final String MISMATCH = "key-mismatch";

  private RecordKey() {}

  /**
   * Refuses a record without a key.
   *
   * @throws UndecodableException where it has none
   */
  public static String require(@Nullable String key) throws UndecodableException {
    if (key == null) {
      throw new UndecodableException(
          MISSING, "the record has no key; the key must be the device, or the node");
    }
    return key;
  }

  /**
   * Refuses a description of another device than its key names, or of a part of another node's.
   *
   * @throws UndecodableException where they differ
   */
  public static void check(@Nullable String key, DeviceDescriptor described)
      throws UndecodableException {
    check(key, described.device());
    String parent = described.parent();
    if (parent != null && !DeviceId.nodeOf(parent).equals(described.node())) {
      throw new UndecodableException(
          MISMATCH,
          "the device '%s' says that it is a part of '%s', which is another node's"
              .formatted(described.device(), parent));
    }
  }

  /**
   * Refuses an answer of another node or device than its key names.
   *
   * @throws UndecodableException where they differ
   */
  public static void check(@Nullable String key, Actuation actuation) throws UndecodableException {
    String device = actuation.device();
    check(key, device == null ? actuation.node() : device);
    check(DeviceId.nodeOf(require(key)), actuation.node());
  }

  /**
   * Refuses a reading of another node's server than its key names, or of another node's devices.
   *
   * @throws UndecodableException where they differ
   */
  public static void check(@Nullable String key, ServingReading reading)
      throws UndecodableException {
    check(key, reading.node());
    for (String device : reading.devices()) {
      if (!DeviceId.nodeOf(device).equals(reading.node())) {
        throw new UndecodableException(
            MISMATCH,
            "the server '%s' says that it runs on '%s', which is another node's"
                .formatted(reading.server(), device));
      }
    }
  }

  /**
   * Refuses a record that is about something else than its key.
   *
   * @param named what the record is about
   * @throws UndecodableException where they differ
   */
  public static void check(@Nullable String key, String named) throws UndecodableException {
    if (!named.equals(key)) {
      throw new UndecodableException(
          MISMATCH,
          "the record's key is '" + key + "', but it is about '" + named + "': they must be equal");
    }
  }
}
