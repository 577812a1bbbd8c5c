package io.wattune.control;

import io.wattune.core.decision.Decision;
import io.wattune.core.loop.Proposal;
import io.wattune.schemas.codec.DecisionCodec;
import io.wattune.schemas.codec.RejectCodec;
import io.wattune.schemas.reject.RejectedDatum;
import io.wattune.schemas.signature.SigningKey;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.util.Objects;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/** Encodes what a task sends, signs decisions, and counts. */
final class Outbox {
  private static final String PART = "controller";

  /** Stands for the policy where an operator has decided. */
  private static final String BY_HAND = "set";

  private static final byte[] NOTHING = new byte[0];

  private final ProcessorContext<String, EncodedRecord> context;
  private final Namespace namespace;
  private final String policy;
  private final ControllerOptions options;
  private final ControllerCounters counters;
  private final DecisionCodec decisions = new DecisionCodec();
  private final RejectCodec rejects = new RejectCodec();

  Outbox(
      ProcessorContext<String, EncodedRecord> context,
      ControllerOptions options,
      ControllerCounters counters) {
    this.context = context;
    this.namespace = options.namespace();
    this.policy = options.tuning().policy();
    this.options = options;
    this.counters = counters;
  }

  void claim(KnownNode node) {
    var claim = new Decision.Claim(node.node, node.epoch, policy, nowNanos());
    sign(node.node, decisions.encode(claim));
    counters.claims.inc();
  }

  void decision(KnownNode node, KnownDevice device, Proposal proposal) {
    var decision =
        new Decision.ForDevice(
            node.node,
            device.device,
            node.epoch,
            device.sequence,
            proposal.basedOnNanos(),
            proposal.leaseNanos(),
            proposal.defaultConfiguration(),
            proposal.byActivityName(),
            proposal.reason().equals(Decision.SET_BY_HAND) ? BY_HAND : policy,
            proposal.reason(),
            proposal.detail(),
            proposal.quality(),
            nowNanos(),
            proposal.heat());
    sign(node.node, decisions.encode(decision));
    counters.decisions.labelValues(proposal.reason()).inc();
  }

  /** Keeps an input that cannot be used. */
  void reject(Envelope from, String reason, String detail) {
    String topic = namespace.topic(from.kind().topic());
    reject(from.key(), from.value(), topic, from.partition(), from.offset(), reason, detail);
  }

  /** Keeps what is not even an envelope. */
  void rejectUnknown(Record<String, byte[]> from, String reason, String detail) {
    String topic = context.recordMetadata().map(RecordMetadata::topic).orElse("");
    int partition = context.recordMetadata().map(RecordMetadata::partition).orElse(-1);
    long offset = context.recordMetadata().map(RecordMetadata::offset).orElse(-1L);
    reject(from.key(), from.value(), topic, partition, offset, reason, detail);
  }

  private void reject(
      @Nullable String key,
      byte @Nullable [] value,
      String topic,
      int partition,
      long offset,
      String reason,
      String detail) {
    byte[] original = Objects.requireNonNullElse(value, NOTHING);
    var datum = RejectedDatum.of(reason, detail, topic, partition, offset, 1, original, PART);
    String named = RejectedDatum.key(Objects.requireNonNullElse(key, ""));
    send(Topic.REJECTS, named, rejects.encode(datum), new RecordHeaders());
    counters.rejected.labelValues(reason).inc();
  }

  /** Sends a record to a node, signed where there is a key for the node. */
  private void sign(String node, byte[] value) {
    SigningKey key = options.signing().of(node);
    var headers = new RecordHeaders();
    if (key != null) {
      key.headers(options.topic(Topic.DECISIONS), node, value).forEach(headers::add);
    }
    send(Topic.DECISIONS, node, value, headers);
  }

  private void send(Topic topic, String key, byte[] value, Headers headers) {
    context.forward(
        new Record<>(key, new EncodedRecord(topic, value), context.currentSystemTimeMs(), headers));
  }

  private long nowNanos() {
    return context.currentSystemTimeMs() * 1_000_000;
  }
}
