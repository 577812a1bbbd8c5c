package io.wattune.collectors.discovery;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wattune.collectors.counters.FoundPlugins;
import io.wattune.collectors.device.CounterDescriptor;
import io.wattune.collectors.device.Discovery;
import io.wattune.collectors.device.Finding;
import io.wattune.collectors.device.FoundDevice;
import io.wattune.core.device.Signal;
import io.wattune.core.tunable.Tunable;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/**
 * What was found on this machine, for programs. {@code nodeFile} is what a node's file would list.
 */
public final class DeviceJson {

  private DeviceJson() {}

  /** One object: {@code devices} and {@code findings}. */
  public static ObjectNode of(Discovery found) {
    ObjectNode report = JsonNodeFactory.instance.objectNode();
    ArrayNode devices = report.putArray("devices");
    found.devices().forEach(device -> device(devices.addObject(), device));
    findings(report.putArray("findings"), found.findings());
    return report;
  }

  /** With {@code counterPlugins}, the sources of counters in jars. */
  public static ObjectNode of(Discovery found, FoundPlugins plugins) {
    ObjectNode report = of(found);
    ArrayNode sources = report.putArray("counterPlugins");
    for (FoundPlugins.Plugin plugin : plugins.plugins()) {
      ObjectNode source = sources.addObject().put("name", plugin.name());
      ArrayNode counters = source.putArray("counters");
      for (CounterDescriptor offer : plugin.offers()) {
        counters
            .addObject()
            .put("name", offer.counter())
            .put("source", offer.source())
            .put("reason", offer.reason());
      }
    }
    findings(report.withArray("findings"), plugins.findings());
    return report;
  }

  private static void device(ObjectNode out, FoundDevice device) {
    out.put("vendor", device.vendor());
    out.put("model", device.model());
    out.put("driver", device.driver());
    ArrayNode signals = out.putArray("signals");
    for (Signal signal : device.signals()) {
      signals
          .addObject()
          .put("name", signal.name())
          .put("unit", signal.unit().name())
          .put("pollPeriodNanos", signal.pollPeriodNanos());
    }
    ArrayNode tunables = out.putArray("tunables");
    for (Tunable tunable : device.tunables()) {
      tunable(tunables.addObject(), tunable);
    }
    ArrayNode counters = out.putArray("counters");
    device.counters().forEach(counters::add);
    findings(out.putArray("findings"), device.findings());
    ObjectNode entry =
        out.putObject("nodeFile").put("uuid", device.uuid()).put("kind", device.kind());
    if (!device.settings().isEmpty()) {
      ObjectNode settings = entry.putObject("settings");
      new TreeMap<>(device.settings()).forEach(settings::put);
    }
  }

  private static void tunable(ObjectNode out, Tunable tunable) {
    out.put("name", tunable.name());
    out.put("unit", tunable.unit().name());
    out.put("lowest", tunable.grid().lowest());
    out.put("highest", tunable.grid().highest());
    if (tunable.grid().values().isEmpty()) {
      out.put("step", tunable.grid().step());
    } else {
      ArrayNode values = out.putArray("values");
      tunable.grid().values().forEach(values::add);
    }
    out.put("now", tunable.ownValue().isPresent() ? (Long) tunable.ownValue().getAsLong() : null);
  }

  /** One object for each finding. */
  public static void findings(ArrayNode out, List<Finding> findings) {
    for (Finding finding : findings) {
      out.addObject()
          .put("level", finding.level().name().toLowerCase(Locale.ROOT))
          .put("what", finding.what())
          .put("remedy", finding.remedy());
    }
  }
}
