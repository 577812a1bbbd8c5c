package io.wattune.collectors.status;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.wattune.collectors.node.NodeConfig;
import io.wattune.http.HealthCheck;
import io.wattune.http.HealthReport;
import io.wattune.http.HealthStatus;
import io.wattune.http.Problem;
import io.wattune.schemas.failure.FailureWords;
import io.wattune.schemas.release.Versions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The agent's routes that show its node's writer and guardian: {@code /writer/health}, {@code
 * /writer/metrics}, {@code /guardian/health} and {@code /guardian/metrics}; with {@code ?node=NAME}
 * where one agent reads several nodes. A part that has not reported for a while is DOWN.
 */
public final class StatusRoutes {
  static final Duration LONGEST_SILENCE = Duration.ofSeconds(10);

  private final List<NodeConfig> nodes;
  private final LongSupplier epochMillis;

  public StatusRoutes(List<NodeConfig> nodes, LongSupplier epochMillis) {
    this.nodes = List.copyOf(nodes);
    this.epochMillis = epochMillis;
  }

  public void addTo(RoutesConfig routes) {
    add(routes, "writer", StatusRoutes::writer);
    add(routes, "guardian", StatusRoutes::guardian);
  }

  private void add(RoutesConfig routes, String part, Function<NodeConfig, Path> file) {
    routes.get("/" + part + "/health", request -> health(request, part, file));
    routes.get("/" + part + "/metrics", request -> metrics(request, part, file));
  }

  /** A writer without privileges reports in a folder of its own: the newer one counts. */
  private static Path writer(NodeConfig node) {
    return newer(node.folder().writerStatus(), node.folder().ofDecisions().writerStatus());
  }

  /** So does a guardian without privileges. */
  private static Path guardian(NodeConfig node) {
    return newer(node.folder().guardianStatus(), node.folder().ofGuardian().guardianStatus());
  }

  private static Path newer(Path whole, Path half) {
    return half.toFile().lastModified() > whole.toFile().lastModified() ? half : whole;
  }

  private void health(Context request, String part, Function<NodeConfig, Path> file) {
    Found found = find(file.apply(node(request)), part);
    PartStatus status = found.status();
    request.header("Cache-Control", "no-store").contentType("application/json");
    if (status == null) {
      HealthReport report =
          new HealthReport(
              part,
              HealthStatus.DOWN,
              Versions.all().getOrDefault("wattune", "unknown"),
              0,
              List.of(HealthCheck.down(part, found.trouble())));
      request.status(report.httpStatus()).result(report.json());
    } else {
      request.status(status.status() == HealthStatus.DOWN ? 503 : 200).result(status.health());
    }
  }

  private void metrics(Context request, String part, Function<NodeConfig, Path> file) {
    Found found = find(file.apply(node(request)), part);
    PartStatus status = found.status();
    if (status == null) {
      throw Problem.unavailable(found.trouble(), request.path(), "start the " + part);
    }
    request.header("Cache-Control", "no-store");
    request.contentType("text/plain; version=0.0.4; charset=utf-8").result(status.metrics());
  }

  private NodeConfig node(Context request) {
    String name = request.queryParam("node");
    return nodes.stream()
        .filter(node -> name == null || node.node().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                Problem.notFound(
                    "this agent does not read node '" + name + "'",
                    "node",
                    "ask that node's agent"));
  }

  /** What a part reports, or why that is not known. */
  private record Found(@Nullable PartStatus status, String trouble) {}

  private Found find(Path path, String part) {
    var file = new StatusFile(path);
    try {
      PartStatus status = file.read();
      if (status == null) {
        return new Found(null, "no " + part + " has reported its state here");
      }
      Duration age = file.age(epochMillis.getAsLong());
      return age.abs().compareTo(LONGEST_SILENCE) > 0
          ? new Found(
              null, "the " + part + " has not reported its state for " + age.toSeconds() + " s")
          : new Found(status, "");
    } catch (IOException e) {
      return new Found(null, "the state of the " + part + " cannot be read: " + FailureWords.of(e));
    }
  }
}
