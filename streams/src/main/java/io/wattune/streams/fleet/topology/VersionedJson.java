package io.wattune.streams.fleet.topology;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * What the view writes for itself, into its own topics and stores: one byte with the version of all
 * its layouts, and a record as JSON.
 */
public final class VersionedJson {
  private static final byte VERSION = 2;

  private static final JsonMapper JSON =
      JsonMapper.builder()
          // A record's components, and nothing that a method happens to be named like.
          .visibility(PropertyAccessor.IS_GETTER, Visibility.NONE)
          // A field that an older release did not write must not become a silent zero.
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .build();

  private VersionedJson() {}

  static byte[] encode(Object value) {
    try {
      byte[] json = JSON.writeValueAsBytes(value);
      byte[] bytes = new byte[1 + json.length];
      bytes[0] = VERSION;
      System.arraycopy(json, 0, bytes, 1, json.length);
      return bytes;
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a record of plain values does not fail: " + value, e);
    }
  }

  /** Reads a value; null for bytes of another version, or that are none of ours. */
  public static <T> @Nullable T decode(byte @Nullable [] bytes, Class<T> type) {
    if (bytes == null || bytes.length == 0 || bytes[0] != VERSION) {
      return null;
    }
    try {
      return JSON.readValue(bytes, 1, bytes.length - 1, type);
    } catch (IOException | IllegalArgumentException e) {
      return null;
    }
  }
}
