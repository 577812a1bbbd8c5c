package io.wattune.benchmarks.agent;

import io.wattune.launcher.broker.EmbeddedBroker;
import io.wattune.schemas.topics.Namespace;
import io.wattune.schemas.topics.TopicCreator;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code wattune bench agent}. */
@Command(
    name = "agent",
    description = {
      "What an agent costs its machine: a process with the JVM options of the systemd unit reads"
          + " devices that answer at once and publishes to a broker.",
      "Processor time of that process over the measured time, and its resident memory at the end,"
          + " as the kernel counts them: other work on the machine does not count. Linux only."
    },
    mixinStandardHelpOptions = true)
public final class AgentCommand implements Callable<Integer> {
  private static final double TICKS_PER_SECOND = 100;
  private static final int USER_TICKS = 11;
  private static final double KIBIBYTES_PER_MEBIBYTE = 1024;

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
      names = "--warm-up",
      paramLabel = "SECONDS",
      defaultValue = "30",
      description = "Time before the measured one (default: ${DEFAULT-VALUE}).")
  private int warmUpSeconds;

  @Option(
      names = "--for",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "Measured time (default: ${DEFAULT-VALUE}).")
  private int seconds;

  @Option(
      names = "--jvm",
      paramLabel = "OPTIONS",
      defaultValue = "-Xms16m -Xmx128m -XX:+UseSerialGC -XX:TieredStopAtLevel=1",
      description = "JVM options of the agent (default: ${DEFAULT-VALUE}).")
  private String jvm = "-Xms16m -Xmx128m -XX:+UseSerialGC -XX:TieredStopAtLevel=1";

  @Override
  public Integer call() throws Exception {
    var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    out.println("| devices | polls a second each | share of a core | resident |");
    out.println("|--:|--:|--:|--:|");
    for (int hertz : rates) {
      try (EmbeddedBroker broker = EmbeddedBroker.startTemporary();
          Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
        new TopicCreator(admin, 1).createMissing(Namespace.live());
        out.println(row(broker, hertz));
      }
    }
    return CommandLine.ExitCode.OK;
  }

  private String row(EmbeddedBroker broker, int hertz) throws Exception {
    Path folder = Files.createTempDirectory("wattune-bench-agent");
    Process agent = start(folder, node(folder, broker, hertz));
    try {
      pause(Duration.ofSeconds(warmUpSeconds));
      long ticks = ticks(agent);
      long began = System.nanoTime();
      pause(Duration.ofSeconds(seconds));
      double share =
          (ticks(agent) - ticks) / TICKS_PER_SECOND / ((System.nanoTime() - began) * 1e-9);
      double resident = residentKibibytes(agent) / KIBIBYTES_PER_MEBIBYTE;
      return String.format(
          Locale.ROOT, "| %d | %d | %.2f %% | %.0f MiB |", devices, hertz, 100 * share, resident);
    } finally {
      agent.getOutputStream().close();
      if (!agent.waitFor(20, TimeUnit.SECONDS)) {
        agent.destroyForcibly();
      }
    }
  }

  private Path node(Path folder, EmbeddedBroker broker, int hertz) throws Exception {
    List<String> listed = new ArrayList<>();
    for (int i = 0; i < devices; i++) {
      listed.add(
          "{\"uuid\": \"G%d\", \"kind\": \"%s\", \"settings\": {\"%s\": \"%d\"}}"
              .formatted(i, CountingKind.NAME, CountingKind.PERIOD_NANOS, 1_000_000_000L / hertz));
    }
    Path file = folder.resolve("node.json");
    Files.writeString(
        file,
        "{\"node\": \"bench\", \"stateFolder\": \"state\", \"bootstrapServers\": \"%s\","
                .formatted(broker.bootstrapServers())
            + " \"devices\": ["
            + String.join(", ", listed)
            + "]}");
    return file;
  }

  private Process start(Path folder, Path node) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(jvm.split(" ", -1)));
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    String trusted = System.getProperty("org.apache.avro.SERIALIZABLE_PACKAGES");
    if (trusted != null) {
      command.add(1, "-Dorg.apache.avro.SERIALIZABLE_PACKAGES=" + trusted);
    }
    command.add(CountingAgent.class.getName());
    command.add(node.toString());
    return new ProcessBuilder(command)
        .redirectError(folder.resolve("err").toFile())
        .redirectOutput(folder.resolve("out").toFile())
        .start();
  }

  private static void pause(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  /** Processor time so far, user and system, in hundredths of a second. */
  private static long ticks(Process process) throws Exception {
    String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[USER_TICKS + 1]);
  }

  private static long residentKibibytes(Process process) throws Exception {
    return Files.readAllLines(Path.of("/proc", Long.toString(process.pid()), "status")).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D+", "")))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("the agent is gone"));
  }
}
