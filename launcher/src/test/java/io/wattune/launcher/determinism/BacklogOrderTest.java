package io.wattune.launcher.determinism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.wattune.core.ledger.LedgerSettings;
import io.wattune.kafka.ProducerSettings;
import io.wattune.kafka.TopicCreator;
import io.wattune.launcher.broker.EmbeddedBroker;
import io.wattune.launcher.flink.JobSubmitter;
import io.wattune.launcher.flink.LocalFlink;
import io.wattune.launcher.flink.RunningJob;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import io.wattune.streams.kafka.InboundRecord;
import io.wattune.streams.kafka.OutboundRecord;
import io.wattune.streams.ledger.LedgerJob;
import io.wattune.streams.ledger.LedgerJobOptions;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A job that is behind reads readings and activities in step: a backlog of six seconds, with fifty
 * activities for each block of readings, read by a job that is slow. A real broker and a real Flink
 * cluster.
 */
@Tag("long")
class BacklogOrderTest {
  private static final Duration AHEAD = Duration.ofSeconds(1);
  private static final int TICKS = 60;
  private static final long TICK_NANOS = 100_000_000L;
  private static final int BLOCKS_A_TICK = 10;
  private static final int ACTIVITIES_A_TICK = 500;
  private static final long WORK_NANOS = 100_000L;

  private static EmbeddedBroker broker;
  private static LocalFlink flink;

  @BeforeAll
  static void start() throws Exception {
    broker = EmbeddedBroker.startTemporary();
    flink = LocalFlink.startTemporary(1);
  }

  @AfterAll
  static void stop() {
    flink.close();
    broker.close();
  }

  @Test
  void readingsDoNotRunAheadOfActivities() throws Exception {
    Namespace namespace = Namespace.replay("in-step");
    try (Admin admin = broker.access().admin(Map.of())) {
      // One more partition each, in which nothing ever comes: it must not hold the others back.
      new TopicCreator(admin, 1).createMissing(namespace, topic -> 2);
    }
    long begin = fill(namespace);

    assertThat(read(namespace, AHEAD, begin))
        .as("milliseconds that readings were read ahead of activities")
        .isLessThan(3_500);
  }

  /** Without a step readings are far ahead: the backlog can show what the step is for. */
  @Test
  void withoutAStepTheyDo() throws Exception {
    Namespace namespace = Namespace.replay("out-of-step");
    try (Admin admin = broker.access().admin(Map.of())) {
      new TopicCreator(admin, 1).createMissing(namespace, topic -> 2);
    }
    long begin = fill(namespace);

    assertThat(read(namespace, Duration.ofDays(1), begin)).isGreaterThan(5_000);
  }

  /** Says when it began, as epoch milliseconds. */
  private static long fill(Namespace namespace) throws Exception {
    byte[] value = new byte[300];
    long beginMillis = System.currentTimeMillis();
    try (Producer<String, byte[]> producer =
        broker.access().producer(ProducerSettings.of("order"))) {
      long begin = System.nanoTime();
      for (int tick = 0; tick < TICKS; tick++) {
        long due = begin + tick * TICK_NANOS;
        await()
            .pollDelay(Duration.ZERO)
            .pollInterval(Duration.ofMillis(1))
            .until(() -> System.nanoTime() >= due);
        send(producer, namespace.topic(Topic.ACTIVITY), value, ACTIVITIES_A_TICK);
        send(producer, namespace.topic(Topic.READINGS), value, BLOCKS_A_TICK);
        producer.flush();
      }
    }
    return beginMillis;
  }

  private static void send(
      Producer<String, byte[]> producer, String topic, byte[] value, int records) {
    for (int i = 0; i < records; i++) {
      var unused = producer.send(new ProducerRecord<>(topic, 0, "node/gpu", value));
    }
  }

  /** Reads all, and says by how many milliseconds readings were ahead at most. */
  private static long read(Namespace namespace, Duration ahead, long beginMillis) throws Exception {
    Order.begin(beginMillis);
    var options =
        new LedgerJobOptions(
            broker.access(), namespace, 1, LedgerSettings.DEFAULT, Duration.ofSeconds(1));
    try (RunningJob job =
        JobSubmitter.to(flink)
            .submit(
                "order",
                LedgerJob::configure,
                env -> LedgerJob.build(env, options, "order", new Order(namespace), ahead))) {
      await()
          .atMost(Duration.ofSeconds(90))
          .until(() -> Order.SEEN.get() == TICKS * (BLOCKS_A_TICK + ACTIVITIES_A_TICK));
    }
    return Order.LEAD_MILLIS.get();
  }

  /** Takes its time for each activity, and notes how far readings are ahead. */
  private static final class Order
      extends KeyedProcessFunction<String, InboundRecord, OutboundRecord> {
    private static final long serialVersionUID = 1L;
    private static final AtomicInteger SEEN = new AtomicInteger();
    private static final AtomicLong ACTIVITY_MILLIS = new AtomicLong();
    private static final AtomicLong LEAD_MILLIS = new AtomicLong();
    private final String activity;

    Order(Namespace namespace) {
      activity = namespace.topic(Topic.ACTIVITY);
    }

    static void begin(long beginMillis) {
      SEEN.set(0);
      ACTIVITY_MILLIS.set(beginMillis);
      LEAD_MILLIS.set(Long.MIN_VALUE);
    }

    @Override
    public void processElement(
        InboundRecord record, Context context, Collector<OutboundRecord> out) {
      if (record.topic().equals(activity)) {
        ACTIVITY_MILLIS.set(record.appendedMillis());
        long until = System.nanoTime() + WORK_NANOS;
        while (System.nanoTime() < until) {
          Thread.onSpinWait();
        }
      } else {
        long lead = record.appendedMillis() - ACTIVITY_MILLIS.get();
        LEAD_MILLIS.accumulateAndGet(lead, Math::max);
      }
      SEEN.incrementAndGet();
    }
  }
}
