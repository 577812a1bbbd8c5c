package io.wattune.http;

import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.wattune.http.metric.Metrics;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** {@code GET /metrics}: Prometheus' text, or OpenMetrics where the client asks for it. */
final class MetricsRoute implements Handler {
  static final String PATH = "/metrics";

  private final Metrics metrics;

  MetricsRoute(Metrics metrics) {
    this.metrics = metrics;
  }

  @Override
  public void handle(Context request) throws IOException {
    String accept = request.header("Accept");
    var out = new ByteArrayOutputStream();
    metrics.write(accept, out);
    request.header("Cache-Control", "no-store");
    request.contentType(metrics.contentType(accept)).result(out.toByteArray());
  }
}
