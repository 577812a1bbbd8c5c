package io.wattune.kafka;

import io.wattune.schemas.signature.NodeCode;
import io.wattune.schemas.signature.NodeCodeKey;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Puts the node's code on each record that a producer sends to a topic of nodes. Made by the
 * producer, where {@code wattune.node-code.key} is among its settings. Thread-safe.
 */
public final class NodeCodeStamp implements ProducerInterceptor<String, byte[]> {
  private final ThreadLocal<NodeCode> codes = ThreadLocal.withInitial(NodeCode::new);
  private @Nullable NodeCodeKey key;

  @Override
  public void configure(Map<String, ?> settings) {
    key = CodeProperty.keys(settings, CodeProperty.KEY).get(0);
  }

  @Override
  public ProducerRecord<String, byte[]> onSend(ProducerRecord<String, byte[]> record) {
    byte[] topic = NodeTopics.bytes(record.topic());
    NodeCodeKey with = key;
    // Of an attempt before it has one, and headers that cannot be changed any more.
    boolean isNew = record.headers().lastHeader(NodeCode.HEADER) == null;
    if (topic != null && with != null && record.key() != null && isNew) {
      byte[] name = record.key().getBytes(StandardCharsets.UTF_8);
      record.headers().add(NodeCode.HEADER, codes.get().of(with, topic, name, record.value()));
    }
    return record;
  }

  @Override
  public void onAcknowledgement(@Nullable RecordMetadata metadata, @Nullable Exception failure) {}

  @Override
  public void close() {}
}
