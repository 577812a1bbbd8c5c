package io.wattune.benchmarks;

import io.wattune.benchmarks.plain.PlainCorrection;
import io.wattune.benchmarks.synthetic.FilledTopics;
import io.wattune.benchmarks.synthetic.SyntheticFleet;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.embedded.broker.EmbeddedBroker;
import io.wattune.embedded.flink.JobSubmitter;
import io.wattune.embedded.flink.LocalFlink;
import io.wattune.kafka.KafkaAccess;
import io.wattune.report.ReportTable;
import io.wattune.schemas.codec.ReadingBlockCodec;
import io.wattune.streams.kafka.JobOptions;
import io.wattune.streams.ledger.LedgerJob;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code wattune bench throughput}: how many readings a second the ledger job takes, topic to topic
 * with exactly-once energy, beside four marks of the same run: a bare loop without framework, a
 * consumer that only reads, the same job with plain first-order correction in the ledger's place,
 * and the same job with one record a reading.
 *
 * <p>The topics are filled first. A job's rate is taken from its first to its last but one commit,
 * so neither start-up counts nor the wait for the checkpoint after the last reading; the commits
 * do. Ratios within one run mean something; rates depend on the machine and on what else it does.
 */
@Command(
    name = "throughput",
    description = {
      "Readings per second of the ledger job, topic to topic, with exactly-once energy.",
      "Beside it, in the same run: a bare loop, a consumer that only reads, the job with plain"
          + " first-order correction in the ledger's place, and the job with one record a"
          + " reading."
    },
    mixinStandardHelpOptions = true)
final class ThroughputCommand implements Callable<Integer> {
  /** Polls a block; the first is the mark "one record a reading". */
  private static final List<Integer> BLOCKS = List.of(1, 10, 50, 200);

  /** Group and transactions of the job with plain correction. */
  private static final String PLAIN = "plain";

  private static final Duration CHECKPOINT = Duration.ofSeconds(2);
  private static final Duration LONGEST = Duration.ofMinutes(5);
  private static final int BARE_READINGS = 400_000;
  private static final int BARE_ROUNDS = 5;

  @Option(
      names = "--readings",
      paramLabel = "N",
      defaultValue = "100000000",
      description = "Readings for blocks of 50 and more (default: ${DEFAULT-VALUE}).")
  private long readings;

  @Option(
      names = "--devices",
      paramLabel = "N",
      defaultValue = "200",
      description = "Devices that they come from (default: ${DEFAULT-VALUE}).")
  private int devices;

  @Option(
      names = "--parallelism",
      paramLabel = "N",
      defaultValue = "2",
      description = "Tasks of each operator (default: ${DEFAULT-VALUE}).")
  private int parallelism;

  @Option(
      names = "--blocks",
      paramLabel = "N",
      split = ",",
      description =
          "Readings a block; the last column compares with the first (default: 1,10,50,200).")
  private List<Integer> blocks = BLOCKS;

  @Option(names = "--smoothed", description = "The ledger job puts out smoothed power as well.")
  private boolean smoothed;

  /** What one block size gave, in readings per second, and bytes per reading in Kafka. */
  private record Row(
      int polls, double consumer, double bareLoop, double plain, double job, double bytes) {}

  @Override
  public Integer call() throws Exception {
    List<Row> rows = rows();
    var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    double one = rows.get(0).job();
    out.println();
    var table =
        new ReportTable<Row>()
            .figures("polls a block", "%.0f", Row::polls)
            .figures("bytes a reading", "%.1f", Row::bytes)
            .figures("consumer only", "%.2f M/s", row -> row.consumer() * 1e-6)
            .figures("bare loop, 1 thread", "%.2f M/s", row -> row.bareLoop() * 1e-6)
            .figures("plain job", "%.2f M/s", row -> row.plain() * 1e-6)
            .figures("ledger job", "%.2f M/s", row -> row.job() * 1e-6)
            .figures("ledger / plain", "%.2f", row -> row.job() / row.plain())
            .figures("ledger / first", "%.1f", row -> row.job() / one);
    out.println(table.markdownHead());
    rows.forEach(row -> out.println(table.markdown(row)));
    return CommandLine.ExitCode.OK;
  }

