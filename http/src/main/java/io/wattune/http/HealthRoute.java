package io.wattune.http;

import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@code GET /health}: 200 while the part does its work, 503 when it does not. */
final class HealthRoute implements Handler {
  static final String PATH = "/health";

  private static final Logger LOG = LoggerFactory.getLogger(HealthRoute.class);

  private final String part;
  private final String version;
  private final Health health;
  private final long startedNanos = System.nanoTime();

  HealthRoute(String part, String version, Health health) {
    this.part = part;
    this.version = version;
    this.health = health;
  }

  @Override
  public void handle(Context request) {
    List<HealthCheck> checks = checks();
    HealthStatus worst =
        checks.stream()
            .map(HealthCheck::status)
            .max(HealthStatus::compareTo)
            .orElse(HealthStatus.UP);
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("part", part);
    body.put("status", worst);
    body.put("version", version);
    body.put("uptimeSeconds", TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startedNanos));
    body.put("checks", checks);
    request.header("Cache-Control", "no-store");
    request.status(worst == HealthStatus.DOWN ? 503 : 200).json(body);
  }

  private List<HealthCheck> checks() {
    try {
      return health.checks();
    } catch (RuntimeException e) {
      LOG.error("the health of {} cannot be told", part, e);
      return List.of(HealthCheck.down("health", "cannot be told; the log says why"));
    }
  }
}
