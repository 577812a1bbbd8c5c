package io.wattune.streams.kafka;

import io.wattune.schemas.codec.RejectCodec;
import io.wattune.schemas.reject.RejectedDatum;

/** Makes records for the rejects topic out of those that could not be used. */
public final class RejectRecords {
  private final String topic;
  private final String part;
  private final RejectCodec codec = new RejectCodec();

  /**
   * Rejects of one job.
   *
   * @param topic full name of the rejects topic
   * @param part which part of Wattune rejects
   */
  public RejectRecords(String topic, String part) {
    this.topic = topic;
    this.part = part;
  }

  /**
   * A record of the rejects topic, with the bytes of what was rejected.
   *
   * @param data how many data were lost with it
   */
  public OutboundRecord of(InboundRecord record, String reason, String detail, int data) {
    RejectedDatum datum =
        RejectedDatum.of(
            reason,
            detail,
            record.topic(),
            record.partition(),
            record.offset(),
            data,
            record.value(),
            part);
    return new OutboundRecord(topic, RejectedDatum.key(record.key()), codec.encode(datum));
  }
}
