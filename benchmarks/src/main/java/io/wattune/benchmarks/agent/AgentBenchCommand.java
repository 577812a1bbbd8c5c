package io.wattune.benchmarks.agent;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.benchmarks.pairs.PairedRatio;
import io.wattune.kafka.KafkaAccess;
import io.wattune.report.ReportTable;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code wattune bench agent}. */
@Command(
    name = "agent",
    description = {
      "What an agent costs its machine: wattune agent, with the JVM options and the class path that"
          + " it has on a node, reads devices that answer at once and publishes to a broker.",
      "Processor time of that process over the measured time, by groups of threads, and its resident"
          + " memory at the end, as the kernel counts them: other work on the machine does not count."
          + " Beside it what as many wakes cost of a thread that does nothing. Linux only."
    },
    mixinStandardHelpOptions = true)
public final class AgentBenchCommand implements Callable<Integer> {
  private static final String NODE = "bench";
  private static final Duration BARE_WARM_UP = Duration.ofSeconds(10);
  private static final long NANOS_PER_MILLI = 1_000_000L;

  private static final ReportTable<AgentRow> TABLE = AgentRow.table();

  @Option(
      names = "--devices",
      paramLabel = "N",
      defaultValue = "8",
      description = "Devices of the node (default: ${DEFAULT-VALUE}).")
  private int devices;

  @Option(
      names = "--hertz",
      paramLabel = "N",
      split = ",",
      description = "Polls of each device in a second (default: 10,50,100).")
  private List<Integer> rates = List.of(10, 50, 100);

  @Option(
      names = "--block-age",
      paramLabel = "MILLIS",
      split = ",",
      description =
          "Ages at which a block is sent (default: 100, as where settings may be set, and 1000, as"
              + " where they may not).")
  private List<Integer> ages = List.of(100, 1_000);

  @Option(
      names = "--updates",
      paramLabel = "MILLIS",
      defaultValue = "0",
      description =
          "Sensors that update so seldom, each at times of its own, and are followed once that is"
              + " known; 0: each poll is new, and none is followed (default: ${DEFAULT-VALUE}).")
  private int updateMillis;

  @Option(
      names = "--kept",
      paramLabel = "MILLIS",
      defaultValue = "0",
      description =
          "The driver keeps the readings, --hertz of them in a second, and the agent takes them so"
              + " seldom; 0: it asks for each (default: ${DEFAULT-VALUE}).")
  private int keptMillis;

  @Option(
      names = "--warm-up",
      paramLabel = "SECONDS",
      defaultValue = "150",
      description =
          "Time before the measured one: methods that are called ten times a second take long to be"
              + " compiled (default: ${DEFAULT-VALUE}).")
  private int warmUpSeconds;

  @Option(
      names = "--for",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "Measured time (default: ${DEFAULT-VALUE}).")
  private int seconds;

