package io.wattune.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.http.metric.MetricSource;
import io.wattune.http.metric.Metrics;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;

class PartServerTest {
  private final HttpClient client = HttpClient.newHttpClient();

  @Test
  void saysThatThePartIsUp() throws Exception {
    try (PartServer server = server(Health.ALWAYS_UP)) {
      HttpResponse<String> answer = get(server, "/health");

      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.body()).contains("\"part\":\"test\"", "\"status\":\"UP\"");
    }
  }

  @Test
  void showsTheMetricsOfTheJvm() throws Exception {
    try (PartServer server = server(Health.ALWAYS_UP)) {
      HttpResponse<String> answer = get(server, "/metrics");

      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.body()).contains("jvm_memory_used_bytes");
    }
  }

  @Test
  void aPortThatIsTakenIsSaidSo() throws Exception {
    try (PartServer first = server(Health.ALWAYS_UP)) {
      var taken = ListenAddress.loopback(first.address().getPort());

      assertThatThrownBy(
              () ->
                  PartServer.start(
                      new PartServerOptions("test", "1", taken, Access.OPEN),
                      Health.ALWAYS_UP,
                      Metrics.of(MetricSource.NOTHING)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("is taken");
    }
  }

  private static PartServer server(Health health) throws IOException {
    return PartServer.start(
        new PartServerOptions("test", "1", ListenAddress.loopback(0), Access.OPEN),
        health,
        Metrics.of(MetricSource.NOTHING));
  }

  private HttpResponse<String> get(PartServer server, String path) throws Exception {
    URI uri = server.address().resolve(path);
    return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
  }
}
