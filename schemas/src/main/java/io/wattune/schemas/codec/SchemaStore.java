package io.wattune.schemas.codec;

import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The schemas that writers use, by fingerprint. Implementations say whether they are thread-safe.
 */
public interface SchemaStore {

  /**
   * Looks a schema up.
   *
   * @param fingerprint CRC-64-AVRO of the schema's parsing canonical form
   * @return the schema, or null where none is known by that fingerprint
   */
  @Nullable Schema byFingerprint(long fingerprint);

  /** Ends a connection, where there is one. */
  default void close() {}
}
