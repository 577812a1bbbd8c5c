package io.wattune.embedded.broker;

import io.wattune.embedded.folder.Folders;
import io.wattune.kafka.KafkaAccess;
import io.wattune.schemas.failure.FailureWords;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A real Kafka broker (KRaft, broker and controller in one) inside this process, reachable over the
 * loopback interface only unless another address is asked for. Start-up takes about two seconds.
 * Closing waits until it has stopped, and deletes its folder when it was a temporary one. Thread
 * safe.
 */
public final class EmbeddedBroker implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedBroker.class);
  private static final int PORT_ATTEMPTS = 5;
  private static final int CONNECT_MILLIS = 2000;
  private static final String LOOPBACK = "127.0.0.1";

  private final KafkaRaftServer server;
  private final Path folder;
  private final boolean isTemporary;
  private final String host;
  private final int port;
  private boolean isClosed;

  private EmbeddedBroker(
      KafkaRaftServer server, Path folder, boolean isTemporary, String host, int port) {
    this.server = server;
    this.folder = folder;
    this.isTemporary = isTemporary;
    this.host = host;
    this.port = port;
  }

  /** Starts a broker on a free port, with a temporary folder that goes when it is closed. */
  public static EmbeddedBroker startTemporary() {
    try {
      Path folder = Files.createTempDirectory("wattune-broker-");
      return start(folder, true, LOOPBACK, 0);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make a temporary folder for the Kafka broker", e);
    }
  }

  /**
   * Starts a broker that keeps its data in {@code folder}, which is made when it is absent and used
   * again when a broker of an earlier run wrote it.
   *
   * @param port the port to listen on, or 0 for any free one
   */
  public static EmbeddedBroker start(Path folder, int port) {
    return start(folder, LOOPBACK, port);
  }

  /**
   * The same on another address. Nothing there asks anybody who he is.
   *
   * @param host the name or address of this machine on which it listens, and under which it is
   *     reached
   */
  public static EmbeddedBroker start(Path folder, String host, int port) {
    try {
      Files.createDirectories(folder);
      return start(folder, false, host, port);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot use " + folder + " as the Kafka broker's folder", e);
    }
  }

  private static EmbeddedBroker start(Path folder, boolean isTemporary, String host, int port)
      throws IOException {
    FreePorts.require(host, port, "the Kafka broker");
    RuntimeException failure = null;
    for (int attempt = 0; attempt < PORT_ATTEMPTS; attempt++) {
      int[] free = FreePorts.two();
      int listenPort = port == 0 ? free[0] : port;
      KafkaRaftServer server = server(folder, host, listenPort, free[1]);
      try {
        server.startup();
        LOG.debug("Kafka listens on {}:{}, data in {}", host, listenPort, folder);
        return new EmbeddedBroker(server, folder, isTemporary, host, listenPort);
      } catch (RuntimeException e) {
        // Usually somebody took the port between the look and the bind: try others.
        failure = e;
        stop(server);
      }
    }
    if (isTemporary) {
      Folders.deleteTree(folder);
    }
    throw new IllegalStateException(
        "the Kafka broker did not start in "
            + folder
            + (failure == null ? "" : ": " + failure.getMessage()),
        failure);
  }

  private static KafkaRaftServer server(Path folder, String host, int port, int controllerPort) {
    if (!Files.exists(folder.resolve("meta.properties"))) {
      format(folder);
    }
    var settings = BrokerSettings.of(folder, host, port, controllerPort);
    return new KafkaRaftServer(new KafkaConfig(settings, false), Time.SYSTEM);
  }

  private static void format(Path folder) {
    PrintStream silent =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    try {
      new Formatter()
          .setClusterId(Uuid.randomUuid().toString())
          .setNodeId(BrokerSettings.NODE_ID)
          .setControllerListenerName(BrokerSettings.CONTROLLER_LISTENER)
          .setMetadataLogDirectory(folder.toString())
          .setDirectories(List.of(folder.toString()))
          .setPrintStream(silent)
          .run();
    } catch (Exception e) {
      throw new IllegalStateException(
          "cannot prepare " + folder + " as the Kafka broker's folder: " + FailureWords.of(e), e);
    }
  }

  /** Where clients connect: {@code 127.0.0.1:<port>}, unless it was given another address. */
  public String bootstrapServers() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }

  /** How clients reach it. */
  public KafkaAccess access() {
    return KafkaAccess.of(bootstrapServers());
  }

  /** Waits until it has stopped: closed, or by itself, as when its disk fails. */
  public void awaitEnd() {
    server.awaitShutdown();
  }

  /** Whether it takes connections now. */
  public boolean isAnswering() {
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress(host, port), CONNECT_MILLIS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Where the broker keeps its data. */
  public Path folder() {
    return folder;
  }

  @Override
  public synchronized void close() {
    if (isClosed) {
      return;
    }
    isClosed = true;
    stop(server);
    if (isTemporary) {
      Folders.deleteTemporary(folder, "the broker's");
    }
  }

  private static void stop(KafkaRaftServer server) {
    try {
      server.shutdown();
      server.awaitShutdown();
    } catch (RuntimeException e) {
      LOG.warn("the Kafka broker did not stop cleanly: {}", e.toString());
    }
  }
}
