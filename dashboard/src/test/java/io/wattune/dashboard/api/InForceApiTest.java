package io.wattune.dashboard.api;

import static io.wattune.dashboard.state.StateFixture.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.dashboard.state.StateFixture;
import org.junit.jupiter.api.Test;

class InForceApiTest {
  private static final String GPU = "/api/devices/node-1%2Fgpu-0";

  @Test
  void aDeviceSaysHowFarItsLimitOfTemperatureHolds() throws Exception {
    try (DashboardFixture dashboard = new DashboardFixture(null)) {
      JsonNode guard = dashboard.json(GPU).path("heatGuard");

      assertThat(guard.path("limitCelsius").asDouble()).isEqualTo(65);
      assertThat(guard.path("celsius").asDouble()).isEqualTo(61.25);
      assertThat(guard.path("statedErrorKelvin").asDouble()).isEqualTo(1.5);
      assertThat(guard.path("what").asText())
          .isEqualTo(
              "61.3 +- 0.8 C by its own sensor when that was decided. Until the next decision it is"
                  + " above by 1.5 K at most, whatever begins to run.");
    }
  }

  @Test
  void aDeviceSaysWhatIsInForceAsReadBackAndOtherwiseThanWished() throws Exception {
    try (DashboardFixture dashboard = new DashboardFixture(null)) {
      JsonNode well = dashboard.json(GPU).path("inForce");
      assertThat(well.path("activity").asText()).isEqualTo(StateFixture.KERNEL);
      assertThat(well.path("differences")).isEmpty();

      dashboard.state.decision(StateFixture.decision(4, NOW, 900));
      dashboard.state.actuation(
          StateFixture.actuation(4, ActuationOutcome.APPLIED, "ok", NOW, 1000));

      JsonNode ignored = dashboard.json(GPU);
      assertThat(ignored.path("inForce").path("differences").path(0).path("what").asText())
          .isEqualTo("wished core.clock 900 MHz, read back 1000 MHz");
      assertThat(ignored.path("decisions").path(0).path("outcome").asText()).isEqualTo("differs");
      assertThat(ignored.path("actuations").path(0).path("inForce").path(0).path("values"))
          .hasSize(1);
      assertThat(ignored.path("workSignal").isNull()).isTrue();
      assertThat(dashboard.json("/api/control?outcome=differs").path("decisions")).hasSize(1);
    }
  }
}
