package io.wattune.collectors.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.wattune.collectors.counters.FoundPlugins;
import io.wattune.collectors.device.CounterDescriptor;
import io.wattune.collectors.device.Discovery;
import io.wattune.collectors.device.Finding;
import io.wattune.collectors.device.FoundDevice;
import io.wattune.collectors.device.MissingInputs;
import io.wattune.core.device.Signal;
import io.wattune.core.device.SignalUnit;
import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.core.tunable.ValueGrid;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What {@code wattune agent --list} and {@code wattune doctor} show of devices that are there. */
class DeviceTextTest {
  private static final String MISSING =
      "inputs of the controller without a source: MemUnitBusy, MemUnitStalled: only a profiler has"
          + " it; VGPRs: known to the launch";

  private static final Discovery FOUND =
      new Discovery(
          List.of(
              new FoundDevice(
                  "fake",
                  "GPU-a",
                  Map.of(),
                  "maker",
                  "Fake 100",
                  "1.2",
                  List.of(
                      new Signal("power.draw", SignalUnit.MILLIWATTS, 20_000_000),
                      new Signal("slow", SignalUnit.MICROWATTS, 5_000_000_000L)),
                  List.of(
                      new Tunable(
                          "core.clock",
                          TunableUnit.MEGAHERTZ,
                          ValueGrid.of(List.of(300L, 700L, 1_200L)),
                          OptionalLong.empty(),
                          false),
                      new Tunable(
                          "power.limit",
                          TunableUnit.MILLIWATTS,
                          ValueGrid.evenly(100_000, 300_000, 1_000),
                          OptionalLong.of(250_000),
                          false)),
                  List.of("GpuBusy", "VALUBusy"),
                  MissingInputs.of(
                      List.of(
                          new CounterDescriptor("GpuBusy", "busy", "as it is"),
                          new CounterDescriptor("VALUBusy", "pipes", "the busiest"),
                          new CounterDescriptor("MemUnitBusy", null, "only a profiler has it"),
                          new CounterDescriptor("VGPRs", null, "known to the launch"),
                          new CounterDescriptor("MemUnitStalled", null, "only a profiler has it"),
                          new CounterDescriptor("HotSpot", null, "no input of the controller"))))),
          List.of(Finding.note("no other vendor")));

  @Test
  void showsUnitsRatesRangesAndWhatCannotBeHadAndWhy() {
    assertThat(DeviceText.of(FOUND).lines().filter(line -> !line.contains("->")))
        .containsExactly(
            "GPU-a  Fake 100 (fake, driver 1.2)",
            "  reads     power.draw, milliwatts, 50 Hz",
            "  reads     slow, microwatts, 0.20 Hz",
            "  can set   core.clock, 300 MHz to 1200 MHz, 3 values",
            "  can set   power.limit, 100 W to 300 W in steps of 1 W, now 250 W",
            "  counts    GpuBusy, VALUBusy",
            "  missing   " + MISSING,
            "",
            "note      no other vendor");
  }

  @Test
  void programsGetTheSame() {
    JsonNode device = DeviceJson.of(FOUND).at("/devices/0");

    assertThat(device.at("/signals/1/unit").asText()).isEqualTo("MICROWATTS");
    assertThat(device.at("/signals/1/pollPeriodNanos").asLong()).isEqualTo(5_000_000_000L);
    assertThat(device.at("/findings/0/what").asText()).isEqualTo(MISSING);
  }

  private static final FoundPlugins PLUGINS =
      new FoundPlugins(
          List.of(
              new FoundPlugins.Plugin(
                  "mine",
                  List.of(
                      new CounterDescriptor("VALUBusy", "pipe_busy", "as it is"),
                      new CounterDescriptor("MemUnitBusy", null, "not counted")))),
          List.of(Finding.broken("another jar is broken", "remove it")));

  @Test
  void showsSourcesOfCountersThatOthersHaveWritten() {
    assertThat(DeviceText.of(PLUGINS).lines().filter(line -> !line.contains("->")))
        .containsExactly(
            "mine  source of counters, of a jar beside Wattune",
            "  counts    VALUBusy, of pipe_busy",
            "  missing   inputs of the controller without a source: MemUnitBusy: not counted",
            "",
            "broken    another jar is broken");
    JsonNode json = DeviceJson.of(FOUND, PLUGINS);
    assertThat(json.at("/counterPlugins/0/name").asText()).isEqualTo("mine");
    assertThat(json.at("/counterPlugins/0/counters/0/source").asText()).isEqualTo("pipe_busy");
    assertThat(json.at("/counterPlugins/0/counters/1/source").isNull()).isTrue();
    assertThat(json.at("/findings/1/what").asText()).isEqualTo("another jar is broken");
  }

  @Test
  void bytesDoNotLackWhereTheirShareOfThePeakIsSaid() {
    var read = new CounterDescriptor("ReadBytes", null, "see ICActivity");

    assertThat(MissingInputs.of(List.of(read, new CounterDescriptor("ICActivity", "10", "share"))))
        .isEmpty();
    assertThat(MissingInputs.of(List.of(read))).hasSize(1);
  }
}
