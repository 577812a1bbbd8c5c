package io.wattune.replay.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.core.ledger.Activity;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.PowerUnit;
import io.wattune.kafka.KafkaAccess;
import io.wattune.kafka.ProducerSettings;
import io.wattune.replay.file.DeviceTrace;
import io.wattune.replay.file.MalformedLine;
import io.wattune.schemas.codec.ActivityCodec;
import io.wattune.schemas.codec.ActivityEvent;
import io.wattune.schemas.codec.ReadingBlockCodec;
import io.wattune.schemas.codec.RejectCodec;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.reject.RejectedDatum;
import io.wattune.schemas.topics.Namespace;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

final class TracePublisherTest {
  private static final long T0 = 1_689_268_532_351_000_000L;
  private static final long MILLI = 1_000_000L;
  private static final Namespace RUN = Namespace.replay("run1");
  private static final String READINGS = "wattune.replay.run1.readings";
  private static final String ACTIVITY = "wattune.replay.run1.activity";
  private static final String SCHEMAS = "wattune.replay.run1.schemas";
  private static final String REJECTS = "wattune.replay.run1.rejects";

  private static MockProducer<String, byte[]> producer() {
    return new MockProducer<>(true, null, new StringSerializer(), new ByteArraySerializer());
  }

  /** The broker refuses one record of a topic, later and in the background, as brokers do. */
  private static MockProducer<String, byte[]> failingAt(String topic, int number) {
    return new MockProducer<>(true, null, new StringSerializer(), new ByteArraySerializer()) {
      private int seen;

      @Override
      public synchronized Future<RecordMetadata> send(
          ProducerRecord<String, byte[]> record, Callback callback) {
        if (record.topic().equals(topic) && ++seen == number) {
          var failure = new TimeoutException("no leader");
          callback.onCompletion(null, failure);
          return CompletableFuture.failedFuture(failure);
        }
        return super.send(record, callback);
      }
    };
  }

  private static TracePublisher publisher(MockProducer<String, byte[]> producer, Pacer pacer) {
    return new TracePublisher(producer, RUN, PublishOptions.DEFAULT, pacer);
  }

  private static DeviceTrace trace(String device, int polls) {
    var times = new long[polls];
    var values = new int[polls];
    Arrays.setAll(times, i -> T0 + 10 * i * MILLI);
    Arrays.setAll(values, i -> i % 7 == 3 ? PollBlock.MISSING : 60_000 + i);
    return new DeviceTrace(device, "power.draw", PowerUnit.MILLIWATTS, times, values);
  }

  private static Replay replay() {
    return new Replay(
        "gpu.csv",
        List.of(trace("n/a", 100), trace("n/b", 33)),
        List.of(InterleavingTest.activity("n/a", "load", T0 + 200 * MILLI, T0 + 500 * MILLI)),
        Map.of(),
        3,
        List.of(
            new MalformedLine(
                "gpu.csv", 17, "field-count", "2 fields", "x,y".getBytes(StandardCharsets.UTF_8))));
  }

  private static List<ProducerRecord<String, byte[]>> on(
      MockProducer<String, byte[]> producer, String topic) {
    return producer.history().stream().filter(r -> r.topic().equals(topic)).toList();
  }

  @Test
  void sendsEveryReadingOfEachDeviceInOrderAndThenItsEnd() throws Exception {
    MockProducer<String, byte[]> producer = producer();

    publisher(producer, Pacer.MAX_SPEED).publish(replay(), sent -> {});

    var codec = new ReadingBlockCodec();
    for (DeviceTrace trace : replay().devices()) {
      var times = new ArrayList<Long>();
      var values = new ArrayList<Integer>();
      long sequence = 0;
      boolean ended = false;
      for (ProducerRecord<String, byte[]> record : on(producer, READINGS)) {
        PollBlock block = codec.decode(record.value());
        assertThat(record.key()).isEqualTo(block.device());
        if (block.device().equals(trace.device())) {
          assertThat(ended).isFalse();
          assertThat(block.sequence()).isEqualTo(sequence++);
          assertThat(block.signal()).isEqualTo("power.draw");
          Arrays.stream(block.timesNanos()).forEach(times::add);
          Arrays.stream(block.values()).forEach(values::add);
          ended = block.endOfTrace();
        }
      }
      assertThat(times)
          .containsExactly(Arrays.stream(trace.timesNanos()).boxed().toArray(Long[]::new));
      assertThat(values)
          .containsExactly(Arrays.stream(trace.values()).boxed().toArray(Integer[]::new));
      assertThat(ended).isTrue();
    }
    // 10 blocks of 10 polls and 4 of at most 10, and two ends; start, end and two markers.
    assertThat(on(producer, READINGS)).hasSize(16);
    assertThat(on(producer, ACTIVITY)).hasSize(4);
    assertThat(on(producer, REJECTS)).hasSize(2);
    assertThat(producer.history()).hasSize(22 + 3);
    assertThat(producer.flushed()).isTrue();
  }

