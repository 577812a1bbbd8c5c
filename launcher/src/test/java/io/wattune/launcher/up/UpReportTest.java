package io.wattune.launcher.up;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UpReportTest {
  private static final LiveCounts COUNTS =
      new LiveCounts(
          900,
          40,
          12,
          Map.of("lower", 5L, "renewed", 7L),
          2,
          5,
          4,
          1,
          0,
          Map.of("held", 2L),
          Map.of("stopped", 4L),
          3,
          new Latencies.Summary(5, 30, 80, 90));

  @Test
  void jsonHasEveryFigureUnderTheNameThatItsReadersKnow() throws Exception {
    JsonNode json = new ObjectMapper().readTree(UpReport.json(summary(Map.of())));

    assertThat(json.path("nodes").asInt()).isEqualTo(2);
    assertThat(json.path("devices").asInt()).isEqualTo(4);
    assertThat(json.path("readings").asLong()).isEqualTo(1000);
    assertThat(json.path("samples").asLong()).isEqualTo(900);
    assertThat(json.path("ledgerEntries").asLong()).isEqualTo(40);
    assertThat(json.path("decisions").asLong()).isEqualTo(12);
    assertThat(json.at("/actuations/applied").asLong()).isEqualTo(5);
    assertThat(json.at("/actuations/refused/held").asLong()).isEqualTo(2);
    assertThat(json.path("restores").asLong()).isEqualTo(4);
    assertThat(json.path("rejects").asLong()).isEqualTo(3);
    assertThat(json.at("/latencyMillis/p50").asDouble()).isEqualTo(30);
    assertThat(json.at("/latencyMillis/p99").asDouble()).isEqualTo(80);
    JsonNode energy = json.path("energyJoules").path("node-1/SIM-1");
    assertThat(energy.path("ledger").asDouble()).isEqualTo(1005);
    assertThat(energy.path("truth").asDouble()).isEqualTo(1000);
    assertThat(energy.path("relativeError").asDouble()).isEqualTo(1005.0 / 1000 - 1);
    assertThat(json.path("allHome").asBoolean()).isTrue();
  }

  @Test
  void textNamesADeviceThatIsNotHome() {
    String text = UpReport.text(summary(Map.of("node-1/SIM-1", "core.clock is 700, own is 1000")));

    assertThat(text).contains("NOT at their own settings", "core.clock is 700, own is 1000");
    assertThat(UpReport.text(summary(Map.of()))).contains("Every simulated GPU is at its own");
  }

  private static UpSummary summary(Map<String, String> notHome) {
    return new UpSummary(
        2,
        4,
        1000,
        0,
        0,
        COUNTS,
        List.of(new DeviceEnergy("node-1/SIM-1", 10, 1005, 3, 1000, 0)),
        notHome,
        12.5,
        Map.of("wattune", "0"),
        List.of("up"));
  }
}
