package io.wattune.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.http.metric.MetricSource;
import io.wattune.http.metric.Metrics;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HealthRouteTest {
  private static final HealthCheck UP = HealthCheck.up("broker", "answers");
  private static final HealthCheck DEGRADED = HealthCheck.degraded("spool", "3 records wait");
  private static final HealthCheck DOWN = HealthCheck.down("devices", "none answers");

  @Test
  void theWorstCheckIsThePartsStatus() throws IOException {
    assertThat(answer(List::of).status()).isEqualTo(200);
    assertThat(status(answer(List::of))).isEqualTo("UP");
    assertThat(status(answer(() -> List.of(UP, DEGRADED, UP)))).isEqualTo("DEGRADED");
    assertThat(status(answer(() -> List.of(DEGRADED, DOWN, UP)))).isEqualTo("DOWN");
  }

  @Test
  void onlyDownIsAnError() throws IOException {
    assertThat(answer(() -> List.of(UP, DEGRADED)).status()).isEqualTo(200);
    assertThat(answer(() -> List.of(UP, DOWN)).status()).isEqualTo(503);
  }

  @Test
  void namesThePartItsVersionAndEachCheck() throws IOException {
    JsonNode body = new ObjectMapper().readTree(answer(() -> List.of(UP, DEGRADED)).body());

    assertThat(body.fieldNames())
        .toIterable()
        .containsExactly("part", "status", "version", "uptimeSeconds", "checks");
    assertThat(body.get("part").asText()).isEqualTo("test");
    assertThat(body.get("version").asText()).isEqualTo("1.2");
    assertThat(body.get("uptimeSeconds").asLong()).isBetween(0L, 60L);
    assertThat(body.get("checks"))
        .hasToString(
            "[{\"name\":\"broker\",\"status\":\"UP\",\"detail\":\"answers\"},"
                + "{\"name\":\"spool\",\"status\":\"DEGRADED\",\"detail\":\"3 records wait\"}]");
  }

  @Test
  void aPartThatCannotTellIsDown() throws IOException {
    Wire.Answer answer =
        answer(
            () -> {
              throw new IllegalStateException("secret of the inside");
            });

    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.body()).doesNotContain("secret of the inside");
  }

  private static String status(Wire.Answer answer) throws IOException {
    return new ObjectMapper().readTree(answer.body()).get("status").asText();
  }

  private static Wire.Answer answer(Health health) throws IOException {
    try (PartServer server =
        PartServer.start(
            new PartServerOptions("test", "1.2", ListenAddress.loopback(0), Access.OPEN),
            health,
            Metrics.of(MetricSource.NOTHING))) {
      return new Wire(server.address()).send("GET", "/health", Map.of(), "");
    }
  }
}
