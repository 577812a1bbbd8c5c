package io.wattune.collectors.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.collectors.device.Control;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceSettings;
import io.wattune.collectors.device.EventSource;
import io.wattune.collectors.kinds.DeviceKinds;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.device.SignalUnit;
import io.wattune.core.ledger.Activity;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulatedSourceTest {
  private static final long START_NANOS = 1_767_225_600_000_000_000L;
  private static final long PERIOD_NANOS = 20_000_000L;

  @TempDir private Path folder;
  private final AtomicLong clock = new AtomicLong(START_NANOS);

  @Test
  void givesTheReadingsEventsAndTruthOfItsGpu() throws Exception {
    SimulatedSource source = open(Map.of());
    List<Activity> activities = new ArrayList<>();
    List<CounterReading> counters = new ArrayList<>();
    double joules = 0;
    for (int i = 0; i < 500; i++) {
      clock.addAndGet(PERIOD_NANOS);
      joules += source.power().read() * 1e-3 * PERIOD_NANOS * 1e-9;
      source.events().drain(sink(activities, counters));
    }

    long truth = source.truth().energyMicrojoules(START_NANOS, clock.get());
    // The left sum of 500 readings of power that switches: right to some periods of its swing.
    assertThat(joules).isBetween(0.9 * truth * 1e-6, 1.1 * truth * 1e-6);
    assertThat(activities).isNotEmpty().allMatch(activity -> activity.device().equals("n1/g0"));
    assertThat(counters).isNotEmpty();
    assertThat(counters.get(0).sequence()).isZero();
  }

  @Test
  void describesItselfWithTheSettingsThatItHasNow() throws Exception {
    SimulatedSource source = open(Map.of("pollHertz", "100"));

    var clockControl = controls().get(0);
    clockControl.write(400);

    var descriptor = source.describe(7);
    assertThat(descriptor.node()).isEqualTo("n1");
    assertThat(descriptor.signals().get(0).pollPeriodNanos()).isEqualTo(10_000_000L);
    assertThat(descriptor.tunable(clockControl.tunable().name()).orElseThrow().ownValue())
        .hasValue(400);
  }

  @Test
  void aCardWhoseSensorAveragesCountsItsEnergyToo() throws Exception {
    SimulatedSource source = open(Map.of("gpu", "gcn-32cu-average"));
    source.power().read();
    long before = source.power().readEnergy();
    long start = clock.get();
    clock.addAndGet(100 * PERIOD_NANOS);
    source.power().read();

    long counted = source.power().readEnergy() - before;
    long truth = source.truth().energyMicrojoules(start, clock.get());
    assertThat(counted * 1000).isBetween(truth - 1001, truth + 1001);
    assertThat(source.describe(7).signals())
        .extracting(signal -> signal.unit())
        .containsExactly(SignalUnit.MILLIWATTS, SignalUnit.MILLIJOULES);
    assertThat(open(Map.of()).power().energySignal()).isNull();
  }

  @Test
  void standsStillWhileTheClockIsBehind() throws Exception {
    SimulatedSource source = open(Map.of());
    clock.addAndGet(1000 * PERIOD_NANOS);
    source.power().read();
    clock.addAndGet(-900 * PERIOD_NANOS);

    source.power().read();

    assertThat(source.truth().now().nanos()).isEqualTo(START_NANOS + 1000 * PERIOD_NANOS);
  }

  @Test
  void saysWhatIsWrongWithItsSettings() {
    assertRefused(Map.of("gpu", "gcn"), "neither a file nor one of the bundled gpus");
    assertRefused(Map.of("pollHertz", "-1"), "'pollHertz' of device 'n1/g0' must be in 1..1000000");
    assertRefused(Map.of("seed", "x"), "'seed' of device 'n1/g0' must be a whole number");
    assertRefused(Map.of("sed", "1"), "unknown setting 'sed'");
  }

  private void assertRefused(Map<String, String> more, String expected) {
    assertThatThrownBy(() -> open(more))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining(expected);
  }

  private static EventSource.Sink sink(List<Activity> activities, List<CounterReading> counters) {
    return new EventSource.Sink() {
      @Override
      public void activity(Activity activity) {
        activities.add(activity);
      }

      @Override
      public void counters(CounterReading reading) {
        counters.add(reading);
      }
    };
  }

  private SimulatedSource open(Map<String, String> more) throws DeviceException {
    return (SimulatedSource)
        DeviceKinds.standard().openSource("simulated", settings(more), clock::get);
  }

  private List<Control> controls() throws DeviceException {
    return DeviceKinds.standard().openControls("simulated", settings(Map.of())).controls();
  }

  private DeviceSettings settings(Map<String, String> more) {
    Map<String, String> values = new HashMap<>();
    values.put("registers", "state/g0.registers");
    values.put("gpu", "gcn-32cu");
    values.put("workload", "mixed");
    values.putAll(more);
    return new DeviceSettings("n1/g0", folder, values);
  }
}
