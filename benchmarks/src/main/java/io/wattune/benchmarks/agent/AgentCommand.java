package io.wattune.benchmarks.agent;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.benchmarks.broker.MeasuredBroker;
import io.wattune.kafka.KafkaAccess;
import io.wattune.kafka.TopicCreator;
import io.wattune.schemas.file.ProtectedFile;
import io.wattune.schemas.signature.NodeCodeKey;
import io.wattune.schemas.topics.Namespace;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.admin.Admin;
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
public final class AgentCommand implements Callable<Integer> {
  private static final String NODE = "bench";
  private static final Duration BARE_WARM_UP = Duration.ofSeconds(10);
  private static final Duration DELAY_TIME = Duration.ofSeconds(10);
  private static final long NANOS_PER_MILLI = 1_000_000L;

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
          "After each line the same agent with TLS, a login by SCRAM and its node's codes, at a"
              + " broker that asks for them.")
  private boolean isSecuredToo;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "1",
      description = "How often all of it is measured (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--jvm",
      paramLabel = "OPTIONS",
      description = "JVM options of the agent (default: those of the systemd unit).")
  private String jvm = NodeStart.jvmOptions();

  @Override
  public Integer call() throws Exception {
    var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    out.println(AgentRow.head());
    for (int hertz : rates) {
      AgentRow.Interval bare = bare(hertz);
      for (int round = 0; round < rounds; round++) {
        for (int age : ages) {
          out.println(measured(hertz, age, bare, false).line());
          if (isSecuredToo) {
            out.println(measured(hertz, age, bare, true).line());
          }
        }
      }
    }
    return CommandLine.ExitCode.OK;
  }

  private AgentRow.Interval bare(int hertz) throws Exception {
    try (var process =
        MeasuredProcess.start(
            MeasuredProcess.folder(), jvm, BareWaking.class, Integer.toString(hertz))) {
      return uses(process, BARE_WARM_UP);
    }
  }

  private AgentRow measured(int hertz, int age, AgentRow.Interval bare, boolean isSecured)
      throws Exception {
    Path folder = MeasuredProcess.folder();
    try (var broker = isSecured ? MeasuredBroker.secured() : MeasuredBroker.plain();
        Admin admin = broker.access().admin(Map.of())) {
      new TopicCreator(admin, 1).createMissing(Namespace.live());
      KafkaAccess kafka = isSecured ? withCodes(broker.access(), folder) : broker.access();
      Path node = node(folder, kafka, hertz, age);
      try (var agent = MeasuredProcess.start(folder, jvm, CountingAgent.class, node.toString())) {
        AgentRow.Interval used = uses(agent, Duration.ofSeconds(warmUpSeconds));
        double resident = agent.residentMebibytes();
        Delays delays = Delays.measure(broker.access(), DELAY_TIME);
        String follows = updateMillis == 0 ? "" : ", follows " + updateMillis + " ms";
        String kept = keptMillis == 0 ? "" : ", kept for " + keptMillis + " ms";
        String label =
            devices
                + ", "
                + hertz
                + ", "
                + age
                + " ms"
                + follows
                + kept
                + (isSecured ? ", secured" : "");
        return new AgentRow(label, used, bare, resident, delays);
      }
    }
  }

  private static KafkaAccess withCodes(KafkaAccess kafka, Path folder) throws Exception {
    Path key = folder.resolve("node.code");
    ProtectedFile.createSecret(key, NodeCodeKey.generate().ofNode(NODE).text());
    var security = new TreeMap<>(kafka.security());
    security.put("wattune.node-code.key", "${secret:" + key + "}");
    return new KafkaAccess(kafka.bootstrapServers(), security);
  }

  private AgentRow.Interval uses(MeasuredProcess process, Duration warmUp) throws Exception {
    MeasuredProcess.pause(warmUp);
    ProcessUse before = process.use();
    MeasuredProcess.pause(Duration.ofSeconds(seconds));
    return new AgentRow.Interval(before, process.use());
  }

  private Path node(Path folder, KafkaAccess kafka, int hertz, int age) throws Exception {
    long readingNanos = 1_000_000_000L / hertz;
    List<String> listed = new ArrayList<>();
    for (int i = 0; i < devices; i++) {
      listed.add(
          String.format(
              Locale.ROOT,
              "{\"uuid\": \"G%d\", \"kind\": \"%s\","
                  + " \"settings\": {\"%s\": \"%d\", \"%s\": \"%d\", \"%s\": \"%d\", \"%s\": \"%d\"}}",
              i,
              CountingKind.NAME,
              CountingKind.PERIOD_NANOS,
              keptMillis == 0 ? readingNanos : keptMillis * NANOS_PER_MILLI,
              CountingKind.KEPT_NANOS,
              keptMillis == 0 ? 0 : readingNanos,
              CountingKind.UPDATE_NANOS,
              updateMillis * NANOS_PER_MILLI,
              CountingKind.PHASE_NANOS,
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
