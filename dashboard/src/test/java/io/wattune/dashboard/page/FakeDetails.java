package io.wattune.dashboard.page;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wattune.core.thermal.floorplan.Block;
import io.wattune.core.thermal.live.HeatPlan;
import io.wattune.dashboard.page.FakeFleet.Gpu;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parts of the answers about control, sensors and health. */
final class FakeDetails {
  private static final List<String> OUTCOMES =
      List.of("applied", "renewed", "renewed", "refused", "applied", "partly");

  /** Of what is saved, by kernel; of the last one nothing is known. */
  private static final double[] SHARES = {0.6, 0.3, 0.1, 0};

  private FakeDetails() {}

  static ObjectNode profile(long from, String source, double constant, double error, int steps) {
    ObjectNode profile = FakeAnswers.JSON.createObjectNode().put("class", "first-order-lag");
    profile.put("source", source).put("timeConstantSeconds", constant);
    profile.put("timeConstantErrorSeconds", error).put("windowSeconds", 0);
    profile.put("updatePeriodSeconds", 0.0149).put("delaySeconds", 0.021).put("gain", 1.013);
    profile.put("gainError", 0.012).put("offsetWatts", -1.7).put("offsetErrorWatts", 1.1);
    return profile.put("noiseWatts", 0.83).put("steps", steps).put("validFromMs", from - 600_000);
  }

  /** The generic plan, as a device has it whose own is not known; its units heat and cool. */
  static void heat(ObjectNode answer, long now) {
    ObjectNode heat = answer.putObject("heat").put("atMs", now - 400).put("plan", "generic");
    heat.put("planGiven", false).putNull("sensorBlock").put("quality", "estimated");
    heat.put("doubt", "none").put("sensorCelsius", 61.25).put("sensorErrorCelsius", 0.75);
    heat.put("hotSpot", "SM0_EXE_B").put("hotSpotAboveSensorKelvin", 6.5);
    heat.put("hotSpotAboveSensorErrorKelvin", 2.25);
    List<Block> plan = HeatPlan.generic(400).plan().blocks();
    ArrayNode blocks = heat.putArray("blocks");
    for (int i = 0; i < plan.size(); i++) {
      Block of = plan.get(i);
      ObjectNode block = blocks.addObject().put("name", of.name());
      block.put("left", 1000 * of.left()).put("bottom", 1000 * of.bottom());
      block.put("width", 1000 * of.width()).put("height", 1000 * of.height());
      block.put("celsius", celsius(of.name(), i, 0)).put("errorCelsius", 2.5);
    }
    ArrayNode frames = heat.putArray("frames");
    for (int k = 0; k < 30; k++) {
      ArrayNode all = frames.addObject().put("atMs", now - 29_400 + 1000L * k).putArray("celsius");
      for (int i = 0; i < plan.size(); i++) {
        all.add(celsius(plan.get(i).name(), i, k));
      }
    }
  }

  private static double celsius(String block, int i, int k) {
    if (block.equals("SM0_EXE_B")) {
      return 67.75 - 3.75 * (1 - Math.cos(k));
    }
    double rise = block.contains("EXE") ? 6.5 : block.contains("REG") ? 4.5 : 2;
    return block.startsWith("SM") ? 58.5 + rise * (0.8 + 0.2 * Math.sin(i + k)) : 53.5;
  }

  static void components(ObjectNode answer, String device, List<String> kernels, long now) {
    List<String> names = List.of("idle", "vector units", "memory unit + memory reads");
    double[] watts = {61.5, 148.25, 72.125};
    ObjectNode components = answer.putObject("components");
    components.put("atMs", now - 400).put("model", device).put("revision", 41);
    components.put("quality", "corrected").put("totalWatts", 281.875).put("totalErrorWatts", 3.5);
    components.put("seconds", 300).putArray("doubts").add("drift");
    ArrayNode parts = components.putArray("parts");
    for (int i = 0; i < names.size(); i++) {
      ObjectNode part = parts.addObject().put("name", names.get(i)).put("watts", watts[i]);
      part.put("errorWatts", 4.5).put("joules", 300 * watts[i]).put("errorJoules", 1350);
      ArrayNode counters = part.putArray("counters");
      ArrayNode merged = part.putArray("merged");
      if (i == 2) {
        counters.add("MemUnitBusy").add("ReadBytes");
        merged.add("memory unit").add("memory reads");
      }
    }
    ArrayNode bins = components.putArray("bins");
    for (int k = 0; k < 30; k++) {
      ObjectNode bin = bins.addObject().put("fromMs", now - 300_000 + 10_000L * k);
      ArrayNode joules = bin.put("seconds", 10).putArray("joules");
      for (double each : watts) {
        joules.add(each * 10 * (1 + 0.2 * Math.sin(k)));
      }
    }
    components.put("kernelsSinceMs", now - 900_000);
    ArrayNode ran = components.putArray("kernels");
    for (int k = 0; k < kernels.size(); k++) {
      ObjectNode one = ran.addObject().put("name", kernels.get(k)).put("activities", 120 + k);
      one.put("seconds", 60.5).putArray("joules").add(0).add(8000.0 / (k + 1)).add(4000);
      one.putArray("errorJoules").add(0).add(800.0 / (k + 1)).add(400);
    }
  }

