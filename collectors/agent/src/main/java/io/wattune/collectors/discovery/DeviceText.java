package io.wattune.collectors.discovery;

import io.wattune.collectors.counters.FoundPlugins;
import io.wattune.collectors.device.CounterDescriptor;
import io.wattune.collectors.device.Discovery;
import io.wattune.collectors.device.Finding;
import io.wattune.collectors.device.FoundDevice;
import io.wattune.collectors.device.MissingInputs;
import io.wattune.core.device.Signal;
import io.wattune.core.device.SignalUnit;
import io.wattune.core.tunable.Quantity;
import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.ValueGrid;
import java.util.List;
import java.util.Locale;

/** What was found on this machine, for people. */
public final class DeviceText {
  private static final double NANOS_PER_SECOND = 1e9;

  private DeviceText() {}

  /** One paragraph for each device, then what is to be said of the machine. */
  public static String of(Discovery found) {
    var out = new StringBuilder();
    if (found.devices().isEmpty()) {
      out.append("No devices were found.\n");
    }
    for (FoundDevice device : found.devices()) {
      device(out, device);
      out.append('\n');
    }
    findings(out, found.findings(), "");
    return out.toString();
  }

  /** One paragraph for each source of counters in a jar, then what is wrong with others. */
  public static String of(FoundPlugins found) {
    var out = new StringBuilder();
    for (FoundPlugins.Plugin plugin : found.plugins()) {
      out.append(plugin.name()).append("  source of counters, of a jar beside Wattune\n");
      for (CounterDescriptor offer : plugin.offers()) {
        if (offer.isGiven()) {
          out.append("  counts    ")
              .append(offer.counter())
              .append(", of ")
              .append(offer.source())
              .append('\n');
        }
      }
      findings(out, MissingInputs.of(plugin.offers()), "  ");
      out.append('\n');
    }
    findings(out, found.findings(), "");
    return out.toString();
  }

  private static void device(StringBuilder out, FoundDevice device) {
    out.append(device.uuid())
        .append("  ")
        .append(device.model())
        .append(" (")
        .append(device.kind())
        .append(device.driver().isEmpty() ? "" : ", driver " + device.driver())
        .append(")\n");
    for (Signal signal : device.signals()) {
      out.append("  reads     ")
          .append(signal.name())
          .append(", ")
          .append(word(signal.unit()))
          .append(", ")
          .append(rate(signal.pollPeriodNanos()))
          .append('\n');
    }
    for (Tunable tunable : device.tunables()) {
      out.append("  can set   ").append(tunable.name()).append(", ").append(values(tunable));
      tunable
          .ownValue()
          .ifPresent(own -> out.append(", now ").append(Quantity.text(own, tunable.unit())));
      out.append('\n');
    }
    if (!device.counters().isEmpty()) {
      out.append("  counts    ").append(String.join(", ", device.counters())).append('\n');
    }
    findings(out, device.findings(), "  ");
  }

  /** One line for each finding, and one for what to do about it. */
  public static void findings(StringBuilder out, List<Finding> findings, String indent) {
    for (Finding finding : findings) {
      String level = String.format(Locale.ROOT, "%-10s", mark(finding.level()));
      out.append(indent).append(level).append(finding.what()).append('\n');
      if (!finding.remedy().isEmpty()) {
        out.append(indent)
            .append(" ".repeat(10))
            .append("-> ")
            .append(finding.remedy())
            .append('\n');
      }
    }
  }

  private static String mark(Finding.Level level) {
    return level.name().toLowerCase(Locale.ROOT);
  }

  private static String word(SignalUnit unit) {
    return unit.name().toLowerCase(Locale.ROOT);
  }

  private static String rate(long periodNanos) {
    double hertz = NANOS_PER_SECOND / periodNanos;
    return String.format(Locale.ROOT, hertz < 1 ? "%.2f Hz" : "%.0f Hz", hertz);
  }

  private static String values(Tunable tunable) {
    ValueGrid grid = tunable.grid();
    String range =
        Quantity.text(grid.lowest(), tunable.unit())
            + " to "
            + Quantity.text(grid.highest(), tunable.unit());
    return grid.values().isEmpty()
        ? range + " in steps of " + Quantity.text(grid.step(), tunable.unit())
        : range + ", " + grid.size() + (grid.size() == 1 ? " value" : " values");
  }
}
