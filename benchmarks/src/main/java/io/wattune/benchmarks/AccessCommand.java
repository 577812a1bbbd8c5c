package io.wattune.benchmarks;

import io.wattune.benchmarks.broker.MeasuredBroker;
import io.wattune.benchmarks.pairs.Pair;
import io.wattune.benchmarks.pairs.PairedRatio;
import io.wattune.benchmarks.synthetic.FilledTopics;
import io.wattune.benchmarks.synthetic.SyntheticFleet;
import io.wattune.kafka.KafkaAccess;
import io.wattune.kafka.TopicCreator;
import io.wattune.report.ReportTable;
import io.wattune.schemas.codec.ReadingBlockCodec;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.Topic;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code wattune bench access}. */
@Command(
    name = "access",
    description = {
      "What TLS and a login cost: the same blocks sent to and read from two brokers, one in the"
          + " clear and one with TLS, a login by SCRAM and rights, by turns. Brokers and clients are"
          + " in one process: both sides of a connection are in the figures."
    },
    mixinStandardHelpOptions = true)
final class AccessCommand implements Callable<Integer> {
  private static final int WARM_UP = 300;
  private static final int SENDS = 1_000;
  private static final double NANOS_PER_MILLI = 1e6;

  /**
   * What one broker gave.
   *
   * @param sent readings a second, many blocks on the way at once
   * @param read readings a second
   * @param medianMillis from one block sent to its acknowledgement, nothing else on the way
   * @param slowMillis the same, but for one block in a hundred
   */
  private record Rates(double sent, double read, double medianMillis, double slowMillis) {}

  private record Line(int round, String broker, Rates rates, Rates plain) {}

  private static final ReportTable<Line> TABLE =
      new ReportTable<Line>()
          .figures("round", "%.0f", Line::round)
          .words("broker", Line::broker)
          .figures("sent", "%.2f M/s", line -> line.rates().sent() * 1e-6)
          .figures("read", "%.2f M/s", line -> line.rates().read() * 1e-6)
          .figures("a block alone, p50", "%.2f ms", line -> line.rates().medianMillis())
          .figures("p99", "%.2f ms", line -> line.rates().slowMillis())
          .figures("sent / in the clear", "%.2f", line -> line.rates().sent() / line.plain().sent())
          .figures(
              "read / in the clear", "%.2f", line -> line.rates().read() / line.plain().read());

  @Option(
      names = "--readings",
      paramLabel = "N",
      defaultValue = "60000000",
      description = "Readings to each broker in each round (default: ${DEFAULT-VALUE}).")
  private long readings;

  @Option(
      names = "--polls",
      paramLabel = "N",
      defaultValue = "50",
      description = "Readings a block (default: ${DEFAULT-VALUE}).")
  private int polls;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "4",
      description = "How often each broker has its turn (default: ${DEFAULT-VALUE}).")
  private int rounds;

  private final SyntheticFleet fleet = new SyntheticFleet(200, 1);

  @Override
  public Integer call() throws Exception {
    var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    out.println(TABLE.markdownHead());
    List<Pair<Rates>> done;
    try (var plain = MeasuredBroker.plain();
        var secured = MeasuredBroker.secured()) {
      done = Pair.byTurns(rounds, plain.access(), secured.access(), System.err, this::rates);
    }
    int number = 1;
    for (Pair<Rates> pair : done) {
      out.println(TABLE.markdown(new Line(number, "in the clear", pair.plain(), pair.plain())));
      out.println(TABLE.markdown(new Line(number, "TLS, SCRAM", pair.other(), pair.plain())));
      number++;
    }
    out.println();
    out.println(
        "TLS, SCRAM / in the clear, of pairs, with 95 % interval: sent "
            + PairedRatio.of(done, Rates::sent)
            + ", read "
            + PairedRatio.of(done, Rates::read)
            + ", a block alone, p50 "
            + PairedRatio.of(done, Rates::medianMillis)
            + ", p99 "
            + PairedRatio.of(done, Rates::slowMillis));
    return CommandLine.ExitCode.OK;
  }

  private Rates rates(KafkaAccess kafka, int round) throws Exception {
    String run = "access-" + round;
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