  static void sensitivities(ArrayNode list, List<String> kernels, long now) {
    double[] values = {0.93, 0.71, 0.18, 0.04};
    for (int i = 0; i < kernels.size(); i++) {
      ObjectNode one =
          list.addObject().put("activity", kernels.get(i)).put("tunable", "core.clock");
      one.put("value", values[i % 4]).put("raw", values[i % 4]).put("standardError", 0.05);
      one.put("bin", values[i % 4] > 0.7 ? "high" : values[i % 4] > 0.3 ? "medium" : "low");
      one.put("model", "harmonia-table-3").put("quality", "estimated").put("basedOnMs", now - 4000);
    }
  }

  static void counters(ArrayNode list, List<String> kernels, long now) {
    counter(list, "sm__throughput.avg.pct", "fraction", "mean", 0.642, kernels.get(0), now);
    counter(list, "dram__bytes_read.sum", "B", "increase", 8.13e11, kernels.get(0), now);
    counter(list, "gpu.temperature", "°C", "last", 61.0, null, now);
    counter(list, "work.delivered", "work", "increase", 18_432.0, kernels.get(0), now);
  }

  private static void counter(
      ArrayNode list,
      String name,
      String unit,
      String kind,
      double value,
      @org.jspecify.annotations.Nullable String activity,
      long now) {
    ObjectNode one = list.addObject().put("name", name).put("unit", unit).put("kind", kind);
    one.put("value", value).put("atMs", now - 1200).put("activity", activity);
  }

  static ObjectNode decision(Gpu gpu, long ms, int k, List<String> kernels) {
    String outcome = OUTCOMES.get(k % OUTCOMES.size());
    ObjectNode one = FakeAnswers.JSON.createObjectNode().put("ms", ms).put("node", gpu.node());
    one.put("device", gpu.id()).put("policy", "harmonia");
    one.put("reason", k % 2 == 0 ? "memory-bound" : "renewed").put("quality", "corrected");
    one.put("what", k % 2 == 0 ? "" : "The same settings for longer.");
    one.put("epoch", 1_790_000_000_123L).put("sequence", 4000 - k);
    ArrayNode configurations = one.putArray("configurations");
    configuration(configurations, null, 1410);
    configuration(configurations, kernels.get(3), 1095);
    one.put("leaseMs", 10_000).put("outcome", outcome);
    one.put(
        "outcomeReason",
        outcome.equals("refused") ? "held" : outcome.equals("partly") ? "not-listed" : "ok");
    return one.put("latencyMs", 41.7 + k);
  }

  private static void configuration(
      ArrayNode list, @org.jspecify.annotations.Nullable String activity, int megaHertz) {
    ObjectNode one = list.addObject().put("activity", activity);
    one.putObject("settings").putObject("core.clock").put("value", megaHertz).put("unit", "MHz");
  }

  static ObjectNode actuation(long ms, int k) {
    ObjectNode one = FakeAnswers.JSON.createObjectNode().put("ms", ms);
    one.put("epoch", 1_790_000_000_123L).put("sequence", 4000 - k);
    one.put("outcome", OUTCOMES.get(k % OUTCOMES.size())).put("reason", k % 6 == 3 ? "held" : "ok");
    one.put(
        "detail", k % 6 == 3 ? "An operator's hold covers this device." : "As wished, read back.");
    return one.put("leaseLeftMs", 9900).putNull("activity");
  }

