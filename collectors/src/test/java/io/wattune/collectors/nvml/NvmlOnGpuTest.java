package io.wattune.collectors.nvml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.wattune.collectors.device.Control;
import io.wattune.collectors.device.DeviceControls;
import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.device.DeviceSettings;
import io.wattune.collectors.device.Finding;
import io.wattune.collectors.device.FoundDevice;
import io.wattune.collectors.nvml.library.ClockDomain;
import io.wattune.collectors.nvml.library.FieldValues;
import io.wattune.collectors.nvml.library.Nvml;
import io.wattune.collectors.nvml.library.NvmlException;
import io.wattune.collectors.nvml.library.NvmlLibrary;
import io.wattune.collectors.nvml.library.NvmlNumber;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * On a machine with an NVIDIA GPU: {@code mvn -pl collectors -am test -Dtest=NvmlOnGpuTest
 * -Dwattune.gpu=true -Dtests.excluded= -Dsurefire.failIfNoSpecifiedTests=false}. Reads only, unless
 * {@code -Dwattune.gpu.set=true} allows it to lock the core clock for some seconds. {@code
 * -Dwattune.gpu.load="command"} is run for the middle third of the measurement, as a load.
 *
 * <p>Writes {@code docs/measurements/<card>.md} and the captured device beside it.
 */
@Tag("long")
@EnabledIfSystemProperty(named = "wattune.gpu", matches = "true")
class NvmlOnGpuTest {
  private static final Path FOLDER =
      Path.of("").toAbsolutePath().resolveSibling("docs/measurements");
  private static final long SECOND = 1_000_000_000L;
  private static final long MEASURED_NANOS = 30 * SECOND;
  private static final long POLL_NANOS = 1_000_000L;

  private static final int[] FIELDS = {
    Nvml.FIELD_POWER_INSTANT, Nvml.FIELD_POWER_AVERAGE, Nvml.FIELD_TOTAL_ENERGY
  };

  /** What one field showed: its integral, when it changed, and how often it was asked. */
  private static final class Series {
    final List<Double> betweenChangesMillis = new ArrayList<>();
    double integral;
    long first = -1;
    long last = -1;
    long lastNanos;
    long changedNanos;

    void add(long nanos, long value) {
      if (first < 0) {
        first = value;
        changedNanos = nanos;
      } else {
        integral += (nanos - lastNanos) * 1e-9 * (last + value) / 2;
        if (value != last) {
          betweenChangesMillis.add((nanos - changedNanos) * 1e-6);
          changedNanos = nanos;
        }
      }
      last = value;
      lastNanos = nanos;
    }

    String period() {
      List<Double> sorted = betweenChangesMillis.stream().sorted().toList();
      return sorted.isEmpty()
          ? "no change seen"
          : String.format(
              Locale.ROOT,
              "median %.1f ms, 5 %% below %.1f, 5 %% above %.1f, of %d",
              sorted.get(sorted.size() / 2),
              sorted.get(sorted.size() / 20),
              sorted.get(sorted.size() - 1 - sorted.size() / 20),
              sorted.size());
    }
  }

  private final StringBuilder report = new StringBuilder();

  @Test
  void measuresTheFirstGpu() throws Exception {
    FoundDevice found = new NvidiaKind().find().devices().get(0);
    Nvml nvml = NvmlLibrary.load(NvmlLibrary.NAME);
    nvml.init();
    try {
      long gpu = nvml.device(found.uuid());
      describe(found);
      comparePowerWithEnergy(nvml, gpu);
      if (Boolean.getBoolean("wattune.gpu.set")) {
        lockClock(nvml, gpu, found);
      }
      String card = found.model().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
      Files.createDirectories(FOLDER);
      Files.writeString(FOLDER.resolve(card + ".md"), report);
      Files.writeString(
          FOLDER.resolve(card + ".nvml"), NvmlRecorder.record(nvml, gpu, 10 * SECOND));
    } finally {
      nvml.shutdown();
    }
  }

  private void describe(FoundDevice found) {
    line("# " + found.model() + ", driver " + found.driver());
    line("");
    line("By `NvmlOnGpuTest`. Power is polled every millisecond for 30 s.");
    line("");
    line("- signals: " + found.signals().stream().map(s -> s.name()).toList());
    found
        .tunables()
        .forEach(
            t ->
                line(
                    "- "
                        + t.name()
                        + ": "
                        + t.grid().lowest()
                        + ".."
                        + t.grid().highest()
                        + " "
                        + t.unit()
                        + ", "
                        + t.grid().size()
                        + " values"));
    line("- counters: " + found.counters());
    line(
        "- findings: "
            + found.findings().stream().map(Finding::what).collect(Collectors.joining("; ")));
    line("");
  }

