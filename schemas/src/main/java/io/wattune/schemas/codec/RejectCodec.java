package io.wattune.schemas.codec;

import io.wattune.schemas.avro.Reject;
import io.wattune.schemas.reject.RejectedDatum;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Rejects: {@link RejectedDatum} and the record {@code Reject}. */
public final class RejectCodec implements RecordCodec<RejectedDatum> {

  private final RecordEncoder<Reject> encoder = new RecordEncoder<>(Reject.class);
  private final RecordDecoder<Reject> decoder;

  public RejectCodec() {
    this(BundledSchemas.get());
  }

  public RejectCodec(SchemaStore store) {
    decoder = new RecordDecoder<>(Reject.class, store);
  }

  @Override
  public byte[] encode(RejectedDatum datum) {
    return encoder.encode(
        new Reject(
            datum.reason(),
            datum.detail(),
            datum.origin(),
            datum.partition(),
            datum.offset(),
            datum.data(),
            ByteBuffer.wrap(datum.original()),
            datum.originalLength(),
            datum.rejectedBy()));
  }

  @Override
  public RejectedDatum decode(byte @Nullable [] bytes) throws UndecodableException {
    Reject record = decoder.decode(bytes);
    try {
      return new RejectedDatum(
          record.getReason(),
          record.getDetail(),
          record.getOrigin(),
          record.getPartition(),
          record.getOffset(),
          record.getData(),
          Checks.bytes(record.getOriginal()),
          record.getOriginalLength(),
          record.getRejectedBy());
    } catch (IllegalArgumentException e) {
      throw Checks.outOfRange(e);
    }
  }
}