  static ObjectNode control(
      FakeFleet fleet, List<String> kernels, long now, Map<String, String> query, ArrayNode holds) {
    ObjectNode answer = FakeAnswers.JSON.createObjectNode();
    answer.put("policy", fleet.gpus().isEmpty() ? null : "harmonia");
    ArrayNode nodes = answer.putArray("nodes");
    List<String> names = fleet.gpus().stream().map(Gpu::node).distinct().toList();
    for (String name : names) {
      ObjectNode node = nodes.addObject().put("node", name).put("epoch", 1_790_000_000_123L);
      node.put("writer", name.endsWith("5") ? "silent" : name.endsWith("7") ? "none" : "live");
      node.put("devices", fleet.gpus().stream().filter(g -> g.node().equals(name)).count());
    }
    ArrayNode decisions = answer.putArray("decisions");
    ArrayNode leases = answer.putArray("leases");
    int k = 0;
    for (Gpu gpu : fleet.gpus()) {
      if (gpu.index() % 3 == 0) {
        ObjectNode decision = decision(gpu, now - 800L * k - 400, k, kernels);
        if (query
                .getOrDefault("outcome", decision.path("outcome").asText())
                .equals(decision.path("outcome").asText())
            && query.getOrDefault("device", gpu.id()).equals(gpu.id())
            && decisions.size() < 200) {
          decisions.add(decision);
        }
        leases
            .addObject()
            .put("device", gpu.id())
            .put("leftMs", 9600 - 50 * (k % 90))
            .put("policy", "harmonia");
        k++;
      }
    }
    ArrayNode refusals = answer.putArray("refusals");
    if (k > 0) {
      refusal(
          refusals,
          "held",
          14,
          "An operator has ordered to leave the device alone.",
          "Release the hold, or wait for its end.");
      refusal(
          refusals,
          "lease-over",
          3,
          "The lease had run out when the decision came.",
          "See on Health how far the controller is behind.");
    }
    answer.set("holds", holds);
    answer.set("saved", saved(fleet.gpus().isEmpty() ? List.of() : kernels, devices(fleet), now));
    return answer;
  }

  private static List<String> devices(FakeFleet fleet) {
    return fleet.gpus().stream().map(Gpu::id).toList();
  }

  /** The last kernel has run too seldom at own settings. */
  static ObjectNode saved(List<String> kernels, List<String> devices, long now) {
    ObjectNode saved = FakeAnswers.JSON.createObjectNode().put("sinceMs", now - 2_700_000);
    saved.set("total", savedPart(null, kernels.isEmpty() ? 0 : 1, now));
    ArrayNode byKernel = saved.putArray("kernels");
    for (int i = 0; i < kernels.size(); i++) {
      byKernel.add(savedPart(kernels.get(i), SHARES[i % SHARES.length], now));
    }
    ArrayNode byDevice = saved.putArray("devices");
    devices.forEach(device -> byDevice.add(savedPart(device, 1.0 / devices.size(), now)));
    return saved.put("dropped", 0);
  }

  private static ObjectNode savedPart(
      @org.jspecify.annotations.Nullable String name, double weight, long now) {
    ObjectNode part = FakeAnswers.JSON.createObjectNode().put("name", name).put("devices", 4);
    ArrayNode left;
    if (weight > 0) {
      part.put("savedJoules", 12_340.0 * weight).put("errorJoules", 810 * Math.sqrt(weight));
      part.put("share", 0.0412);
      part.put("performanceChange", -0.0042).put("performanceError", 0.0011);
      part.put("ed2Change", -0.033);
      part.put("comparedSeconds", 2100 * weight).put("invocations", 8400).put("references", 120);
      part.put("referenceMs", now - 61_000).put("ownSeconds", 30.0);
      part.put("notComparedSeconds", 180 * weight).put("quality", "corrected");
      left = part.putArray("notCompared");
      left.addObject()
          .put("reason", "settling")
          .put("seconds", 180 * weight)
          .put("what", "Its settings changed while it ran, or just before or after.");
    } else {
      part.putNull("savedJoules").putNull("errorJoules").putNull("share");
      part.putNull("performanceChange").putNull("performanceError").putNull("ed2Change");
      part.put("comparedSeconds", 0.0).put("invocations", 0).put("references", 0);
      part.putNull("referenceMs").put("ownSeconds", 0.5);
      part.put("notComparedSeconds", 60.0).putNull("quality");
      left = part.putArray("notCompared");
      left.addObject()
          .put("reason", "few-references")
          .put("seconds", 60.0)
          .put("what", "It has run at own settings less than three times.");
    }
    return part;
  }

  private static void refusal(ArrayNode list, String reason, int count, String what, String todo) {
    list.addObject().put("reason", reason).put("count", count).put("what", what).put("do", todo);
  }