  private void comparePowerWithEnergy(Nvml nvml, long gpu) throws Exception {
    var fields = new FieldValues(FIELDS, new int[FIELDS.length]);
    Series[] series = {new Series(), new Series(), new Series()};
    List<Double> callMicros = new ArrayList<>();
    Process load = null;
    long start = System.nanoTime();
    for (int i = 0; System.nanoTime() - start < MEASURED_NANOS; i++) {
      if (load == null && System.nanoTime() - start > MEASURED_NANOS / 3) {
        load = startLoad();
      }
      long asked = System.nanoTime();
      nvml.fields(gpu, fields);
      callMicros.add((System.nanoTime() - asked) * 1e-3);
      for (int f = 0; f < FIELDS.length; f++) {
        if (fields.code(f) == 0) {
          series[f].add(asked, fields.value(f));
        }
      }
      LockSupport.parkNanos(start + (i + 1) * POLL_NANOS - System.nanoTime());
    }
    if (load != null) {
      load.destroy();
      assertThat(load.waitFor(10, TimeUnit.SECONDS)).isTrue();
    }
    callMicros.sort(Double::compare);
    double counted = (series[2].last - series[2].first) * 1e-3;
    line(text("One call for three fields: median %.0f us.", callMicros.get(callMicros.size() / 2)));
    line("");
    line("| field | joules | against the energy counter | time between changes |");
    line("|---|---|---|---|");
    line(text("| 83 energy counter | %.2f | | %s |", counted, series[2].period()));
    for (int f = 0; f < 2; f++) {
      if (series[f].first >= 0) {
        double joules = series[f].integral * 1e-3;
        String off = counted > 0 ? text("%+.2f %%", 100 * (joules / counted - 1)) : "no counter";
        line(text("| %d | %.2f | %s | %s |", FIELDS[f], joules, off, series[f].period()));
      }
    }
    line("");
    assertThat(series[0].first + series[1].first).as("some power field works").isPositive();
    assertThat(series[0].betweenChangesMillis.size() + series[1].betweenChangesMillis.size())
        .as("it changes in 30 s")
        .isPositive();
  }

  private static Process startLoad() throws Exception {
    String command = System.getProperty("wattune.gpu.load", "");
    return command.isEmpty()
        ? null
        : new ProcessBuilder("sh", "-c", "exec " + command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
  }

  /** How long a lock takes to be seen, down and back: under a load, or nothing is seen. */
  private void lockClock(Nvml nvml, long gpu, FoundDevice found) throws Exception {
    var settings = new DeviceSettings("n1/" + found.uuid(), Path.of(""), Map.of());
    Process load = startLoad();
    try (DeviceControls controls = new NvidiaKind().openControls(settings)) {
      Control core =
          controls.controls().stream()
              .filter(c -> c.tunable().name().equals("core.clock"))
              .findFirst()
              .orElse(null);
      assumeThat(core).as("the core clock can be locked").isNotNull();
      settle();
      long before = clock(nvml, gpu);
      long half = core.tunable().grid().valueAt(core.tunable().grid().size() / 2);
      try {
        core.write(half);
        line(
            text("Core clock locked to %d MHz, from %d: ", half, before)
                + waitFor(nvml, gpu, half));
        assertThat(core.read()).isEqualTo(half);
      } catch (DeviceException e) {
        line("Core clock: " + e.getMessage());
        return;
      } finally {
        nvml.unlockClocks(gpu, ClockDomain.CORE);
      }
      settle();
      line(text("Unlocked, it is at %d MHz after a second.", clock(nvml, gpu)));
    } finally {
      if (load != null) {
        load.destroy();
      }
    }
  }

  private static void settle() {
    long until = System.nanoTime() + SECOND;
    while (System.nanoTime() - until < 0) {
      LockSupport.parkNanos(until - System.nanoTime());
    }
  }

  private static String waitFor(Nvml nvml, long gpu, long highest) throws NvmlException {
    long start = System.nanoTime();
    while (clock(nvml, gpu) > highest && System.nanoTime() - start < 2 * SECOND) {
      LockSupport.parkNanos(POLL_NANOS);
    }
    return text("seen after %.1f ms", (System.nanoTime() - start) * 1e-6);
  }

  private static long clock(Nvml nvml, long gpu) throws NvmlException {
    return nvml.number(gpu, NvmlNumber.CLOCK, ClockDomain.CORE.type());
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  private void line(String text) {
    report.append(text).append('\n');
  }
}
