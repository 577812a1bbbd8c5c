package io.wattune.collectors.nvml;

import io.wattune.collectors.device.Control;
import io.wattune.collectors.device.DeviceControls;
import io.wattune.collectors.device.DeviceSettings;
import io.wattune.collectors.device.FoundDevice;
import io.wattune.collectors.nvml.library.Nvml;
import io.wattune.collectors.nvml.library.NvmlException;
import io.wattune.collectors.nvml.library.NvmlNumber;
import io.wattune.core.tunable.TunableName;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Measures a GPU by way of NVML, step by step: what it offers, its powers against its energy
 * counter, the class of each sensor, a captured-device file, and how quickly settings are seen. A
 * step that fails is told as a problem and the next one goes on; the report is on the disk after
 * each. The same code runs on a GPU ({@code NvmlOnGpuTest}) and on a script ({@code GpuSuiteTest}).
 */
final class GpuSuite {

  /**
   * How long, and what is allowed.
   *
   * @param warmUpNanos how long the load works before anything is measured
   * @param measured phases of the load while power is measured
   * @param captured phases of the load while the device file is captured
   * @param maySet whether settings may be changed for some seconds
   * @param own settings of the device: what an admin has locked clocks to
   */
  record Plan(
      long warmUpNanos,
      LoadPhases measured,
      LoadPhases captured,
      boolean maySet,
      Map<String, String> own) {}

  private interface Step {
    void run() throws Exception;
  }

  private final NvidiaKind kind;
  private final Nvml nvml;
  private final GpuLoad load;
  private final GpuTime time;
  private final Path folder;
  private @Nullable ControlResponse setting;
  private @Nullable GpuReport settingReport;
  private boolean isAbandoned;

  GpuSuite(NvidiaKind kind, Nvml nvml, GpuLoad load, GpuTime time, Path folder) {
    this.kind = kind;
    this.nvml = nvml;
    this.load = load;
    this.time = time;
    this.folder = folder;
  }

  /** Measures a GPU that was found; what went wrong, or nothing. */
  List<String> measure(FoundDevice found, Plan plan) throws NvmlException {
    String card = found.model().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    var report = new GpuReport(folder.resolve(card + ".md"));
    nvml.init();
    try {
      long gpu = nvml.device(found.uuid());
      PowerOffer offer = PowerOffer.of(nvml, gpu);
      step(report, "description", () -> GpuTables.describe(report, found));
      load.work(true);
      time.await(time.nanos() + plan.warmUpNanos());
      step(report, "power", () -> measurePower(report, gpu, offer, found, plan.measured()));
      step(report, "capture", () -> capture(gpu, plan.captured(), folder.resolve(card + ".nvml")));
      step(report, "settings", () -> measureSettings(report, gpu, offer, found, plan));
    } finally {
      load.work(false);
      nvml.shutdown();
    }
    return report.problems();
  }

  private static void step(GpuReport report, String name, Step step) {
    try {
      step.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      report.problem(name + ": interrupted");
    } catch (Exception e) {
      report.problem(name + ": " + e);
    } finally {
      report.write();
    }
  }

  private void measurePower(
      GpuReport report, long gpu, PowerOffer offer, FoundDevice found, LoadPhases phases) {
    var polls = new GpuPolls(nvml, gpu, offer);
    polls.take(load, phases, time);
    GpuTables.load(report, load.says(), phases);
    GpuTables.energies(report, polls, phases);
    GpuTables.sensors(report, polls, found.model(), phases);
  }

  private void capture(long gpu, LoadPhases phases, Path file) throws Exception {
    var follows = new LoadSwitch(load, phases);
    Files.writeString(file, NvmlRecorder.record(nvml, gpu, time, phases.endNanos(), follows::at));
  }

  private void measureSettings(
      GpuReport report, long gpu, PowerOffer offer, FoundDevice found, Plan plan) throws Exception {
    report.line("");
    report.line("## Settings");
    report.line("");
    if (!plan.maySet()) {
      report.line("Not measured: nothing was allowed to be set (`-Dwattune.gpu.set=true`).");
      return;
    }
    var settings = new DeviceSettings("suite/" + found.uuid(), Path.of(""), plan.own());
    load.work(true);
    time.await(time.nanos() + plan.warmUpNanos());
    try (DeviceControls controls = kind.openControls(settings)) {
      for (Control control : controls.controls()) {
        var response =
            new ControlResponse(
                control,
                seen(gpu, offer, control.tunable().name()),
                time,
                report::line,
                report::problem);
        if (!begin(response, report)) {
          return;
        }
        response.measure();
        report.write();
      }
    }
  }

  /** Whether a setting may be measured: not any more while the program is being ended. */
  private synchronized boolean begin(ControlResponse response, GpuReport into) {
    settingReport = into;
    setting = response;
    return !isAbandoned;
  }

  private ControlResponse.Seen seen(long gpu, PowerOffer offer, String tunable) {
    return switch (tunable) {
      case TunableName.CORE_CLOCK -> () -> nvml.number(gpu, NvmlNumber.CLOCK, 0);
      case TunableName.MEMORY_CLOCK -> () -> nvml.number(gpu, NvmlNumber.CLOCK, 2);
      default -> {
        PowerChoice read = offer.choose(PowerChoice.AUTO);
        yield new PowerQuery(nvml, gpu, read == null ? PowerChoice.USAGE : read)::now;
      }
    };
  }

  /** Sets back what is set just now: for a program that is being ended. */
  void abandon() {
    ControlResponse now;
    GpuReport written;
    synchronized (this) {
      isAbandoned = true;
      now = setting;
      written = settingReport;
    }
    if (now != null) {
      now.restore();
    }
    if (written != null) {
      written.write();
    }
    load.close();
  }

  /** Some words for a list of numbers in ascending order. */
  static String spread(double[] sorted, String unit, double scale) {
    if (sorted.length == 0) {
      return "no change seen";
    }
    double[] scaled = Arrays.stream(sorted).map(value -> value * scale).toArray();
    return String.format(
        Locale.ROOT,
        "median %.1f %s, 5 %% below %.1f, 5 %% above %.1f, of %d",
        scaled[scaled.length / 2],
        unit,
        scaled[scaled.length / 20],
        scaled[scaled.length - 1 - scaled.length / 20],
        scaled.length);
  }
}
