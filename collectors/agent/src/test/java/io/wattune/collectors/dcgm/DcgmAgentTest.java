package io.wattune.collectors.dcgm;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.collectors.agent.Agent;
import io.wattune.collectors.agent.AgentClock;
import io.wattune.collectors.agent.AgentSettings;
import io.wattune.collectors.agent.DescriptionRules;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceSettings;
import io.wattune.collectors.device.DeviceSource;
import io.wattune.collectors.device.EventSource;
import io.wattune.collectors.device.PowerSource;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.device.Signal;
import io.wattune.core.device.SignalUnit;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An agent, its threads and real time; what is timed has margins of many periods. */
@Tag("long")
class DcgmAgentTest {
  private static final int GPUS = 8;
  private static final long MILLI = 1_000_000L;

  /** Longer than a slow machine stands still. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** No poll waits for a page, so that none hangs: unless the machine itself stands still. */
  private static final AgentSettings UNHURRIED =
      new AgentSettings(
          AgentSettings.DEFAULT.maxPolls(), AgentSettings.DEFAULT.maxAgeNanos(), 60_000 * MILLI);

  private static final Duration LONG = Duration.ofSeconds(60);

  private final List<String> changes = new CopyOnWriteArrayList<>();
  private final SharedExporters exporters = new SharedExporters(PATIENCE, System::nanoTime);

  @Test
  void eightDevicesAskTogetherAndFailTogetherAndDelayNobodyElse() throws Exception {
    var quick = new QuickDevice();
    try (var exporter = new FakeExporter()) {
      exporter.page = page();
      AgentClock clock = AgentClock.system();
      List<DeviceSource> devices = new ArrayList<>(List.of(quick));
      var kind = new DcgmKind(exporter.uri(), exporters);
      for (int g = 0; g < GPUS; g++) {
        devices.add(kind.openSource(settings(g), clock::epochNanos));
      }
      try (Agent agent = start(devices, clock)) {
        long began = System.nanoTime();
        TakenReadings.soon()
            .atMost(LONG)
            .until(() -> System.nanoTime() - began > 2_000 * MILLI && exporter.asked.get() > 5);
        int asked = exporter.asked.get();
        double periods = (System.nanoTime() - began) / (100.0 * MILLI);
        // A question follows the one before by seven eighths of a period at least.
        assertThat((double) asked).isLessThan(periods * 8 / 7 + 3);
        assertThat(changes).isEmpty();

        CountDownLatch answer = exporter.hang();
        int before = quick.asked.get();
        TakenReadings.soon().atMost(LONG).until(() -> changes.size() == GPUS);
        assertThat(changes).allMatch(line -> line.contains("has not answered within 5000 ms"));
        assertThat(changes).doesNotHaveDuplicates();
        assertThat(quick.asked.get() - before).as("polls of 5 ms, of the other").isGreaterThan(20);

        answer.countDown();
        TakenReadings.soon().atMost(LONG).until(() -> changes.size() == 2 * GPUS);
        assertThat(changes.subList(GPUS, 2 * GPUS)).allMatch(line -> line.contains("again"));
        assertThat(agent.status().devices()).allMatch(device -> device.hangs() == 0);
      }
    }
    assertThat(exporters.size()).isZero();
  }

  private Agent start(List<DeviceSource> devices, AgentClock clock) {
    return Agent.start(
        devices, clock, UNHURRIED, DescriptionRules.NONE, (topic, key, value) -> {}, changes::add);
  }

  private static String page() {
    var page = new StringBuilder();
    for (int g = 0; g < GPUS; g++) {
      page.append(FakeExporter.line("DCGM_FI_DEV_POWER_USAGE_INSTANT", "GPU-" + g, "300"));
    }
    return page.toString();
  }

  private static DeviceSettings settings(int gpu) {
    return new DeviceSettings("n1/GPU-" + gpu, Path.of("."), Map.of("pollPeriodMillis", "100"));
  }

  /** Of another kind; answers at once. */
  private static final class QuickDevice implements DeviceSource, PowerSource {
    final AtomicInteger asked = new AtomicInteger();

    @Override
    public String device() {
      return "n1/quick";
    }

    @Override
    public DeviceDescriptor describe(long nowNanos) {
      return new DeviceDescriptor(
          device(), "n1", null, "test", "test", "", null, nowNanos, List.of(signal()), List.of());
    }

    @Override
    public PowerSource power() {
      return this;
    }

    @Override
    public EventSource events() {
      return EventSource.NONE;
    }

    @Override
    public Signal signal() {
      return new Signal("power", SignalUnit.MILLIWATTS, 5 * MILLI);
    }

    @Override
    public int read() throws DeviceException {
      return asked.incrementAndGet();
    }

    @Override
    public void close() {}
  }
}
