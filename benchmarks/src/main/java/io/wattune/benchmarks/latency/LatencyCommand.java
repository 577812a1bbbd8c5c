package io.wattune.benchmarks.latency;

import io.wattune.kafka.KafkaAccess;
import io.wattune.pipeline.KeepOptions;
import io.wattune.pipeline.LiveWatch;
import io.wattune.pipeline.UpOptions;
import io.wattune.pipeline.UpRun;
import io.wattune.pipeline.UpSummary;
import io.wattune.report.ReportTable;
import io.wattune.schemas.codec.ActuationCodec;
import io.wattune.schemas.codec.DecisionCodec;
import io.wattune.schemas.codec.PowerBlockCodec;
import io.wattune.schemas.codec.ReadingBlockCodec;
import io.wattune.schemas.topics.Topic;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code wattune bench latency}. */
@Command(
    name = "latency",
    description = {
      "Time from a reading to the settings that it led to, read back from the device: the whole"
          + " pipeline on this machine, with simulated GPUs, stage by stage."
    },
    mixinStandardHelpOptions = true)
public final class LatencyCommand implements Callable<Integer> {
  private static final double NANOS_PER_MILLI = 1e6;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "4",
      description = "Simulated nodes (default: ${DEFAULT-VALUE}).")
  private int nodes;

  @Option(
      names = "--gpus-per-node",
      paramLabel = "N",
      defaultValue = "50",
      description = "Simulated GPUs in each (default: ${DEFAULT-VALUE}).")
  private int gpusPerNode;

  @Option(
      names = "--poll-millis",
      paramLabel = "N",
      defaultValue = "20",
      description = "Milliseconds between two polls of a GPU (default: ${DEFAULT-VALUE}).")
  private int pollMillis;

  @Option(
      names = "--workload",
      paramLabel = "NAME",
      defaultValue = "batches",
      description = "What runs on the GPUs (default: ${DEFAULT-VALUE}).")
  private String workload = "";

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "150",
      description = "How long to run (default: ${DEFAULT-VALUE}).")
  private int seconds;

  @Option(
      names = "--warm-up-seconds",
      paramLabel = "N",
      defaultValue = "45",
      description =
          "What is applied in the first seconds is left out, while the JVM compiles (default:"
              + " ${DEFAULT-VALUE}).")
  private int warmUpSeconds;

  @Override
  public Integer call() throws Exception {
    var options =
        new UpOptions(
            nodes,
            gpusPerNode,
            "gcn-32cu",
            workload,
            "fine",
            Duration.ofSeconds(seconds),
            null,
            1,
            Duration.ofMillis(pollMillis),
            KeepOptions.NOTHING,
            false,
            List.of("bench", "latency"));
    var passages = new Passages();
    UpSummary summary =
        new UpRun(options, System.err, running -> watch(running.kafka(), passages), ignored -> {})
            .run();
    print(summary, passages, warmUpSeconds);
    return summary.isRestored() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
  }

  /** What it hands over is the passages' own until it is closed. */
  private static AutoCloseable watch(KafkaAccess kafka, Passages passages) {
    var watch = new LiveWatch(kafka);
    watch.readTimed(Topic.READINGS, new ReadingBlockCodec(), passages::block);
    watch.readTimed(Topic.POWER, new PowerBlockCodec(), passages::power);
    watch.read(Topic.DECISIONS, new DecisionCodec(), passages::decision);
    watch.read(Topic.ACTUATIONS, new ActuationCodec(), passages::actuation);
    watch.start();
    return () -> {
      watch.close();
      watch.check();
    };
  }

  private static void print(UpSummary summary, Passages passages, int warmUpSeconds) {
    var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    List<Passage> all = passages.complete(TimeUnit.SECONDS.toNanos(warmUpSeconds));
    out.println(
        String.format(
            Locale.ROOT,
            "%d GPUs, %d readings, %d decisions, %d applied (%d after the warm-up), %d renewed, refused %s,"
                + " restores %s",
            summary.devices(),
            summary.readings(),
            summary.counts().decisions(),
            passages.applied(),
            all.size(),
            summary.counts().renewed(),
            summary.counts().refusedByReason(),
            summary.counts().restoresByReason()));
    out.println();
    var table =
        new ReportTable<Stage>()
            .words("stage", Stage::words)
            .figures("half within", stage -> millis(all, stage, 0.5))
            .figures("99 of 100 within", stage -> millis(all, stage, 0.99))
            .figures("longest", stage -> millis(all, stage, 1));
    out.println(table.markdownHead());
    for (Stage stage : Stage.values()) {
      out.println(table.markdown(stage));
    }
  }

  /** The time that a share of the passages does not exceed. */
  private static String millis(List<Passage> all, Stage stage, double share) {
    long[] sorted = all.stream().mapToLong(stage::nanos).sorted().toArray();
    if (sorted.length == 0) {
      return "-";
    }
    int index = (int) Math.ceil(share * sorted.length) - 1;
    return String.format(Locale.ROOT, "%.0f ms", sorted[Math.max(0, index)] / NANOS_PER_MILLI);
  }
}
