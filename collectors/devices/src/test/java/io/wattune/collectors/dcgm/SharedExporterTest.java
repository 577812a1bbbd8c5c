package io.wattune.collectors.dcgm;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.collectors.device.DeviceCounters;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceSettings;
import io.wattune.collectors.device.DeviceSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Several devices of one exporter, by a clock that only the test moves. */
class SharedExporterTest {
  private static final int GPUS = 8;
  private static final long SECOND = 1_000_000_000L;
  private static final long PERIOD = SECOND / 10;

  /** Longer than anything takes on a machine that does much else. */
  private static final Duration LONG = Duration.ofSeconds(20);

  private final AtomicLong clock = new AtomicLong(1_700_000_000L * SECOND);
  private SharedExporters exporters = new SharedExporters(LONG, clock::get);
  private DcgmKind kind = new DcgmKind(SharedExporters.USUAL, exporters);
  private final List<DeviceSource> devices = new ArrayList<>();
  private final List<TakenReadings> taken = new ArrayList<>();
  private FakeExporter exporter;

  @BeforeEach
  void start() throws Exception {
    exporter = new FakeExporter();
    show(exporter, 100);
  }

  @AfterEach
  void stop() {
    devices.forEach(DeviceSource::close);
    exporter.close();
  }

  /** GPU number g takes so many watts, and g more. */
  private static void show(FakeExporter exporter, int watts) {
    var page = new StringBuilder();
    for (int g = 0; g < GPUS; g++) {
      page.append(
          FakeExporter.line(
              "DCGM_FI_DEV_POWER_USAGE_INSTANT", "GPU-" + g, String.valueOf(watts + g)));
      page.append(FakeExporter.line("DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION", "GPU-" + g, "1000000"));
    }
    exporter.page = page.toString();
  }

  private DeviceSource open(FakeExporter from, int gpu, int periodMillis) throws DeviceException {
    DeviceSource device = kind.openSource(settings(from, gpu, periodMillis), clock::get);
    devices.add(device);
    taken.add(new TakenReadings());
    return device;
  }

  private static DeviceSettings settings(FakeExporter from, int gpu, int periodMillis) {
    return new DeviceSettings(
        "n1/GPU-" + gpu,
        Path.of("."),
        Map.of("url", from.uri().toString(), "pollPeriodMillis", String.valueOf(periodMillis)));
  }

  private void openAll() throws DeviceException {
    for (int g = 0; g < GPUS; g++) {
      open(exporter, g, 100);
    }
  }

  /** Polls every device until each has so many readings. */
  private void pollUntil(int readings) {
    TakenReadings.soon()
        .until(
            () -> {
              int fewest = Integer.MAX_VALUE;
              for (int d = 0; d < devices.size(); d++) {
                taken.get(d).poll(devices.get(d));
                fewest = Math.min(fewest, taken.get(d).nanos.size());
              }
              return fewest == readings;
            });
  }

  @Test
  void eightDevicesAtTenHertzAskTenTimesASecondTogether() throws Exception {
    openAll();
    pollUntil(1);
    long began = clock.get();
    for (int i = 1; i <= 20; i++) {
      show(exporter, 100 + i);
      clock.addAndGet(PERIOD);
      pollUntil(i + 1);
    }

    assertThat(exporter.asked).as("one to open them, ten a second").hasValue(21);
    for (int g = 0; g < GPUS; g++) {
      TakenReadings of = taken.get(g);
      assertThat(of.milliwatts).as("each page once").hasSize(21).doesNotHaveDuplicates();
      assertThat(of.milliwatts).last().isEqualTo((120 + g) * 1000);
      for (int i = 0; i <= 20; i++) {
        assertThat(of.nanos.get(i)).isEqualTo(began + i * PERIOD);
      }
    }
  }

  /** Fails where a poll waits for the page: then it returns only when that has timed out. */
  @Test
  void anExporterThatHangsHoldsUpNobodyAndFailsEachDeviceOnce() throws Exception {
    exporters = new SharedExporters(Duration.ofSeconds(2), clock::get);
    kind = new DcgmKind(SharedExporters.USUAL, exporters);
    openAll();
    pollUntil(1);
    CountDownLatch answer = exporter.hang();
    clock.addAndGet(PERIOD);
    for (int g = 0; g < GPUS; g++) {
      assertThat(taken.get(g).poll(devices.get(g))).as("nothing yet").isZero();
    }
    for (int g = 0; g < GPUS; g++) {
      assertThat(taken.get(g).failure(devices.get(g)))
          .isEqualTo("the dcgm-exporter at " + exporter.uri() + " has not answered within 2000 ms");
    }
    assertThat(exporter.asked).as("one question is on its way at a time").hasValue(2);

    answer.countDown();
    show(exporter, 200);
    clock.addAndGet(PERIOD);
    assertThat(taken.get(0).failure(devices.get(0))).as("until a page comes").contains("2000 ms");
    TakenReadings.soon().until(() -> exporters.size() == 1 && exporter.asked.get() == 3);
    for (int g = 0; g < GPUS; g++) {
      taken.get(g).comesBack(devices.get(g));
      assertThat(taken.get(g).milliwatts).containsExactly((100 + g) * 1000, (200 + g) * 1000);
    }
  }