  static ObjectNode health(long now, boolean empty) {
    ObjectNode answer = FakeAnswers.JSON.createObjectNode();
    ArrayNode parts = answer.putArray("parts");
    ArrayNode topics = answer.putArray("topics");
    ArrayNode jobs = answer.putArray("jobs");
    ObjectNode rejects = answer.put("late", empty ? 0 : 12).putObject("rejects");
    rejects.put("total", empty ? 0 : 3);
    ArrayNode reasons = rejects.putArray("byReason");
    if (empty) {
      answer.putNull("spooled").putNull("store");
      return answer;
    }
    part(parts, "agents", "UP", "8 nodes, 64 devices, nothing spooled");
    part(parts, "ledger job", "UP", "running, checkpoint 4 s old");
    part(parts, "controller", "UP", "owns 8 nodes");
    part(parts, "sink", "DEGRADED", "the store answered 503 twice in the last minute; retrying");
    part(parts, "fleet view", "UP", "running");
    String[] names = {
      "readings", "activity", "counters", "power", "energy", "decisions", "actuations"
    };
    double[] rates = {642.1, 87.4, 31, 640.8, 118.2, 6.4, 6.4};
    for (int i = 0; i < names.length; i++) {
      ObjectNode topic =
          topics.addObject().put("topic", names[i]).put("recordsPerSecond", rates[i]);
      topic.put("endOffset", 8_213_440L - 910_001L * i).put("newestMs", now - 30L * (i + 1));
      ObjectNode lag = topic.putObject("lagRecords");
      if (i == 0 || i == 1) {
        lag.put("ledger job", 3 + i);
      } else if (i == 3 || i == 4) {
        lag.put("sink", 412 * i);
      }
    }
    job(jobs, "wattune ledger", 4100, 212, 3_214_001);
    job(jobs, "wattune sensitivity", 2900, 88, 201_331);
    reasons.addObject().put("reason", "late").put("count", 2).put("newestMs", now - 61_000);
    reasons
        .addObject()
        .put("reason", "unknown-schema")
        .put("count", 1)
        .put("newestMs", now - 3_600_000);
    answer.putObject("spooled").put("records", 0).put("bytes", 0).put("dropped", 0);
    ObjectNode store = answer.putObject("store").put("written", 48_213_002L).put("retries", 2);
    store.put("refused", 0).put("lagRecords", 2884);
    return answer;
  }

  private static void part(ArrayNode list, String name, String status, String detail) {
    list.addObject().put("name", name).put("status", status).put("detail", detail);
  }

  private static void job(ArrayNode list, String name, int age, int took, int size) {
    ObjectNode one = list.addObject().put("name", name).put("state", "RUNNING").put("restarts", 0);
    one.put("checkpointAgeMs", age).put("checkpointMs", took).put("checkpointBytes", size);
  }

  /** Two servers, one of which has gone silent, on the fleet's first devices. */
  static ObjectNode servers(FakeFleet fleet, long now) {
    ObjectNode answer = FakeAnswers.JSON.createObjectNode().put("atMs", now);
    ArrayNode servers = answer.putArray("servers");
    if (fleet.gpus().size() > 1) {
      server(servers, "chat", now, fleet.gpus().get(0).id(), 0.038, 0.042);
      server(servers, "batch", now, fleet.gpus().get(1).id(), 10, null);
      ObjectNode gone = server(servers, "gone", now, fleet.gpus().get(1).id(), 0.1, 0.2);
      gone.put("isSilent", true).put("sampleMs", now - 90_000);
      gone.putArray("latency");
    }
    return answer;
  }

  private static ObjectNode server(
      ArrayNode servers,
      String name,
      long now,
      String device,
      double lowSeconds,
      @Nullable Double highSeconds) {
    ObjectNode server = servers.addObject().put("node", "node-001").put("server", name);
    server.put("kind", "vllm").put("model", "org/model").put("sampleMs", now - 400);
    server.put("isSilent", false).put("comePerSecond", 61.3).put("answeredPerSecond", 60.9);
    server.put("waiting", 2).put("running", 1).put("latencyRequests", 3600);
    ArrayNode latency = server.putArray("latency");
    latency.addObject().put("quantile", 0.5).put("lowSeconds", 0.01).put("highSeconds", 0.011);
    latency
        .addObject()
        .put("quantile", 0.95)
        .put("lowSeconds", lowSeconds)
        .put("highSeconds", highSeconds);
    ObjectNode on = server.putArray("devices").addObject().put("id", device);
    on.put("powerWatts", 71.5).put("errorWatts", 0.8);
    ObjectNode clock = on.putObject("settings").putObject("core.clock");
    clock.put("value", 1095).put("own", 1725).put("unit", "MHz");
    on.put("policy", "cofris").put("reason", "load").put("detail", "61 requests a second");
    return server;
  }
}
