package io.wattune.replay.calibration;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wattune.core.meter.IdlePower;
import io.wattune.core.noisefloor.NoiseFloor;
import io.wattune.core.sensor.EdgeCounts;
import io.wattune.replay.report.MeterJson;
import io.wattune.replay.report.SensorText;
import io.wattune.report.FloorJson;
import io.wattune.report.ReportJson;
import io.wattune.schemas.profile.ProfileFile;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What was found, for people and for programs. */
public final class CalibrationReport {
  private CalibrationReport() {}

  public static String text(List<SensorCalibration> all, List<String> notes, @Nullable Path out) {
    var text = new StringBuilder();
    for (SensorCalibration one : all) {
      text.append(one.trace().device()).append("  ").append(one.trace().signal()).append('\n');
      lines(text, "sensor", SensorText.of(one.profile()));
      lines(text, "found", one.explanation());
      NoiseFloor floor = one.floor();
      if (floor != null) {
        lines(text, "floor", floor.sentences());
      }
    }
    lines(text, "note", notes);
    if (out != null) {
      text.append("profile written to ").append(out).append(", plots beside it\n");
    }
    return text.toString();
  }

  private static void lines(StringBuilder text, String name, List<String> lines) {
    String head = name;
    for (String line : lines) {
      text.append(String.format("  %-8s%s%n", head, line));
      head = "";
    }
  }

  public static String json(List<SensorCalibration> all, List<String> notes) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    ArrayNode devices = root.putArray("devices");
    for (SensorCalibration one : all) {
      ObjectNode device = devices.addObject();
      device.put("device", one.trace().device());
      device.put("signal", one.trace().signal());
      device.put("model", one.prior().model());
      device.put("priorIsPublished", one.prior().isPublished());
      device.put("resolved", one.isResolved());
      device.set("profile", ProfileFile.node(one.profile()));
      counts(device.putObject("edges"), one.counts());
      if (one.meter() != null) {
        MeterJson.put(device, one.meter());
      }
      IdlePower idle = one.idle();
      if (idle != null) {
        ObjectNode node = device.putObject("trueIdle");
        node.put("watts", idle.watts());
        node.put("errorWatts", idle.errorWatts());
        node.put("sensorWatts", idle.sensorWatts());
      }
      NoiseFloor floor = one.floor();
      device.set("noiseFloor", floor == null ? null : FloorJson.of(floor));
      ArrayNode explanation = device.putArray("explanation");
      one.explanation().forEach(explanation::add);
    }
    ArrayNode remarks = root.putArray("notes");
    notes.forEach(remarks::add);
    return ReportJson.pretty(root);
  }

  private static void counts(ObjectNode node, EdgeCounts counts) {
    node.put("samples", counts.samples());
    node.put("edges", counts.edges());
    node.put("lags", counts.lags());
    node.put("ramps", counts.ramps());
    node.put("pooled", counts.pooled());
    node.put("odd", counts.odd());
    node.put("falls", counts.falls());
  }
}
