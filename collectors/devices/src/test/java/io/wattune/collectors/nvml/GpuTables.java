package io.wattune.collectors.nvml;

import io.wattune.collectors.device.Finding;
import io.wattune.collectors.device.FoundDevice;
import io.wattune.core.tunable.Tunable;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The parts of a report on a GPU, and what in them is a problem. */
final class GpuTables {
  private GpuTables() {}

  static void describe(GpuReport report, FoundDevice found) {
    report.line("# " + found.model() + ", driver " + found.driver());
    report.line("");
    report.line(
        "By `NvmlOnGpuTest` on " + LocalDate.now(ZoneOffset.UTC) + ", see [README.md](README.md).");
    report.line("");
    report.line("- signals: " + found.signals().stream().map(signal -> signal.name()).toList());
    found.tunables().forEach(tunable -> report.line("- " + tunable(tunable)));
    report.line("- counters: " + found.counters());
    report.line(
        "- findings: "
            + found.findings().stream().map(Finding::what).collect(Collectors.joining("; ")));
  }

  private static String tunable(Tunable tunable) {
    return text(
        "%s: %d..%d %s, %d values",
        tunable.name(),
        tunable.grid().lowest(),
        tunable.grid().highest(),
        tunable.unit().name().toLowerCase(Locale.ROOT),
        tunable.grid().size());
  }

  static void load(GpuReport report, String load, LoadPhases phases) {
    report.line("");
    report.line("## Power");
    report.line("");
    report.line(
        text("Polled every millisecond for %.0f s. ", phases.endNanos() * 1e-9)
            + (load.isEmpty()
                ? "Without a load (`-Dwattune.gpu.load`): only what others did was to be seen."
                : text("The load went on %d times: ", phases.edges() / 2) + load + "."));
  }

  /** Each power's integral beside the energy counter. */
  static void energies(GpuReport report, GpuPolls polls, LoadPhases phases) {
    PolledSeries energy = polls.energy();
    double[] micros = new double[polls.callMicros().size()];
    for (int i = 0; i < micros.length; i++) {
      micros[i] = polls.callMicros().value(i);
    }
    Arrays.sort(micros);
    report.line("One call for all fields: " + GpuSuite.spread(micros, "us", 1) + ".");
    report.line("");
    report.line(
        "| question | joules | against the counter | may differ by | not answered | changes |");
    report.line("|---|---|---|---|---|---|");
    boolean hasCounter = energy != null && energy.size() > 1;
    if (energy != null) {
      double joules = hasCounter ? (energy.last() - energy.first()) * 1e-3 : 0;
      report.line(text("| energy counter | %.2f | | | ", joules) + tail(energy));
    }
    for (PolledSeries power : polls.powers()) {
      if (power.size() < 2) {
        report.problem(power.name() + ": not answered " + power.failures() + " times");
        continue;
      }
      if (energy == null || !hasCounter) {
        String row = text("| %s | %.2f | no counter | | ", power.name(), power.integral() * 1e-3);
        report.line(row + tail(power));
        continue;
      }
      EnergyComparison both = EnergyComparison.of(power, energy, phases.edges());
      report.line(
          text(
                  "| %s | %.2f | %+.2f J | %.2f J | ",
                  power.name(), both.joules(), both.joules() - both.counted(), both.bound())
              + tail(power));
      if (!both.agrees()) {
        report.problem(
            text(
                "%s: %.1f J, and %.1f J by the energy counter: more than %.1f J apart",
                power.name(), both.joules(), both.counted(), both.bound()));
      }
    }
    if (polls.powers().stream().allMatch(power -> power.greatestChange() == 0)) {
      report.problem("no power changed");
    }
  }

  private static String tail(PolledSeries series) {
    return series.failures() + " | " + GpuSuite.spread(series.betweenChanges(), "ms", 1e3) + " |";
  }

  /** The class of each power's sensor. */
  static void sensors(GpuReport report, GpuPolls polls, String model, LoadPhases phases) {
    report.line("");
    report.line("| power | sensor | update period | delay | edges |");
    report.line("|---|---|---|---|---|");
    for (PolledSeries power : polls.powers()) {
      SensorFinding found = SensorFinding.of(power, model, phases);
      report.line(
          text(
              "| %s | %s | %.1f ms | %s | %s |",
              power.name(),
              found.response(),
              1e3 * period(power, found),
              found.delay(),
              found.edges()));
    }
  }

  /** The calibrator's where it has learned one; else the middle of what the changes showed. */
  private static double period(PolledSeries power, SensorFinding found) {
    double[] between = power.betweenChanges();
    return found.isResolved() || between.length == 0
        ? found.profile().updatePeriodSeconds()
        : between[between.length / 2];
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
