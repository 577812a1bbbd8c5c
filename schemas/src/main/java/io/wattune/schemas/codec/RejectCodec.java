package io.wattune.schemas.codec;

import io.wattune.schemas.avro.Reject;
import io.wattune.schemas.reject.RejectedDatum;
import java.nio.ByteBuffer;

/** Rejects: {@link RejectedDatum} and the record {@code Reject}. */
public final class RejectCodec extends AvroCodec<RejectedDatum, Reject> {

  public RejectCodec() {
    this(BundledSchemas.get());
  }

  public RejectCodec(SchemaStore store) {
    super(Reject.class, store);
  }

  @Override
  Reject toRecord(RejectedDatum datum) {
    return new Reject(
        datum.reason(),
        datum.detail(),
        datum.origin(),
        datum.partition(),
        datum.offset(),
        datum.data(),
        ByteBuffer.wrap(datum.original()),
        datum.originalLength(),
        datum.rejectedBy());
  }

  @Override
  RejectedDatum toValue(Reject record) throws UndecodableException {
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
  }
}
