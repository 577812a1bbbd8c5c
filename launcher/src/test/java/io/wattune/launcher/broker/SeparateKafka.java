package io.wattune.launcher.broker;

import static org.awaitility.Awaitility.await;

import io.wattune.testkit.Certificates;
import io.wattune.testkit.TestJvm;
import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Kafka's own program as a process, with nothing of ours on its class path. */
final class SeparateKafka implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Path folder;
  private final int[] ports;
  private Process process;

  private SeparateKafka(Path folder, int[] ports) throws IOException {
    this.folder = folder;
    this.ports = ports;
    process = launch();
  }

  /** Starts one whose data folder is formatted, and waits until it listens. */
  static SeparateKafka start(Path folder, Properties settings, Certificates certificates)
      throws IOException {
    // Broker and controller are one process; it logs in at itself by its certificate.
    settings.put("super.users", "User:" + SecuredBroker.ADMIN);
    settings.put("listener.security.protocol.map", "SASL_SSL:SASL_SSL,SSL:SSL,CONTROLLER:SSL");
    settings.put("listener.name.controller.ssl.client.auth", "required");
    settings.put("ssl.key.password", certificates.password());
    Path file = folder.resolve("server.properties");
    try (Writer out = Files.newBufferedWriter(file)) {
      settings.store(out, null);
    }
    var kafka =
        new SeparateKafka(
            folder,
            Arrays.stream(settings.getProperty("listeners").split(","))
                .mapToInt(each -> Integer.parseInt(each.substring(each.lastIndexOf(':') + 1)))
                .toArray());
    kafka.awaitPorts();
    return kafka;
  }

  private Process launch() throws IOException {
    String path =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> entry.endsWith(".jar") && !entry.contains("wattune-"))
            .collect(Collectors.joining(File.pathSeparator));
    return TestJvm.process(
            "-Xmx384m", "-cp", path, "kafka.Kafka", folder.resolve("server.properties").toString())
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("kafka.log").toFile()))
        .start();
  }

  private void awaitPorts() {
    await("ports of Kafka, see " + folder)
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(200))
        .failFast("Kafka has ended, see " + folder, () -> !process.isAlive())
        .until(() -> Arrays.stream(ports).allMatch(SeparateKafka::isListenedOn));
  }

  private static boolean isListenedOn(int port) {
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress("127.0.0.1", port), 1_000);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  void restart() throws IOException, InterruptedException {
    stop();
    process = launch();
    awaitPorts();
  }

  private void stop() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
    }
  }

  @Override
  public void close() throws InterruptedException {
    stop();
  }
}