  @Test
  void sendsAnActivityAtItsStartAtItsEndAndThenTheMarkers() throws Exception {
    MockProducer<String, byte[]> producer = producer();

    publisher(producer, Pacer.MAX_SPEED).publish(replay(), sent -> {});

    var codec = new ActivityCodec();
    var events = new ArrayList<ActivityEvent>();
    for (ProducerRecord<String, byte[]> record : on(producer, ACTIVITY)) {
      events.add(codec.decode(record.value()));
      assertThat(record.key()).isEqualTo(events.get(events.size() - 1).device());
    }
    Activity whole = replay().activities().get(0);
    Activity running =
        InterleavingTest.activity("n/a", "load", whole.startNanos(), Activity.RUNNING);
    assertThat(events)
        .containsExactly(
            new ActivityEvent.Reported(running),
            new ActivityEvent.Reported(whole),
            new ActivityEvent.EndOfTrace("n/a"),
            new ActivityEvent.EndOfTrace("n/b"));
  }

  @Test
  void sendsMalformedLinesWithTheirBytesAndTheNumberOfTheOthers() throws Exception {
    MockProducer<String, byte[]> producer = producer();

    publisher(producer, Pacer.MAX_SPEED).publish(replay(), sent -> {});

    var codec = new RejectCodec();
    List<ProducerRecord<String, byte[]>> records = on(producer, REJECTS);
    RejectedDatum first = codec.decode(records.get(0).value());
    RejectedDatum rest = codec.decode(records.get(1).value());
    assertThat(records.get(0).key()).isEqualTo("gpu.csv");
    assertThat(first.reason()).isEqualTo("field-count");
    assertThat(first.offset()).isEqualTo(17);
    assertThat(first.partition()).isEqualTo(-1);
    assertThat(new String(first.original(), StandardCharsets.UTF_8)).isEqualTo("x,y");
    assertThat(rest.reason()).isEqualTo(TracePublisher.NOT_KEPT);
    assertThat(rest.data()).isEqualTo(2);
  }

  @Test
  void pacesEachEventByItsTimeAndTellsProgress() throws Exception {
    var paced = new ArrayList<Long>();
    var progress = new ArrayList<Long>();

    publisher(producer(), paced::add).publish(replay(), progress::add);

    assertThat(paced).isSorted().hasSize(16).first().isEqualTo(T0 + 90 * MILLI);
    assertThat(progress).isSorted().last().isEqualTo(133L);
  }

  @Test
  void publishesTheSchemasBeforeTheFirstRecord() throws Exception {
    MockProducer<String, byte[]> producer = producer();

    publisher(producer, Pacer.MAX_SPEED).publish(replay(), sent -> {});

    assertThat(producer.history().stream().limit(3))
        .allSatisfy(record -> assertThat(record.topic()).isEqualTo(SCHEMAS));
    assertThat(on(producer, SCHEMAS)).hasSize(3);
    assertThat(on(producer, SCHEMAS))
        .extracting(record -> new String(record.value(), StandardCharsets.UTF_8))
        .anyMatch(json -> json.contains("ReadingBlock"))
        .anyMatch(json -> json.contains("Activity"))
        .anyMatch(json -> json.contains("Reject"));
  }

  @Test
  void sendsNothingWhenTheSchemasCannotBePublished() {
    MockProducer<String, byte[]> producer = producer();
    producer.sendException = new TimeoutException("no broker");

    assertThatThrownBy(() -> publisher(producer, Pacer.MAX_SPEED).publish(replay(), sent -> {}))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("cannot publish the schema")
        .hasMessageContaining("no broker");
    assertThat(producer.history()).isEmpty();
  }

  @Test
  void aFailedSendEndsTheReplayWithOneError() {
    MockProducer<String, byte[]> producer = failingAt(READINGS, 3);

    assertThatThrownBy(() -> publisher(producer, Pacer.MAX_SPEED).publish(replay(), sent -> {}))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("'" + READINGS + "'")
        .hasMessageContaining("no leader")
        .hasMessageContaining("check that the broker runs")
        .hasCauseInstanceOf(TimeoutException.class);
    assertThat(on(producer, READINGS)).hasSize(2);
  }

  @Test
  void aFailureThatComesAtTheFlushIsNotLost() {
    MockProducer<String, byte[]> producer = producer();
    producer.flushException = new TimeoutException("broker gone");

    assertThatThrownBy(() -> publisher(producer, Pacer.MAX_SPEED).publish(replay(), sent -> {}))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("broker gone");
  }

  @Test
  void aProducerThatRefusesToSendIsOneErrorToo() {
    MockProducer<String, byte[]> producer = producer();
    Pacer unplug =
        at -> producer.sendException = new TimeoutException("not in metadata after 60 s");

    assertThatThrownBy(() -> publisher(producer, unplug).publish(replay(), sent -> {}))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("'" + READINGS + "'")
        .hasMessageContaining("not in metadata");
  }

  @Test
  void producerSettingsAreAcceptedAndIdempotent() {
    Map<String, Object> settings = ProducerSettings.of("replay");

    try (var producer = KafkaAccess.of("127.0.0.1:9").producer(settings)) {
      assertThat(producer.metrics()).isNotEmpty();
    }
    assertThat(settings)
        .containsEntry(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true)
        .containsEntry(ProducerConfig.ACKS_CONFIG, "all")
        .containsEntry(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
  }
}