  private List<Row> rows() throws Exception {
    var fleet = new SyntheticFleet(devices, 1);
    List<Row> rows = new ArrayList<>();
    try (var broker = EmbeddedBroker.startTemporary();
        var flink = LocalFlink.startTemporary(parallelism)) {
      System.err.println("warming up");
      row(broker, flink, fleet, 50, readings / 2, "warm");
      for (int polls : blocks) {
        // Small blocks are so much slower that fewer readings take as long.
        long sent = polls == 1 ? readings / 40 : polls <= 10 ? readings / 4 : readings;
        System.err.println(polls + " polls a block, " + sent + " readings");
        rows.add(row(broker, flink, fleet, polls, sent, "b" + polls));
      }
    }
    return rows;
  }

  private Row row(
      EmbeddedBroker broker,
      LocalFlink flink,
      SyntheticFleet fleet,
      int polls,
      long sent,
      String run)
      throws Exception {
    KafkaAccess servers = broker.access();
    try (var topics = FilledTopics.fill(servers, "bench-" + run, fleet, sent, polls)) {
      double consumer = topics.consumeOnlyReadingsPerSecond();
      double bare = bareLoop(fleet, polls);
      double bytes = topics.bytesPerReading();
      double plain = plain(servers, flink, topics);
      double job = ledger(servers, flink, topics);
      return new Row(polls, consumer, bare, plain, job, bytes);
    }
  }

  private static double bareLoop(SyntheticFleet fleet, int polls) throws Exception {
    var codec = new ReadingBlockCodec();
    byte[][] blocks = new byte[BARE_READINGS / polls][];
    for (int i = 0; i < blocks.length; i++) {
      blocks[i] = codec.encode(fleet.block(0, i, polls, false));
    }
    return new BareLoop().readingsPerSecond(blocks, polls, BARE_ROUNDS);
  }

  private double ledger(KafkaAccess servers, LocalFlink flink, FilledTopics topics)
      throws Exception {
    JobOptions options = options(servers, topics);
    return rate(
        flink,
        topics,
        LedgerJob.group(topics.namespace()),
        env -> LedgerJob.build(env, options, LedgerSettings.DEFAULT.smoothing(smoothed)));
  }

  private double plain(KafkaAccess servers, LocalFlink flink, FilledTopics topics)
      throws Exception {
    JobOptions options = options(servers, topics);
    var correction = new PlainCorrection(topics.namespace(), SyntheticFleet.TIME_CONSTANT_SECONDS);
    return rate(
        flink,
        topics,
        topics.namespace().group(PLAIN),
        env -> LedgerJob.build(env, options, PLAIN, correction));
  }

  private JobOptions options(KafkaAccess servers, FilledTopics topics) {
    return new JobOptions(
        servers, topics.namespace(), parallelism, CHECKPOINT, JobOptions.FOR_THROUGHPUT);
  }

  /** Readings a second of a job between its first and its last but one commit. */
  static double rate(
      LocalFlink flink,
      FilledTopics topics,
      String group,
      Consumer<StreamExecutionEnvironment> builder)
      throws Exception {
    long deadline = System.nanoTime() + LONGEST.toNanos();
    try (var job = JobSubmitter.to(flink).submit(group, LedgerJob::configure, builder)) {
      long firstNanos = 0;
      long firstReadings = 0;
      long lastNanos = 0;
      long lastReadings = 0;
      long now = 0;
      while (now < topics.readings()) {
        job.check();
        TimeUnit.MILLISECONDS.sleep(20);
        now = topics.committedReadings(group);
        if (now > lastReadings && now < topics.readings()) {
          lastReadings = now;
          lastNanos = System.nanoTime();
          if (firstNanos == 0) {
            firstNanos = lastNanos;
            firstReadings = now;
          }
        }
        if (System.nanoTime() > deadline) {
          throw new IllegalStateException(
              "only " + now + " of " + topics.readings() + " readings after " + LONGEST);
        }
      }
      if (lastNanos == firstNanos) {
        throw new IllegalStateException(
            "the job was done before its third commit: give it more --readings");
      }
      return (lastReadings - firstReadings) / ((lastNanos - firstNanos) * 1e-9);
    }
  }
}
