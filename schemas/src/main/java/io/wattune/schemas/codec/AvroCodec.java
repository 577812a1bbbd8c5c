package io.wattune.schemas.codec;

import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;

/**
 * A value of core as a record of Avro: what all such codecs have in common.
 *
 * @param <C> the value
 * @param <R> the record
 */
abstract class AvroCodec<C, R extends SpecificRecordBase> implements RecordCodec<C> {
  private final RecordEncoder<R> encoder;
  private final RecordDecoder<R> decoder;

  AvroCodec(Class<R> type, SchemaStore store) {
    encoder = new RecordEncoder<>(type);
    decoder = new RecordDecoder<>(type, store);
  }

  @Override
  public final byte[] encode(C value) {
    return encoder.encode(toRecord(value));
  }

  @Override
  public final C decode(byte @Nullable [] bytes) throws UndecodableException {
    R record = decoder.decode(bytes);
    try {
      return toValue(record);
    } catch (IllegalArgumentException e) {
      throw Checks.outOfRange(e);
    }
  }

  /** The record; throws IllegalArgumentException where it cannot hold the value. */
  abstract R toRecord(C value);

  /** The value, checked; an IllegalArgumentException says that it is out of bounds. */
  abstract C toValue(R record) throws UndecodableException;
}
