package io.wattune.control.status;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.Decision;
import io.wattune.core.decision.HeatGuard;
import io.wattune.core.decision.Hold;
import io.wattune.core.inforce.Difference;
import io.wattune.core.status.FleetStatus;
import io.wattune.core.status.NodeStatus;
import io.wattune.core.status.TunableStatus;
import io.wattune.core.status.TuningStatus;
import io.wattune.core.thermal.sensor.Prediction;
import io.wattune.core.tunable.Setting;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How the fleet stands, for programs. Times are epoch nanoseconds. */
public final class StatusJson {
  private StatusJson() {}

  public static ObjectNode of(FleetStatus status) {
    ObjectNode report = JsonNodeFactory.instance.objectNode();
    report.put("atNanos", status.atNanos());
    ArrayNode devices = report.putArray("devices");
    status.devices().forEach(device -> device(devices.addObject(), device));
    ArrayNode nodes = report.putArray("nodes");
    status.nodes().forEach(node -> node(nodes.addObject(), node));
    ArrayNode holds = report.putArray("holds");
    status.holds().forEach(hold -> hold(holds.addObject(), hold));
    ArrayNode unreadableHolds = report.putArray("unreadableHolds");
    status.unreadableHolds().forEach(unreadableHolds::add);
    report.put("unreadable", status.unreadable());
    return report;
  }

  private static void device(ObjectNode out, TuningStatus device) {
    out.put("device", device.device());
    out.put("node", device.node());
    out.put("model", device.model());
    out.put("state", word(device.state()));
    ArrayNode settings = out.putArray("settings");
    for (TunableStatus each : device.settings()) {
      ObjectNode setting = settings.addObject();
      setting.put("tunable", each.tunable());
      setting.put("unit", each.unit().name());
      setting.put("own", each.own().isPresent() ? (Long) each.own().getAsLong() : null);
      setting.put("now", each.now().isPresent() ? (Long) each.now().getAsLong() : null);
    }
    out.put("activityName", device.activityName());
    out.put("inForceSinceNanos", device.sinceNanos() == 0 ? null : (Long) device.sinceNanos());
    out.put("readBackNanos", device.seenNanos() == 0 ? null : (Long) device.seenNanos());
    out.put("isReadBackOverdue", device.isUnseen());
    out.put("powerAgeNanos", device.powerAgeNanos());
    out.put("isLate", device.isLate());
    differences(out.putArray("differences"), device);
    device.pending().forEach(out.putArray("pending")::add);
    out.put("work", word(device.work()));
    out.put(
        "leaseUntilNanos", device.leaseUntilNanos() == 0 ? null : (Long) device.leaseUntilNanos());
    Decision.ForDevice decision = device.decision();
    if (decision == null) {
      out.putNull("decision");
    } else {
      out.putObject("decision")
          .put("policy", decision.policy())
          .put("reason", decision.reason())
          .put("detail", decision.detail())
          .set("heat", heat(decision.heat()));
      out.withObject("/decision")
          .put("epoch", decision.epoch())
          .put("sequence", decision.sequence())
          .put("decidedAtNanos", decision.decidedAtNanos());
    }
    Actuation refusal = device.refusal();
    if (refusal == null) {
      out.putNull("refusal");
    } else {
      out.putObject("refusal")
          .put("outcome", word(refusal.outcome()))
          .put("reason", refusal.reason())
          .put("detail", refusal.detail());
    }
    Hold hold = device.hold();
    if (hold == null) {
      out.putNull("hold");
    } else {
      hold(out.putObject("hold"), hold);
    }
  }

  private static void differences(ArrayNode out, TuningStatus device) {
    for (Difference each : device.differences()) {
      ObjectNode one = out.addObject();
      one.put("tunable", each.tunable());
      one.put("unit", each.unit().name());
      one.put("wished", each.wished().isPresent() ? (Long) each.wished().getAsLong() : null);
      one.put("readBack", each.readBack().isPresent() ? (Long) each.readBack().getAsLong() : null);
    }
  }

  private static void node(ObjectNode out, NodeStatus node) {
    out.put("node", node.node());
    out.put("writer", word(node.writer()));
    out.put("epoch", node.epoch());
    out.put("policy", node.policy());
    out.put("answersSigned", node.isSigned());
  }

  private static void hold(ObjectNode out, Hold hold) {
    out.put("id", hold.holdId());
    out.put("scope", word(hold.scope()));
    out.put("name", hold.name());
    out.put("fromNanos", hold.fromNanos());
    out.put(
        "untilNanos", hold.untilNanos() == Hold.UNTIL_RELEASED ? null : (Long) hold.untilNanos());
    out.put("by", hold.by());
    out.put("why", hold.why());
    ArrayNode settings = out.putArray("settings");
    for (Setting each : hold.settings().settings()) {
      settings
          .addObject()
          .put("tunable", each.tunable())
          .put("unit", each.unit().name())
          .put("value", each.value());
    }
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static JsonNode heat(@Nullable HeatGuard heat) {
    if (heat == null) {
      return NullNode.getInstance();
    }
    Prediction now = heat.now();
    return JsonNodeFactory.instance
        .objectNode()
        .put("limitCelsius", heat.limitCelsius())
        .put("celsius", now == null ? null : (Double) now.celsius())
        .put("errorCelsius", now == null ? null : (Double) now.standardError())
        .put("statedErrorKelvin", heat.statedErrorKelvin())
        .put("doubt", word(heat.doubt()));
  }
}
