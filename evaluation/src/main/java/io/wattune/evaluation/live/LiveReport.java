package io.wattune.evaluation.live;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;

/** Live runs beside offline ones, for people and as JSON. */
public final class LiveReport {
  private static final double PERCENT = 100;

  private LiveReport() {}

  /** As a table for people. */
  public static String text(List<LiveComparison> all) {
    var text = new StringBuilder();
    text.append("Change against own settings while kernels ran; exploration counted\n");
    text.append(
        String.format(
            Locale.ROOT,
            "%-15s %-12s %11s %9s %9s   %-24s %-13s %-24s %s%n",
            "workload",
            "policy",
            "invocations",
            "delay",
            "switching",
            "energy live",
            "offline",
            "performance live/offline",
            "ED2 live/offline"));
    for (LiveComparison each : all) {
      text.append(
          String.format(
              Locale.ROOT,
              "%-15s %-12s %11d %6.0f ms %6.0f ms   %-24s %-13s %-24s %+.1f / %+.1f %%%n",
              each.workload(),
              each.policy(),
              each.live().invocations(),
              each.delayMillis(),
              each.switchingMillis(),
              String.format(
                  Locale.ROOT,
                  "%+.2f +- %.2f %%",
                  change(each.live().energy()),
                  PERCENT * each.live().energyError()),
              String.format(Locale.ROOT, "%+.2f %%", change(each.offline().energy())),
              String.format(
                  Locale.ROOT,
                  "%+.2f / %+.2f %%",
                  change(each.live().performance()),
                  change(each.offline().performance())),
              change(each.live().ed2()),
              change(each.offline().ed2())));
    }
    return text.toString();
  }

  private static double change(double ratio) {
    return PERCENT * (ratio - 1);
  }

  /** As one JSON object. */
  public static String json(List<LiveComparison> all) {
    ObjectNode root = JsonMapper.builder().build().createObjectNode();
    ArrayNode array = root.putArray("workloads");
    for (LiveComparison each : all) {
      ObjectNode node = array.addObject();
      node.put("workload", each.workload());
      node.put("policy", each.policy());
      node.put("delayMillis", each.delayMillis());
      node.put("switchingMillis", each.switchingMillis());
      saved(node.putObject("live"), each.live());
      saved(node.putObject("offline"), each.offline());
      node.put("ed2Apart", each.points());
    }
    return root.toPrettyString();
  }

  private static void saved(ObjectNode node, PolicySaving saved) {
    node.put("invocations", saved.invocations())
        .put("energy", saved.energy())
        .put("energyError", saved.energyError())
        .put("performance", saved.performance())
        .put("ed2", saved.ed2());
  }
}
