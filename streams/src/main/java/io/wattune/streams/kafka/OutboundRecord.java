package io.wattune.streams.kafka;

/**
 * A record on its way to Kafka, encoded.
 *
 * @param topic full topic name
 * @param key key as text
 * @param value value; not copied
 */
@SuppressWarnings("ArrayRecordComponent") // Documented: not copied, never compared.
public record OutboundRecord(String topic, String key, byte[] value) {}
