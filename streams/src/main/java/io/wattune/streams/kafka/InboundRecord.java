package io.wattune.streams.kafka;

/**
 * A record as it came from Kafka, still encoded: it is decoded behind the shuffle, where it is
 * used, and what cannot be decoded still has its bytes.
 *
 * @param topic full topic name
 * @param partition partition
 * @param offset offset
 * @param key key as text; empty where there was none
 * @param value value; empty where there was none; not copied
 * @param appendedMillis when the broker took it, by the broker's clock; {@link #NOT_BY_BROKER}
 *     where the topic keeps the sender's time
 */
@SuppressWarnings("ArrayRecordComponent") // Documented: not copied, never compared.
public record InboundRecord(
    String topic, int partition, long offset, String key, byte[] value, long appendedMillis) {

  /** The broker did not say when it took a record. */
  public static final long NOT_BY_BROKER = Long.MIN_VALUE;
}