  @Test
  void anExporterThatIsGoneFailsEachDeviceAndComesBack() throws Exception {
    openAll();
    pollUntil(1);
    exporter.status = 500;
    clock.addAndGet(PERIOD);
    for (int g = 0; g < GPUS; g++) {
      assertThat(taken.get(g).failure(devices.get(g))).contains("answered with status 500");
    }
    exporter.status = 200;
    clock.addAndGet(50 * PERIOD); // What a device does that is left alone since it fails.
    for (int g = 0; g < GPUS; g++) {
      taken.get(g).comesBack(devices.get(g));
    }

    assertThat(exporter.asked).hasValue(3);
    assertThat(taken.get(0).nanos.get(1)).as("asked after the pause").isEqualTo(clock.get());
  }

  @Test
  void twoAddressesAreAskedEachByItself() throws Exception {
    try (var other = new FakeExporter()) {
      show(other, 500);
      open(exporter, 0, 100);
      open(other, 1, 100);
      pollUntil(1);
      CountDownLatch answer = exporter.hang();
      clock.addAndGet(PERIOD);
      assertThat(taken.get(0).poll(devices.get(0))).isZero();
      taken.get(1).next(devices.get(1));

      assertThat(exporters.size()).isEqualTo(2);
      assertThat(taken.get(1).milliwatts).containsExactly(501_000, 501_000);
      assertThat(other.asked).hasValue(2);
      answer.countDown();
    }
  }

  @Test
  void aSlowDeviceTakesTheNewestOfAFastOnesPagesAndAsksForNone() throws Exception {
    DeviceSource fast = open(exporter, 0, 100);
    DeviceSource slow = open(exporter, 1, 1000);
    pollUntil(1);
    for (int second = 1; second <= 3; second++) {
      for (int i = 1; i <= 10; i++) {
        clock.addAndGet(PERIOD);
        taken.get(0).next(fast);
      }
      assertThat(taken.get(1).poll(slow)).isEqualTo(1);
      assertThat(taken.get(1).nanos).last().isEqualTo(clock.get());
    }

    assertThat(taken.get(1).nanos).hasSize(4);
    assertThat(exporter.asked).hasValue(31);
  }

  @Test
  void devicesThatLookAtOtherTimesUseThePageThatIsThere() throws Exception {
    DeviceSource first = open(exporter, 0, 1000);
    DeviceSource second = open(exporter, 1, 1000);
    pollUntil(1);
    for (int i = 0; i < 5; i++) {
      clock.addAndGet(6 * PERIOD);
      taken.get(0).poll(first);
      clock.addAndGet(4 * PERIOD);
      pollUntil(i + 2);
    }

    assertThat(exporter.asked).as("one to open them, one a second").hasValue(6);
    assertThat(taken.get(0).nanos).isEqualTo(taken.get(1).nanos);
  }

  @Test
  void countersShareThePagesOfTheDevices() throws Exception {
    openAll();
    List<DeviceCounters> counters = new ArrayList<>();
    for (int g = 0; g < GPUS; g++) {
      counters.add(kind.openCounters(settings(exporter, g, 1000)));
    }
    for (DeviceCounters each : counters) {
      assertThat(each.read()).isEmpty();
    }
    assertThat(exporter.asked).as("the page that opened the devices").hasValue(1);
    clock.addAndGet(SECOND);
    for (DeviceCounters each : counters) {
      assertThat(each.read()).isEmpty();
    }
    pollUntil(2);

    assertThat(exporter.asked).hasValue(2);
    counters.forEach(DeviceCounters::close);
    assertThat(exporters.size()).as("the devices read it on").isEqualTo(1);
  }

  @Test
  void theLastReadersEndClosesTheClientAndWhatItHasAsked() throws Exception {
    DeviceSource first = open(exporter, 0, 100);
    DeviceSource second = open(exporter, 1, 100);
    pollUntil(1);
    first.close();
    first.close();
    assertThat(exporters.size()).as("the second one's").isEqualTo(1);
    CountDownLatch answer = exporter.hang();
    clock.addAndGet(PERIOD);
    taken.get(1).poll(second);

    second.close();

    assertThat(exporters.size()).isZero();
    assertThat(taken.get(1).failure(second)).contains("cancelled");
    answer.countDown();
  }
}