  @Option(
      names = "--secured",
      description =
          "Beside each agent, at the same time, another one with TLS, a login by SCRAM and its node's"
              + " codes, at a broker that asks for them; and the ratio of their costs.")
  private boolean isSecuredToo;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "How often it is measured; with --secured of the same two processes, one measured time"
              + " after the other (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--jvm",
      paramLabel = "OPTIONS",
      description = "JVM options of the agent (default: those of the systemd unit).")
  private String jvm = NodeStart.jvmOptions();

  @Override
  public Integer call() throws Exception {
    var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    out.println(TABLE.markdownHead());
    for (int hertz : rates) {
      AgentRow.UseInterval bare = bare(hertz);
      for (int age : ages) {
        if (isSecuredToo) {
          out.println(sideBySide(hertz, age, bare, out));
        } else {
          for (int round = 0; round < rounds; round++) {
            alone(hertz, age, bare, out);
          }
        }
      }
    }
    return CommandLine.ExitCode.OK;
  }

  private AgentRow.UseInterval bare(int hertz) throws Exception {
    try (var process =
        MeasuredProcess.start(
            MeasuredProcess.folder(), jvm, BareWaking.class, Integer.toString(hertz))) {
      MeasuredProcess.pause(BARE_WARM_UP);
      ProcessUse before = process.use();
      MeasuredProcess.pause(Duration.ofSeconds(seconds));
      return new AgentRow.UseInterval(before, process.use());
    }
  }

  private void alone(int hertz, int age, AgentRow.UseInterval bare, PrintStream out)
      throws Exception {
    try (var agent = start(hertz, age, false)) {
      MeasuredProcess.pause(Duration.ofSeconds(warmUpSeconds));
      ProcessUse before = agent.use();
      MeasuredProcess.pause(Duration.ofSeconds(seconds));
      out.println(TABLE.markdown(agent.row(before, agent.use(), bare)));
    }
  }

  /** Two agents at once: whatever else the machine does, it does to both. */
  private String sideBySide(int hertz, int age, AgentRow.UseInterval bare, PrintStream out)
      throws Exception {
    double[] ratios = new double[rounds];
    try (var plain = start(hertz, age, false);
        var secured = start(hertz, age, true)) {
      MeasuredProcess.pause(Duration.ofSeconds(warmUpSeconds));
      for (int round = 0; round < rounds; round++) {
        ProcessUse plainBefore = plain.use();
        ProcessUse securedBefore = secured.use();
        MeasuredProcess.pause(Duration.ofSeconds(seconds));
        ProcessUse plainNow = plain.use();
        ProcessUse securedNow = secured.use();
        ratios[round] = securedNow.share(securedBefore) / plainNow.share(plainBefore);
        out.println(TABLE.markdown(plain.row(plainBefore, plainNow, bare)));
        out.println(TABLE.markdown(secured.row(securedBefore, securedNow, bare)));
      }
    }
    return "secured / in the clear, own cost, of pairs, with 95 % interval: "
        + PairedRatio.of(ratios);
  }

  private MeasuredAgent start(int hertz, int age, boolean isSecured) throws Exception {
    String follows = updateMillis == 0 ? "" : ", follows " + updateMillis + " ms";
    String kept = keptMillis == 0 ? "" : ", kept for " + keptMillis + " ms";
    String label = devices + ", " + hertz + ", " + age + " ms" + follows + kept;
    return MeasuredAgent.start(
        label, jvm, NODE, isSecured, (folder, kafka) -> node(folder, kafka, hertz, age));
  }

  private Path node(Path folder, KafkaAccess kafka, int hertz, int age) throws IOException {
    long readingNanos = 1_000_000_000L / hertz;
    List<String> listed = new ArrayList<>();
    for (int i = 0; i < devices; i++) {
      listed.add(
          String.format(
              Locale.ROOT,
              "{\"uuid\": \"G%d\", \"kind\": \"%s\","
                  + " \"settings\": {\"%s\": \"%d\", \"%s\": \"%d\", \"%s\": \"%d\", \"%s\": \"%d\"}}",
              i,
              InstantKind.NAME,
              InstantKind.PERIOD_NANOS,
              keptMillis == 0 ? readingNanos : keptMillis * NANOS_PER_MILLI,
              InstantKind.KEPT_NANOS,
              keptMillis == 0 ? 0 : readingNanos,
              InstantKind.UPDATE_NANOS,
              updateMillis * NANOS_PER_MILLI,
              InstantKind.PHASE_NANOS,
              updateMillis * NANOS_PER_MILLI * i / devices));
    }
    Path file = folder.resolve("node.json");
    Files.writeString(
        file,
        String.format(
            Locale.ROOT,
            "{\"node\": \"%s\", \"stateFolder\": \"state\", \"bootstrapServers\": \"%s\","
                + " \"kafka\": %s, \"reading\": {\"blockMaxAgeMillis\": %d}, \"devices\": [%s]}",
            NODE,
            kafka.bootstrapServers(),
            new ObjectMapper().writeValueAsString(kafka.security()),
            age,
            String.join(", ", listed)));
    return file;
  }
}
