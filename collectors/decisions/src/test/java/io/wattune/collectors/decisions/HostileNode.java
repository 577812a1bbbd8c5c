package io.wattune.collectors.decisions;

import io.wattune.collectors.writer.NodeClock;
import io.wattune.core.Quality;
import io.wattune.core.decision.ActivityConfiguration;
import io.wattune.core.decision.Decision;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.schemas.codec.DecisionCodec;
import io.wattune.schemas.signature.ClusterTopic;
import io.wattune.schemas.signature.SignatureHeaders;
import io.wattune.schemas.signature.SigningKey;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;

/** The node that hostile decisions are aimed at, and records as they come on its topic. */
final class HostileNode {
  static final String CLUSTER = "cluster";
  static final String TOPIC = "wattune.decisions";
  static final String NODE = "n1";
  static final String UUID = "G1";
  static final String CORE = "core.clock";
  static final long EPOCH = 1_000;
  static final long SECOND = 1_000_000_000L;

  /** Longer than a flood takes on a machine that does much else. */
  static final long LEASE = 300 * SECOND;

  private static final DecisionCodec CODEC = new DecisionCodec();

  private HostileNode() {}

  static byte[] encoded(Decision decision) {
    return CODEC.encode(decision);
  }

  static Setting core(long megahertz) {
    return new Setting(CORE, TunableUnit.MEGAHERTZ, megahertz);
  }

  /** A right one, based on a reading of just now. */
  static Decision.ForDevice decision(long epoch, long sequence, Setting... settings) {
    return decision(
        NODE, epoch, sequence, NodeClock.SYSTEM.now().wallNanos(), LEASE, List.of(), settings);
  }

  static Decision.ForDevice decision(
      String node,
      long epoch,
      long sequence,
      long basedOnNanos,
      long leaseNanos,
      List<ActivityConfiguration> byName,
      Setting... settings) {
    return new Decision.ForDevice(
        node,
        node + "/" + UUID,
        epoch,
        sequence,
        basedOnNanos,
        leaseNanos,
        Configuration.of(settings),
        byName,
        "test",
        "test",
        "",
        Quality.MEASURED,
        0,
        null);
  }

  static ConsumerRecord<String, byte[]> signed(SigningKey with, Decision decision) {
    return signed(with, encoded(decision));
  }

  static ConsumerRecord<String, byte[]> signed(SigningKey with, byte[] value) {
    return record(NODE, value, headers(with, TOPIC, NODE, value));
  }

  static ConsumerRecord<String, byte[]> record(String node, byte[] value, Headers headers) {
    return new ConsumerRecord<>(
        TOPIC,
        0,
        0,
        0,
        TimestampType.CREATE_TIME,
        0,
        value == null ? 0 : value.length,
        node,
        value,
        headers,
        Optional.empty());
  }

  static Headers headers(SigningKey with, String topic, String node, byte[] value) {
    return new RecordHeaders(with.headers(new ClusterTopic(CLUSTER, topic), node, value));
  }

  static Headers headers(String id, byte[] signature) {
    return new RecordHeaders()
        .add(SignatureHeaders.KEY_ID, id.getBytes(StandardCharsets.UTF_8))
        .add(SignatureHeaders.SIGNATURE, signature)
        .add(SignatureHeaders.CLUSTER, CLUSTER.getBytes(StandardCharsets.UTF_8));
  }
}
