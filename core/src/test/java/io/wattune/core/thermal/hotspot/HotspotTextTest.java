package io.wattune.core.thermal.hotspot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.core.thermal.config.MapMode;
import io.wattune.core.thermal.config.ModelKind;
import io.wattune.core.thermal.config.Parameter;
import io.wattune.core.thermal.config.ThermalConfig;
import io.wattune.core.thermal.floorplan.FloorPlan;
import io.wattune.core.thermal.floorplan.PowerTrace;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** HotSpot's files: what is written is read, and errors name their line. */
class HotspotTextTest {

  private static void refused(ThrowingCallable reading, String... said) {
    var check = assertThatThrownBy(reading).isInstanceOf(HotspotFormatException.class);
    for (String part : said) {
      check.hasMessageContaining(part);
    }
  }

  @Test
  void aPlanIsRead() throws Exception {
    FloorPlan plan =
        FloorPlanText.read(
            """
            # a comment
            \tcore\t0.002\t0.003\t0.001\t0.001

            cache  2e-3 3e-3 3e-3 1e-3 1.75e6 0.01
            core cache 0.5
            """);
    assertThat(plan.blocks()).extracting("name").containsExactly("core", "cache");
    assertThat(plan.blocks().get(0).left()).as("moved to the origin").isZero();
    assertThat(plan.width()).isEqualTo(0.004);
    // Ten micrometres of two millimetres: rounded, not overlapping.
    assertThat(FloorPlanText.read("a 2e-3 2e-3 0 0\nb 2e-3 2e-3 1.99e-3 0").size()).isEqualTo(2);
  }

  @Test
  void badPlansNameTheirLine() {
    refused(() -> FloorPlanText.read("a 1e-3 1e-3 0 0\n# x\nb 1e-3"), "line 3", "words");
    refused(() -> FloorPlanText.read("a 1e-3 1e-3 0 0\nb 1e-3 x 0 0"), "line 2", "height", "'x'");
    refused(() -> FloorPlanText.read("a 1e-3 -1e-3 0 0"), "line 1", "height");
    refused(() -> FloorPlanText.read("a 1e-3 NaN 0 0"), "line 1", "height");
    refused(() -> FloorPlanText.read("a 16 9.8 0 0"), "line 1", "width", "0.5 m");
    refused(() -> FloorPlanText.read("a 1e-3 1e-3 0"), "line 1", "4 words");
    refused(() -> FloorPlanText.read("# nothing"), "needs a block");
    refused(() -> FloorPlanText.read("a 1e-3 1e-3 0 0\na 1e-3 1e-3 1e-3 0"), "twice");
    refused(() -> FloorPlanText.read("a 1e-3 1e-3 0 0\nb 1e-3 1e-3 5e-4 0"), "overlap");
    refused(
        () -> FloorPlanText.read("a 1e-3 1e-3 0 0\n".repeat(FloorPlan.MOST_BLOCKS + 1)),
        "line 4097",
        "at most");
  }

  @Test
  void aTraceIsRead() throws Exception {
    PowerTrace trace = PowerTraceText.read("b\ta\n1\t2.5\n\n0\t1e1\n");
    assertThat(trace.mean()).containsExactly(0.5, 6.25);
    FloorPlan plan = FloorPlanText.read("a 1e-3 1e-3 0 0\nb 1e-3 1e-3 1e-3 0");
    assertThat(trace.inOrderOf(plan).mean()).containsExactly(6.25, 0.5);
    FloorPlan other = FloorPlanText.read("a 1e-3 1e-3 0 0\nc 1e-3 1e-3 1e-3 0");
    assertThatThrownBy(() -> trace.inOrderOf(other)).hasMessageContaining("does not have: b");
    FloorPlan more = FloorPlanText.read("a 1e-3 1e-3 0 0\nb 1e-3 1e-3 1e-3 0\nc 1e-3 1e-3 2e-3 0");
    assertThatThrownBy(() -> trace.inOrderOf(more))
        .hasMessageContaining("no column")
        .hasMessageContaining("c");
  }

  @Test
  void badTracesNameTheirLine() {
    refused(() -> PowerTraceText.read("a b\n1 2\n1\n"), "line 3", "1 values", "2 names");
    refused(() -> PowerTraceText.read("a b\n1 x\n"), "line 2", "'b'", "'x'");
    refused(() -> PowerTraceText.read("a b\n1 -2\n"), "line 2", "below 0");
    refused(() -> PowerTraceText.read("a b\n1 1e9\n"), "line 2", "above");
    refused(() -> PowerTraceText.read("a a\n1 2\n"), "line 1", "twice");
    refused(() -> PowerTraceText.read("a b\n"), "1 lines");
  }

  @Test
  void aConfigurationIsReadAndWritten() throws Exception {
    var reading =
        ThermalConfigText.read(
            """
            # a package
              -t_chip 0.0002
            -model_type grid
            -grid_map_mode avg
            -grid_rows 128
            -init_file (null)
            -P0 0.99
            -r_convek 0.2
            """);
    ThermalConfig config = reading.config();
    assertThat(config.get(Parameter.T_CHIP)).isEqualTo(2e-4);
    assertThat(config.kind()).isEqualTo(ModelKind.GRID);
    assertThat(config.map()).isEqualTo(MapMode.AVG);
    assertThat(config.rows()).isEqualTo(128);
    assertThat(config.columns()).isEqualTo(64);
    assertThat(config.startFile()).isEmpty();
    assertThat(reading.unknown()).containsExactly("line 8: -r_convek");
    assertThat(ThermalConfigText.read(ThermalConfigText.write(config)).config()).isEqualTo(config);
  }

  @Test
  void badConfigurationsNameTheirLine() {
    refused(() -> ThermalConfigText.read("# x\n-t_chip x"), "line 2", "-t_chip", "'x'");
    refused(() -> ThermalConfigText.read("-t_chip 0"), "line 1", "-t_chip", "between");
    refused(() -> ThermalConfigText.read("-t_chip 1e-4\n-t_chip 1e-4"), "line 2", "line 1 already");
    refused(() -> ThermalConfigText.read("t_chip 1e-4"), "line 1", "'-name value'");
    refused(() -> ThermalConfigText.read("-t_chip"), "line 1", "'-name value'");
    refused(() -> ThermalConfigText.read("-grid_rows 1.5"), "line 1", "whole");
    refused(() -> ThermalConfigText.read("-model_type cube"), "line 1", "block or grid", "'cube'");
    refused(() -> ThermalConfigText.read("-grid_layer_file a.lcf"), "line 1", "(null)");
    refused(() -> ThermalConfigText.read("-package_model_used 1"), "line 1", "-r_convec");
    refused(() -> ThermalConfigText.read("-s_sink 0.01"), "s_sink", "s_spreader");
  }

  @Test
  void temperaturesAreReadAndWritten() throws Exception {
    Map<String, Double> kelvin = TemperatureText.read("a\t320.5\n# x\niface_a 319\n");
    assertThat(kelvin).containsExactly(Map.entry("a", 320.5), Map.entry("iface_a", 319.0));
    assertThat(TemperatureText.read(TemperatureText.write(kelvin))).isEqualTo(kelvin);
    refused(() -> TemperatureText.read("a 320\nb"), "line 2");
    refused(() -> TemperatureText.read("a 320\nb -4"), "line 2", "above 0 K");
    refused(() -> TemperatureText.read("a 320\na 321"), "line 2", "twice");
    refused(() -> TemperatureText.read(""), "no temperature");
  }
}
