package io.wattune.http;

import io.javalin.http.Context;
import io.javalin.http.Handler;

/** {@code GET /health}: 200 while the part does its work, 503 when it does not. */
final class HealthRoute implements Handler {
  static final String PATH = "/health";

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
    HealthReport report = HealthReport.of(part, version, health, startedNanos);
    request.header("Cache-Control", "no-store");
    request.status(report.httpStatus()).contentType("application/json").result(report.json());
  }
}
