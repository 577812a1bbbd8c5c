package io.wattune.replay.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

class JsonReportTest {

  @Test
  void repeatsTheFieldsOfASingleDeviceAtTheTop() {
    JsonNode report = JsonReport.of(Samples.oneDevice());
    JsonNode device = report.path("devices").path(0);
    device
        .properties()
        .forEach(
            field -> {
              if (!field.getKey().equals("rejects")) {
                assertThat(report.get(field.getKey()))
                    .as(field.getKey())
                    .isEqualTo(field.getValue());
              }
            });
    assertThat(report.path("activities").path(0).path("energyJoules").asDouble()).isEqualTo(844.7);
  }

  @Test
  void givesNoDeviceFieldAtTheTopForTwo() {
    JsonNode report = JsonReport.of(Samples.twoDevices());
    assertThat(report.has("sensor")).isFalse();
    assertThat(report.has("totalEnergyJoules")).isFalse();
    assertThat(report.path("readings").asLong()).isEqualTo(2000);
  }

  @Test
  void givesExactNumbersInTheUnitsOfTheirNames() {
    JsonNode device = JsonReport.of(Samples.twoDevices()).path("devices").path(0);
    JsonNode activity = device.path("activities").path(0);
    assertThat(device.path("totalEnergyJoules").asDouble()).isEqualTo(1234.567891);
    assertThat(activity.path("startEpochMicros").asLong()).isEqualTo(1_700_000_000_000_000L);
    assertThat(activity.path("coverage").asDouble()).isEqualTo(0.998);
    assertThat(activity.path("scaleErrorJoules").asDouble()).isEqualTo(2.0);
    assertThat(activity.path("meterEnergyJoules").asDouble()).isEqualTo(850.25);
    assertThat(device.path("sensor").path("class").asText()).isEqualTo("first-order-lag");
    assertThat(device.path("sensor").path("source").asText()).isEqualTo("learned");
    assertThat(device.path("meterFit").path("kind").asText()).isEqualTo("gain-and-offset");
  }

  @Test
  void leavesOutTheMeterWhereThereWasNone() {
    JsonNode device = JsonReport.of(Samples.oneDevice()).path("devices").path(0);
    assertThat(device.has("meterRmseWatts")).isFalse();
    assertThat(device.path("activities").path(0).has("meterEnergyJoules")).isFalse();
  }

  @Test
  void countsEveryRefusedDatumOfADevice() {
    // 1 malformed line and 4 polls out of order, see Samples.
    JsonNode device = JsonReport.of(Samples.oneDevice()).path("devices").path(0);
    assertThat(device.path("rejects").asLong()).isEqualTo(5);
  }

  @Test
  void dividesReadingsByTheTimeTheyFlowed() {
    assertThat(JsonReport.of(Samples.oneDevice()).path("readingsPerSecond").asDouble())
        .isEqualTo(500.0);
  }
}
