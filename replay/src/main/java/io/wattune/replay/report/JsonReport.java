package io.wattune.replay.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wattune.core.ledger.entry.Attribution;
import io.wattune.core.ledger.entry.DetectedEnds;
import io.wattune.core.ledger.entry.EnergyTotal;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.sensor.SensorProfile;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The report for programs. Every name carries its unit, ratios are fractions. With exactly one
 * device its fields also stand at the top level.
 */
public final class JsonReport {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private JsonReport() {}

  public static ObjectNode of(ReplayResult result) {
    ObjectNode report = JSON.objectNode();
    ArrayNode devices = JSON.arrayNode();
    for (DeviceResult device : result.devices()) {
      devices.add(device(device));
    }
    if (devices.size() == 1) {
      report.setAll((ObjectNode) devices.get(0));
    }
    report.put("readings", result.readings());
    report.put("rejects", result.rejectedData());
    report.set("devices", devices.deepCopy());
    report.set("rollUps", rollUps(result));
    List<NodeMeterReport> meters = NodeMeterReport.of(result);
    if (!meters.isEmpty()) {
      ArrayNode into = report.putArray("nodeMeters");
      meters.forEach(meter -> nodeMeter(into.addObject(), meter));
    }
    report.put("wallSeconds", result.wallSeconds());
    report.put("readingsPerSecond", result.readingsPerSecond());
    ArrayNode notes = report.putArray("notes");
    result.notes().forEach(notes::add);
    return report;
  }

  private static void nodeMeter(ObjectNode out, NodeMeterReport meter) {
    out.put("node", meter.node());
    out.put("devices", meter.devices());
    out.put("windows", meter.windows());
    out.put("sumJoules", meter.sumJoules());
    out.put("meterJoules", meter.meterJoules());
    meter
        .fit()
        .ifPresent(
            fit -> {
              out.put("gain", fit.gain());
              out.put("gainError", fit.gainError());
              out.put("offsetWatts", fit.offsetWatts());
              out.put("offsetErrorWatts", fit.offsetErrorWatts());
              out.put("noiseWatts", fit.noiseWatts());
              out.put("lowWatts", fit.lowWatts());
              out.put("highWatts", fit.highWatts());
            });
  }

  private static ObjectNode device(DeviceResult device) {
    ObjectNode node = JSON.objectNode();
    node.put("device", device.device());
    node.put("signal", device.signal());
    node.put("readings", device.counts().readings());
    node.put("samples", device.counts().samples());
    node.put("rejects", device.rejects());
    node.put("repeats", device.counts().repeats());
    node.put("missing", device.counts().missing());
    node.put("outOfOrder", device.counts().outOfOrder());
    node.put("gaps", device.counts().gaps());
    node.set("sensor", sensor(device.profile()));
    ArrayNode activities = node.putArray("activities");
    for (LedgerEntry activity : device.activities()) {
      activities.add(activity(activity, device.meter()));
    }
    node.put("totalEnergyJoules", joules(device.trace().energyMicrojoules()));
    node.put("totalStandardErrorJoules", joules(device.trace().standardErrorMicrojoules()));
    MeterResult meter = device.meter();
    if (meter != null) {
      if (meter.comparison() != null) {
        ObjectNode rmse = node.putObject("meterRmseWatts");
        rmse.put("raw", meter.comparison().rawRmseWatts());
        rmse.put("corrected", meter.comparison().trueRmseWatts());
        if (meter.smoothed() != null) {
          rmse.put("smoothed", meter.smoothed().trueRmseWatts());
        }
      }
      MeterJson.put(node, meter.calibration());
    }
    return node;
  }

  private static ObjectNode sensor(SensorProfile profile) {
    ObjectNode node = JSON.objectNode();
    node.put("class", profile.sensorClass().label());
    node.put("source", profile.source().name().toLowerCase(Locale.ROOT));
    node.put("timeConstantSeconds", profile.response().timeConstantSeconds());
    node.put("timeConstantErrorSeconds", profile.response().timeConstantErrorSeconds());
    node.put("windowSeconds", profile.response().windowSeconds());
    node.put("updatePeriodSeconds", profile.updatePeriodSeconds());
    node.put("delaySeconds", profile.delaySeconds());
    node.put("gain", profile.gain());
    node.put("gainError", profile.gainError());
    node.put("offsetWatts", profile.offsetWatts());
    node.put("offsetErrorWatts", profile.offsetErrorWatts());
    node.put("noiseWatts", profile.noiseWatts());
    node.put("steps", profile.steps());
    node.put("profileId", profile.profileId());
    return node;
  }

  private static ObjectNode activity(LedgerEntry entry, @Nullable MeterResult meter) {
    ObjectNode node = JSON.objectNode();
    node.put("name", entry.name());
    node.put("level", entry.book().label());
    node.put("startNanos", entry.startNanos());
    node.put("endNanos", entry.endNanos());
    node.put("startEpochMicros", Math.floorDiv(entry.startNanos(), 1_000));
    node.put("energyJoules", joules(entry.energyMicrojoules()));
    node.put("standardErrorJoules", joules(entry.standardErrorMicrojoules()));
    node.put("scaleErrorJoules", joules(entry.scaleErrorMicrojoules()));
    node.put("rawEnergyJoules", joules(entry.rawEnergyMicrojoules()));
    node.put("meanPowerWatts", entry.meanPowerWatts());
    node.put("coverage", entry.coverage());
    node.put("quality", entry.quality().name());
    shared(node, entry.attribution());
    DetectedEnds ends = DetectedEnds.of(entry.labels());
    if (ends != null) {
      node.put("startErrorSeconds", ends.startErrorSeconds());
      node.put("endErrorSeconds", ends.endErrorSeconds());
    }
    Double metered =
        meter == null || entry.activityId() == null
            ? null
            : meter.energyJoules().get(entry.activityId());
    if (metered != null) {
      node.put("meterEnergyJoules", metered);
    }
    return node;
  }

  private static void shared(ObjectNode node, @Nullable Attribution attribution) {
    if (attribution == null) {
      return;
    }
    node.put("share", attribution.share());
    Long idle = attribution.idleMicrojoules();
    if (idle != null) {
      node.put("idleEnergyJoules", joules(idle));
    }
    Long unexplained = attribution.unexplainedMicrojoules();
    if (unexplained != null) {
      node.put("unexplainedJoules", joules(unexplained));
    }
  }

  /** Sums of all devices' activities, book by book. */
  private static ArrayNode rollUps(ReplayResult result) {
    ArrayNode rows = JSON.arrayNode();
    for (RollUpTables.RollUpTable table : RollUpTables.of(result)) {
      for (EnergyTotal total : table.totals()) {
        ObjectNode row = rows.addObject();
        row.put("level", table.book().label());
        row.put("by", table.by());
        row.put("key", total.key());
        row.put("notAttributed", total.isRemainder());
        row.put("entries", total.entries());
        row.put("energyJoules", joules(total.energyMicrojoules()));
        row.put("standardErrorJoules", joules(total.standardErrorMicrojoules()));
        row.put("scaleErrorJoules", joules(total.scaleErrorMicrojoules()));
        Long idle = total.idleMicrojoules();
        if (idle != null) {
          row.put("idleEnergyJoules", joules(idle));
        }
        row.put("quality", total.quality().name());
      }
    }
    return rows;
  }

  /** Division, not multiplication by 1e-6: it gives the double that is nearest to the decimal. */
  private static double joules(long microjoules) {
    return microjoules / 1e6;
  }
}
