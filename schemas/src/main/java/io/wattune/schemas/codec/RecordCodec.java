package io.wattune.schemas.codec;

import org.jspecify.annotations.Nullable;

/**
 * A value of core to the bytes of a record, and back. Implementations reuse buffers: one for each
 * thread.
 *
 * @param <C> the value
 */
public interface RecordCodec<C> {

  /**
   * Encodes a value.
   *
   * @throws IllegalArgumentException where the value cannot be held by the record
   * @throws IllegalArgumentException where the record would be larger than any reader takes
   */
  byte[] encode(C value);

  /**
   * Decodes a record and checks every value in it.
   *
   * @param bytes the whole record; null, which Kafka gives for a deleted key, is refused too
   * @throws UndecodableException where the bytes are not such a record, or a value is out of bounds
   */
  C decode(byte @Nullable [] bytes) throws UndecodableException;
}
