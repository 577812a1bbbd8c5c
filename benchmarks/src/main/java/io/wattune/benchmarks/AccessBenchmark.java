package io.wattune.benchmarks;

import io.wattune.benchmarks.broker.MeasuredBroker;
import io.wattune.benchmarks.synthetic.FilledTopics;
import io.wattune.benchmarks.synthetic.SyntheticFleet;
import io.wattune.kafka.KafkaAccess;
import io.wattune.kafka.TopicCreator;
import io.wattune.schemas.codec.ReadingBlockCodec;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * What TLS and a login cost who sends to a broker and who reads from it: the same blocks to two
 * brokers of this process, in the clear and secured, by turns.
 */
final class AccessBenchmark {
  private static final int WARM_UP = 300;
  private static final int SENDS = 1_000;
  private static final double NANOS_PER_MILLI = 1e6;

  private final SyntheticFleet fleet = new SyntheticFleet(200, 1);
  private final long readings;
  private final int polls;

  AccessBenchmark(long readings, int polls) {
    this.readings = readings;
    this.polls = polls;
  }

  /**
   * What one broker gave.
   *
   * @param sent readings a second, many blocks on the way at once
   * @param read readings a second
   * @param medianMillis from one block sent to its acknowledgement, nothing else on the way
   * @param slowMillis the same, but for one block in a hundred
   */
  record Rates(double sent, double read, double medianMillis, double slowMillis) {}

  /** Both of one round. */
  record Round(Rates plain, Rates secured) {}

  List<Round> run(int rounds, PrintStream progress) throws Exception {
    List<Round> done = new ArrayList<>();
    try (var plain = MeasuredBroker.plain();
        var secured = MeasuredBroker.secured()) {
      for (int round = 0; round <= rounds; round++) {
        progress.println(round == 0 ? "warming up" : "round " + round + " of " + rounds);
        String run = "access-" + round;
        // Who comes first has the colder caches: it is the other one in the next round.
        boolean isPlainFirst = round % 2 == 0;
        Rates first = rates((isPlainFirst ? plain : secured).access(), run);
        Rates second = rates((isPlainFirst ? secured : plain).access(), run);
        if (round > 0) {
          done.add(isPlainFirst ? new Round(first, second) : new Round(second, first));
        }
      }
    }
    return done;
  }

  private Rates rates(KafkaAccess kafka, String run) throws Exception {
    double[] millis = latencies(kafka, Namespace.replay(run + "-single"));
    try (var topics = FilledTopics.fill(kafka, run, fleet, readings, polls)) {
      return new Rates(
          topics.sentReadingsPerSecond(),
          topics.consumeOnlyReadingsPerSecond(),
          millis[millis.length / 2],
          millis[millis.length * 99 / 100]);
    }
  }

  private double[] latencies(KafkaAccess kafka, Namespace namespace)
      throws ExecutionException, InterruptedException {
    double[] millis = new double[SENDS];
    String topic = namespace.topic(Topic.READINGS);
    var codec = new ReadingBlockCodec();
    try (var admin = kafka.admin(Map.of())) {
      var creator = new TopicCreator(admin, 1);
      creator.createMissing(namespace);
      try (Producer<String, byte[]> producer = kafka.producer(Map.of())) {
        for (int i = -WARM_UP; i < SENDS; i++) {
          int device = Math.floorMod(i, fleet.devices());
          byte[] block = codec.encode(fleet.block(device, i + WARM_UP, polls, false));
          long begin = System.nanoTime();
          producer.send(new ProducerRecord<>(topic, fleet.name(device), block)).get();
          if (i >= 0) {
            millis[i] = (System.nanoTime() - begin) / NANOS_PER_MILLI;
          }
        }
      } finally {
        creator.delete(namespace);
      }
    }
    Arrays.sort(millis);
    return millis;
  }
}
