package io.wattune.http.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class LeftOutLabelsTest {
  private static final Metric POWER =
      Metric.gauge("agent", "device_power", "watts", "Power.", "node", "device");
  private static final Metric ENERGY =
      Metric.counter("agent", "device_energy", "joules", "Energy.", "node", "device");
  private static final Metric TEMPERATURE =
      Metric.gauge("agent", "device_temperature", "celsius", "Heat.", "node", "device", "sensor");
  private static final Metric INFO =
      Metric.info("agent", "device", "What it is.", "node", "device", "model");
  private static final List<Metric> ALL = List.of(POWER, ENERGY, TEMPERATURE, INFO);

  private static final MetricSource TWO_DEVICES =
      values -> {
        values.put(POWER, 100.5, "n1", "n1/a");
        values.put(POWER, 200.25, "n1", "n1/b");
        values.put(ENERGY, 10, "n1", "n1/a");
        values.put(ENERGY, 20, "n1", "n1/b");
        values.put(TEMPERATURE, 40, "n1", "n1/a", "edge");
        values.put(TEMPERATURE, 50, "n1", "n1/b", "edge");
        values.put(TEMPERATURE, 60, "n1", "n1/b", "memory");
        values.put(INFO, 1, "n1", "n1/a", "A1");
        values.put(INFO, 1, "n1", "n1/b", "A1");
      };

  @Test
  void whatAddsUpIsAddedAndTheRestIsNotGuessed() throws IOException {
    assertThat(scrape(LeftOutLabels.of(List.of("device"), ALL)))
        .containsOnly(
            Map.entry("wattune_agent_device_power_watts{node=\"n1\"}", 300.75),
            Map.entry("wattune_agent_device_energy_joules_total{node=\"n1\"}", 30.0),
            Map.entry(
                "wattune_agent_device_temperature_celsius{node=\"n1\",sensor=\"memory\"}", 60.0),
            Map.entry("wattune_agent_device_info{model=\"A1\",node=\"n1\"}", 1.0));
  }

  @Test
  void aLabelThatTellsNothingApartGoesWithoutLoss() throws IOException {
    assertThat(scrape(LeftOutLabels.of(List.of("node"), ALL)))
        .hasSize(9)
        .containsEntry("wattune_agent_device_power_watts{device=\"n1/b\"}", 200.25);
    assertThat(scrape(LeftOutLabels.NONE)).hasSize(9);
  }

  @Test
  void aLabelThatThereIsNotIsAnError() {
    assertThatThrownBy(() -> LeftOutLabels.of(List.of("hostname"), ALL))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no metric has a label 'hostname'; there are node, device");
  }

  private static Map<String, Double> scrape(LeftOutLabels without) throws IOException {
    var out = new ByteArrayOutputStream();
    Metrics.of(TWO_DEVICES).without(without).write(null, out);
    return Exposition.parse(out.toString(StandardCharsets.UTF_8)).samples().entrySet().stream()
        .filter(sample -> sample.getKey().startsWith("wattune_"))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }
}
