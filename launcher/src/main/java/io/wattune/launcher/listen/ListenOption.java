package io.wattune.launcher.listen;

import io.javalin.config.RoutesConfig;
import io.wattune.http.Health;
import io.wattune.http.ListenAddress;
import io.wattune.http.PartProbe;
import io.wattune.http.PartServer;
import io.wattune.http.PartServerOptions;
import io.wattune.http.metric.LeftOutLabels;
import io.wattune.http.metric.Metrics;
import io.wattune.http.tls.TlsException;
import io.wattune.launcher.option.CommonKey;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.release.Versions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of a part's HTTP server, and the server that they ask for. */
public final class ListenOption {
  /** A server, or none where the part does not listen. */
  public interface Serving extends AutoCloseable {
    @Override
    void close();
  }

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      converter = Listen.Converter.class,
      description =
          "where /health and /metrics are served: port 0 takes any free one, off serves nothing; an"
              + " address that other machines reach needs --token-file; default: ${DEFAULT-VALUE}")
  private Listen listen;

  @CommonKey("http.token-file")
  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description =
          "file with lines read=TOKEN and operate=TOKEN, or read.NAME=TOKEN and operate.NAME=TOKEN"
              + " where each has a token of its own: whoever asks then needs one of them, /health"
              + " excepted; nobody else may read the file; default: none, on loopback nobody needs"
              + " one")
  private @Nullable Path tokenFile;

  @Mixin private TlsOptions tls = new TlsOptions();

  /** A part that listens on this port of the machine itself, unless configured otherwise. */
  public ListenOption(int port) {
    listen = new Listen(ListenAddress.loopback(port));
  }

  /**
   * Where and for whom a part listens that makes its server itself, since it is nothing without.
   *
   * @throws EngineException where it shall not listen, or the address would let anybody in
   */
  public PartServerOptions server(String part) throws EngineException {
    ListenAddress address = listen.address();
    if (address == null) {
      throw EngineException.wrongInput("--listen: " + part + " must listen somewhere, not off");
    }
    return server(part, address);
  }

  private PartServerOptions server(String part, ListenAddress address) throws EngineException {
    try {
      return new PartServerOptions(
          part,
          Versions.all().getOrDefault("wattune", "unknown"),
          address,
          TokenFile.access(tokenFile),
          tls.files());
    } catch (IllegalArgumentException e) {
      throw EngineException.wrongInput("--listen: " + e.getMessage());
    }
  }

  /**
   * Starts the server of a part that can do without the broker, but not without being seen.
   *
   * @return closed at the part's end; does nothing where the part does not listen
   * @throws EngineException where the address cannot be had, or would let anybody in
   */
  public Serving start(PartProbe probe) throws EngineException {
    return start(probe, LeftOutLabels.NONE, routes -> {});
  }

  /** The same with routes of the part's own, and without some labels of the metrics. */
  public Serving start(PartProbe probe, LeftOutLabels without, Consumer<RoutesConfig> routes)
      throws EngineException {
    Metrics metrics = Metrics.of(probe).without(without);
    Optional<PartServer> server = start(probe.part(), probe, metrics, routes);
    return () -> server.ifPresent(PartServer::close);
  }

  /**
   * The same with routes of the part's own.
   *
   * @return empty where the part does not listen
   */
  public Optional<PartServer> start(
      String part, Health health, Metrics metrics, Consumer<RoutesConfig> routes)
      throws EngineException {
    ListenAddress address = listen.address();
    if (address == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(PartServer.start(server(part, address), health, metrics, routes));
    } catch (IOException e) {
      throw refused(e);
    }
  }

  /** What is said of a server that could not start. */
  public static EngineException refused(IOException failure) {
    return EngineException.wrongInput(
        (failure instanceof TlsException ? "" : "--listen: ") + failure.getMessage());
  }
}
