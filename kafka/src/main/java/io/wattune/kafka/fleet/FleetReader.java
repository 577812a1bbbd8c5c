package io.wattune.kafka.fleet;

import io.wattune.core.counter.CounterReading;
import io.wattune.core.decision.Actuation;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.status.FleetHistory;
import io.wattune.kafka.KafkaAccess;
import io.wattune.kafka.KafkaTrouble;
import io.wattune.kafka.PublishedSchemas;
import io.wattune.schemas.codec.ActuationCodec;
import io.wattune.schemas.codec.CounterReadingCodec;
import io.wattune.schemas.codec.DecisionCodec;
import io.wattune.schemas.codec.DeviceDescriptorCodec;
import io.wattune.schemas.codec.HoldCodec;
import io.wattune.schemas.codec.HoldHeader;
import io.wattune.schemas.codec.RecordKey;
import io.wattune.schemas.codec.UndecodableException;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.signature.SignatureHeaders;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/** Reads the topics that say how the fleet stands. */
public final class FleetReader {
  /** Programs report their work each second, servers are read each few seconds. */
  private static final Duration WORK_LOOK_BACK = Duration.ofSeconds(60);

  private static final Duration COUNTERS_PATIENCE = Duration.ofSeconds(3);

  private final KafkaAccess kafka;
  private final Namespace namespace;

  public FleetReader(KafkaAccess kafka, Namespace namespace) {
    this.kafka = kafka;
    this.namespace = namespace;
  }

  /** What names there are, and the holds. */
  public FleetHistory namesAndHolds() throws EngineException {
    return read(null);
  }

  /**
   * All of it.
   *
   * @param lookBack how far back decisions and actuations are read
   */
  public FleetHistory since(Duration lookBack) throws EngineException {
    return read(Instant.now().minus(lookBack));
  }

  private FleetHistory read(@Nullable Instant since) throws EngineException {
    var history = new FleetHistory();
    try (var scan = new TopicScan(kafka);
        var schemas = new PublishedSchemas(kafka, namespace)) {
      var devices = new DeviceDescriptorCodec(schemas);
      scan.read(topic(Topic.DEVICES), null, reading(history, r -> device(history, devices, r)));
      var holds = new HoldCodec();
      scan.read(topic(Topic.HOLDS), null, r -> hold(history, holds, r));
      if (since != null) {
        var decisions = new DecisionCodec(schemas);
        scan.read(
            topic(Topic.DECISIONS),
            since,
            reading(history, r -> history.decision(decisions.decode(r.value()))));
        var actuations = new ActuationCodec(schemas);
        scan.read(
            topic(Topic.ACTUATIONS),
            since,
            reading(history, r -> actuation(history, actuations, r)));
        counters(scan, history, new CounterReadingCodec(schemas));
      }
    } catch (KafkaException e) {
      throw EngineException.failed("the topics could not be read: " + KafkaTrouble.line(e), e);
    }
    return history;
  }

  /** Where there are more than can be read in a moment, nothing is said about work. */
  private void counters(TopicScan scan, FleetHistory history, CounterReadingCodec codec)
      throws EngineException {
    boolean isComplete =
        scan.readFor(
            topic(Topic.COUNTERS),
            Instant.now().minus(WORK_LOOK_BACK),
            COUNTERS_PATIENCE,
            reading(history, r -> counters(history, codec, r)));
    if (isComplete) {
      history.countersComplete();
    }
  }

  private static void counters(
      FleetHistory history, CounterReadingCodec codec, ConsumerRecord<String, byte[]> record)
      throws UndecodableException {
    CounterReading reading = codec.decode(record.value());
    RecordKey.check(record.key(), reading.device());
    history.counters(reading);
  }

  private String topic(Topic topic) {
    return namespace.topic(topic);
  }

  private static void device(
      FleetHistory history, DeviceDescriptorCodec codec, ConsumerRecord<String, byte[]> record)
      throws UndecodableException {
    if (record.value() == null) {
      history.deviceGone(record.key());
    } else {
      DeviceDescriptor device = codec.decode(record.value());
      RecordKey.check(record.key(), device);
      history.device(device);
    }
  }

  private static void actuation(
      FleetHistory history, ActuationCodec codec, ConsumerRecord<String, byte[]> record)
      throws UndecodableException {
    Actuation actuation = codec.decode(record.value());
    RecordKey.check(record.key(), actuation);
    history.actuation(actuation);
    history.signed(
        actuation.node(), record.headers().lastHeader(SignatureHeaders.SIGNATURE) != null);
  }

  private static void hold(
      FleetHistory history, HoldCodec codec, ConsumerRecord<String, byte[]> record) {
    String id = record.key() == null ? "unknown" : record.key();
    if (record.value() == null) {
      history.holdGone(id);
      return;
    }
    try {
      history.hold(codec.decode(record.value()).named(id));
    } catch (UndecodableException e) {
      history.unreadableHold(id, HoldHeader.read(record.headers(), id, e.reason()));
    }
  }

  /** What takes one record, which may not be readable. */
  private interface Taking {
    void take(ConsumerRecord<String, byte[]> record) throws UndecodableException;
  }

  private static Consumer<ConsumerRecord<String, byte[]>> reading(
      FleetHistory history, Taking taking) {
    return record -> {
      try {
        taking.take(record);
      } catch (UndecodableException e) {
        history.unreadable();
      }
    };
  }
}
