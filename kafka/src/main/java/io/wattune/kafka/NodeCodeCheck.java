package io.wattune.kafka;

import io.wattune.core.device.DeviceId;
import io.wattune.schemas.reject.RefusedValue;
import io.wattune.schemas.reject.RefusedValue.Reason;
import io.wattune.schemas.signature.NodeCode;
import io.wattune.schemas.signature.NodeCodeKey;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Lets no reader see a record of a node's topics that is not of the node that its key names: in the
 * place of its value stands a {@link RefusedValue}, which every decoder refuses. So a reader cannot
 * forget to look, and what it does with records that it cannot use is done with these. Made by the
 * consumer, where {@code wattune.node-code.master} is among its settings. For one thread, as the
 * consumer is.
 */
public final class NodeCodeCheck implements ConsumerInterceptor<Object, byte[]> {
  /** A flood of made-up names must not fill the memory. */
  private static final int MOST_NODES = 20_000;

  private final NodeCode codes = new NodeCode();
  private final Map<String, List<NodeCodeKey>> byNode = new HashMap<>();
  private List<NodeCodeKey> masters = List.of();

  @Override
  public void configure(Map<String, ?> settings) {
    masters = CodeProperty.keys(settings, CodeProperty.MASTER);
  }

  @Override
  public ConsumerRecords<Object, byte[]> onConsume(ConsumerRecords<Object, byte[]> records) {
    Map<TopicPartition, List<ConsumerRecord<Object, byte[]>>> checked = new HashMap<>();
    boolean isAnyRefused = false;
    for (TopicPartition partition : records.partitions()) {
      List<ConsumerRecord<Object, byte[]>> come = records.records(partition);
      byte[] topic = NodeTopics.bytes(partition.topic());
      List<ConsumerRecord<Object, byte[]>> passed = topic == null ? come : checked(topic, come);
      isAnyRefused |= passed != come;
      checked.put(partition, passed);
    }
    return isAnyRefused ? new ConsumerRecords<>(checked, records.nextOffsets()) : records;
  }

  /** The same list where all are believed. */
  private List<ConsumerRecord<Object, byte[]>> checked(
      byte[] topic, List<ConsumerRecord<Object, byte[]>> come) {
    List<ConsumerRecord<Object, byte[]>> passed = null;
    for (int i = 0; i < come.size(); i++) {
      ConsumerRecord<Object, byte[]> record = come.get(i);
      Reason refusal = refusal(topic, record);
      if (refusal != null) {
        if (passed == null) {
          passed = new ArrayList<>(come);
        }
        passed.set(i, refused(record, refusal));
      }
    }
    return passed == null ? come : passed;
  }

  /** Kafka would pass a record on if this threw: what cannot be judged is refused. */
  private @Nullable Reason refusal(byte[] topic, ConsumerRecord<Object, byte[]> record) {
    try {
      Header header = record.headers().lastHeader(NodeCode.HEADER);
      if (header == null || header.value() == null || record.key() == null) {
        return Reason.NO_CODE;
      }
      boolean isBytes = record.key() instanceof byte[];
      byte[] key =
          isBytes
              ? (byte[]) record.key()
              : ((String) record.key()).getBytes(StandardCharsets.UTF_8);
      String name = isBytes ? new String(key, StandardCharsets.UTF_8) : (String) record.key();
      for (NodeCodeKey each : keysOf(DeviceId.nodeOf(name))) {
        if (codes.isRight(each, topic, key, record.value(), header.value())) {
          return null;
        }
      }
      return Reason.WRONG_CODE;
    } catch (RuntimeException e) {
      return Reason.WRONG_CODE;
    }
  }

  private List<NodeCodeKey> keysOf(String node) {
    List<NodeCodeKey> known = byNode.get(node);
    if (known == null) {
      if (byNode.size() >= MOST_NODES) {
        byNode.clear();
      }
      known = masters.stream().map(master -> master.ofNode(node)).toList();
      byNode.put(node, known);
    }
    return known;
  }

  private static ConsumerRecord<Object, byte[]> refused(
      ConsumerRecord<Object, byte[]> record, Reason reason) {
    byte[] value = RefusedValue.of(reason, record.value());
    return new ConsumerRecord<>(
        record.topic(),
        record.partition(),
        record.offset(),
        record.timestamp(),
        record.timestampType(),
        record.serializedKeySize(),
        value.length,
        record.key(),
        value,
        record.headers(),
        record.leaderEpoch());
  }

  @Override
  public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {}

  @Override
  public void close() {}
}
