package io.wattune.streams.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.wattune.embedded.broker.EmbeddedBroker;
import io.wattune.embedded.flink.JobSubmitter;
import io.wattune.embedded.flink.LocalFlink;
import io.wattune.embedded.flink.RunningJob;
import io.wattune.kafka.ProducerSettings;
import io.wattune.kafka.TopicCreator;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import io.wattune.streams.ledger.LedgerJob;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
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
@Tag("nightly")
class BacklogOrderTest {
  private static final Duration AHEAD = Duration.ofSeconds(3);
  private static final int TICKS = 120;
  private static final long TICK_NANOS = 100_000_000L;
  private static final int BLOCKS_A_TICK = 50;
  private static final int ACTIVITIES_A_TICK = 50;
  private static final long WORK_NANOS = 1_000_000L;

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
  void readingsAndActivitiesAreReadInStep() throws Exception {
    Namespace namespace = Namespace.replay("in-step");
    try (Admin admin = broker.access().admin(Map.of())) {
      // One more partition each, in which nothing ever comes: it must not hold the others back.
      new TopicCreator(admin, 1).createMissing(namespace, topic -> 2);
    }
    long begin = fill(namespace);

    assertThat(read(namespace, "no-step", Duration.ofDays(1), begin))
        .as("milliseconds apart, without a step: the backlog can show what the step is for")
        .isGreaterThan(9_000);
    assertThat(read(namespace, "step", AHEAD, begin))
        .as("milliseconds apart: the step, and what is read until sources are first asked to wait")
        .isLessThan(8_000);
  }

  /** Says when it began, as epoch milliseconds. */
  private static long fill(Namespace namespace) throws Exception {
    var random = new Random(1);
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
        // Small blocks are fetched at once, large activities bit by bit: so one gets ahead.
        send(producer, namespace.topic(Topic.ACTIVITY), random, 600, ACTIVITIES_A_TICK);
        send(producer, namespace.topic(Topic.READINGS), random, 30, BLOCKS_A_TICK);
        producer.flush();
      }
    }
    return beginMillis;
  }

  private static void send(
      Producer<String, byte[]> producer, String topic, Random random, int size, int records) {
    for (int i = 0; i < records; i++) {
      byte[] value = new byte[size];
      random.nextBytes(value); // else it is compressed, and all of it fetched at once
      var unused = producer.send(new ProducerRecord<>(topic, 0, "node/gpu", value));
    }
  }

  /** Reads all, and says by how many milliseconds readings and activities were apart at most. */
  private static long read(Namespace namespace, String part, Duration ahead, long beginMillis)
      throws Exception {
    Order.begin(beginMillis);
    var options =
        new JobOptions(
            broker.access(), namespace, 1, Duration.ofSeconds(1), JobOptions.FOR_THROUGHPUT);
    try (RunningJob job =
        JobSubmitter.to(flink)
            .submit(
                "order",
                LedgerJob::configure,
                env -> LedgerJob.build(env, options, part, new Order(namespace), ahead))) {
      await()
          .atMost(Duration.ofSeconds(90))
          .until(() -> Order.SEEN.get() == TICKS * (BLOCKS_A_TICK + ACTIVITIES_A_TICK));
    }
    return Order.APART_MILLIS.get();
  }

  /** Takes its time for each record, and notes how far readings and activities are apart. */
  private static final class Order
      extends KeyedProcessFunction<String, InboundRecord, OutboundRecord> {
    private static final long serialVersionUID = 1L;
    private static final AtomicInteger SEEN = new AtomicInteger();
    private static final AtomicLong ACTIVITY_MILLIS = new AtomicLong();
    private static final AtomicLong READING_MILLIS = new AtomicLong();
    private static final AtomicLong APART_MILLIS = new AtomicLong();
    private final String activity;

    Order(Namespace namespace) {
      activity = namespace.topic(Topic.ACTIVITY);
    }

    static void begin(long beginMillis) {
      SEEN.set(0);
      ACTIVITY_MILLIS.set(beginMillis);
      READING_MILLIS.set(beginMillis);
      APART_MILLIS.set(0);
    }

    @Override
    public void processElement(
        InboundRecord record, Context context, Collector<OutboundRecord> out) {
      boolean isActivity = record.topic().equals(activity);
      (isActivity ? ACTIVITY_MILLIS : READING_MILLIS).set(record.appendedMillis());
      long until = System.nanoTime() + WORK_NANOS;
      while (System.nanoTime() < until) {
        Thread.onSpinWait();
      }
      long apart = Math.abs(READING_MILLIS.get() - ACTIVITY_MILLIS.get());
      APART_MILLIS.accumulateAndGet(apart, Math::max);
      SEEN.incrementAndGet();
    }
  }
}
