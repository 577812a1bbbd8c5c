package io.wattune.collectors.writer;

import static io.wattune.collectors.writer.TestNode.core;

import io.wattune.collectors.node.NodeConfig;
import io.wattune.collectors.node.NodeFile;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.Decision;
import io.wattune.core.lease.Holds;
import io.wattune.core.tunable.Configuration;
import io.wattune.testkit.TestJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/**
 * A writer or a guardian in a process of its own, which a test can kill, freeze and talk to: {@code
 * DEVICE SEQUENCE MEGAHERTZ LEASE_MILLIS} on standard input is a decision, what was done comes on
 * standard output.
 */
final class NodeProcess implements AutoCloseable {
  private final Process process;
  private static final String BASED = "based ";

  private final PrintWriter input;
  private final List<String> lines = new CopyOnWriteArrayList<>();

  private NodeProcess(Process process) {
    this.process = process;
    this.input =
        new PrintWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8), true);
    var reader = new Thread(this::read, "output of " + process.pid());
    reader.setDaemon(true);
    reader.start();
  }

  static NodeProcess writer(TestNode node) throws IOException {
    return start("writer", node);
  }

  static NodeProcess guardian(TestNode node) throws IOException {
    return start("guardian", node);
  }

  private static NodeProcess start(String role, TestNode node) throws IOException {
    return new NodeProcess(
        TestJvm.process(
                "-cp",
                System.getProperty("java.class.path"),
                NodeProcess.class.getName(),
                role,
                node.file().toString())
            .redirectErrorStream(true)
            .start());
  }

  private void read() {
    try (var reader =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      reader.lines().forEach(lines::add);
    } catch (IOException | java.io.UncheckedIOException e) {
      lines.add("(ended)");
    }
  }

  /** What it has said. */
  List<String> lines() {
    return lines;
  }

  boolean hasSaid(String text) {
    return lines.stream().anyMatch(line -> line.contains(text));
  }

  long count(String text) {
    return lines.stream().filter(line -> line.contains(text)).count();
  }

  void decide(int device, long sequence, long megahertz, long leaseMillis) {
    input.println(device + " " + sequence + " " + megahertz + " " + leaseMillis);
  }

  /**
   * The time of the reading on which the last decision for a device was based: its lease's begin.
   */
  long basedOnNanos(int device) {
    String beginning = BASED + device + " ";
    return lines.stream()
        .filter(line -> line.startsWith(beginning))
        .mapToLong(line -> Long.parseLong(line.substring(beginning.length())))
        .max()
        .orElseThrow();
  }

  Process process() {
    return process;
  }

  /** As {@code kill} does it. */
  void signal(String name) throws Exception {
    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
  }

  void kill() throws Exception {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() throws Exception {
    kill();
  }

  /** The process itself. */
  public static void main(String[] arguments) throws Exception {
    NodeConfig config = NodeFile.read(Path.of(arguments[1]));
    if (arguments[0].equals("guardian")) {
      Guardian.start(config.setup(), TestNode.KINDS);
      System.out.println("ready");
      new CountDownLatch(1).await();
    }
    io.wattune.collectors.writer.Writer writer = writer(config);
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> Runtime.getRuntime().halt(writer.stop() ? 0 : 1)));
    writer.holds(Holds.NONE);
    System.out.println("ready");
    var commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = commands.readLine(); line != null; line = commands.readLine()) {
      String[] words = line.split(" ", -1);
      Configuration configuration = core(Long.parseLong(words[2]));
      Decision.ForDevice decision =
          TestNode.decision(
              Integer.parseInt(words[0]),
              1,
              Long.parseLong(words[1]),
              Long.parseLong(words[3]),
              configuration.with(FaultyKind.MEMORY.at(500)));
      System.out.println(BASED + words[0] + " " + decision.basedOnNanos());
      writer.decide(decision);
    }
    new CountDownLatch(1).await();
  }

  private static io.wattune.collectors.writer.Writer writer(NodeConfig config) throws Exception {
    try {
      return io.wattune.collectors.writer.Writer.start(
          config.setup(), TestNode.KINDS, NodeClock.SYSTEM, NodeProcess::print);
    } catch (WriterException e) {
      System.out.println("failed: " + e.getMessage());
      System.exit(1);
      throw e;
    }
  }

  private static void print(Actuation actuation) {
    System.out.println(actuation.outcome() + " " + actuation.reason() + " " + actuation.device());
  }
}
