package io.wattune.dashboard.page;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wattune.dashboard.page.FakeFleet.Gpu;
import java.util.List;
import java.util.Map;

/** The fleet's answers, as the page's contract has them. Times are of the given moment. */
final class FakeAnswers {
  static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> QUALITIES =
      List.of("measured", "corrected", "estimated", "gap", "invalid");

  private static final int PARTS = 6;

  private final FakeFleet fleet;
  private final List<String> kernels;

  /** The kernels' names may be others than the fleet's: some that would be dangerous as markup. */
  FakeAnswers(FakeFleet fleet, List<String> kernels) {
    this.fleet = fleet;
    this.kernels = List.copyOf(kernels);
  }

  static ObjectNode session(String role, boolean history) {
    ObjectNode session = JSON.createObjectNode().put("part", "dashboard").put("version", "0.1.0");
    session.put("role", role).put("csrf", "csrf-of-this-session").put("clusterName", "tatra");
    session.put("startedMs", 1_790_000_000_000L).put("hasHistory", history);
    return session.put(
        "historyNote",
        history
            ? null
            : "No store is configured: only the last 5 minutes are here. Start ./wattune sinks,"
                + " and the dashboard with --store.");
  }

  ObjectNode fleet(long now) {
    ObjectNode answer = JSON.createObjectNode().put("atMs", now);
    answer.set("cluster", cluster(now));
    answer.putArray("nodes");
    ArrayNode names = answer.putArray("activities");
    kernels.forEach(names::add);
    ArrayNode devices = answer.putArray("devices");
    for (Gpu gpu : fleet.gpus()) {
      devices.add(device(gpu, now));
    }
    return answer;
  }

  private ObjectNode cluster(long now) {
    double power = 0;
    double variance = 0;
    int fresh = 0;
    int stale = 0;
    int silent = 0;
    for (Gpu gpu : fleet.gpus()) {
      int i = gpu.index();
      if (fleet.isSilent(i)) {
        silent++;
      } else if (fleet.isStale(i)) {
        stale++;
      } else {
        fresh++;
        power += fleet.watts(i, now);
        variance += fleet.errorWatts(i) * fleet.errorWatts(i);
      }
    }
    ObjectNode cluster = JSON.createObjectNode();
    if (fresh == 0) {
      cluster.putNull("powerWatts").putNull("errorWatts").putNull("quality");
    } else {
      cluster.put("powerWatts", power).put("errorWatts", Math.sqrt(variance));
      cluster.put("quality", "estimated");
    }
    cluster.put("freshDevices", fresh).put("staleDevices", stale).put("silentDevices", silent);
    return cluster.put("energyJoules", fleet.gpus().size() * 2.31e6 + now % 100_000_000L / 10.0);
  }

  private ObjectNode device(Gpu gpu, long now) {
    int i = gpu.index();
    ObjectNode device = JSON.createObjectNode().put("index", i).put("id", gpu.id());
    device.put("node", gpu.node()).put("rack", gpu.rack()).put("vendor", gpu.vendor());
    device.put("model", gpu.model());
    int kernel = fleet.kernel(i, now);
    if (fleet.isSilent(i)) {
      device.putNull("powerWatts").putNull("errorWatts").putNull("quality").putNull("sampleMs");
      device.putNull("energyJoules").putNull("activity");
    } else {
      long at = fleet.isStale(i) ? now - 95_000 : now - 40;
      device.put("powerWatts", fleet.watts(i, at)).put("errorWatts", fleet.errorWatts(i));
      device.put("quality", QUALITIES.get(fleet.quality(i))).put("sampleMs", at);
      device.put("energyJoules", 2.31e6 + 1000 * (i % 97));
      device.put("activity", kernel < 0 ? null : kernels.get(kernel));
    }
    ArrayNode flags = device.putArray("flags");
    fleet.flags(i).forEach(flags::add);
    ObjectNode settings = device.putObject("settings");
    setting(settings, "core.clock", i % 3 == 0 ? 1095 : 1410, 1410);
    return device;
  }

  private static void setting(ObjectNode settings, String name, int value, int own) {
    settings.putObject(name).put("value", value).put("own", own).put("unit", "MHz");
  }

  /** One message of the event stream. */
  ObjectNode powerEvent(long now) {
    ObjectNode event = JSON.createObjectNode().put("atMs", now);
    ObjectNode cluster = cluster(now);
    ArrayNode row = event.putArray("cluster");
    row.add(cluster.path("powerWatts").asDouble()).add(cluster.path("errorWatts").asDouble());
    row.add(2).add(cluster.path("freshDevices")).add(cluster.path("staleDevices"));
    ArrayNode devices = event.putArray("devices");
    for (Gpu gpu : fleet.gpus()) {
      int i = gpu.index();
      if (!fleet.isSilent(i) && !fleet.isStale(i)) {
        ArrayNode one = devices.addArray().add(i).add(fleet.watts(i, now));
        one.add(fleet.errorWatts(i)).add(fleet.quality(i)).add(fleet.flagBits(i));
        one.add(fleet.kernel(i, now));
      }
    }
    return event.put("energyJoules", cluster.path("energyJoules").asDouble());
  }

  ObjectNode fleetPower(Map<String, String> query) {
    long from = number(query, "fromMs");
    long to = number(query, "toMs");
    int points = (int) Math.min(400, number(query, "points"));
    long step = Math.max(1, (to - from) / points);
    ObjectNode answer = range(from, to, step);
    ObjectNode series = answer.putArray("series").addObject();
    series.put("name", query.getOrDefault("rack", query.getOrDefault("node", "cluster")));
    List<Gpu> gpus =
        fleet.gpus().stream()
            .filter(gpu -> query.get("rack") == null || gpu.rack().equals(query.get("rack")))
            .filter(gpu -> query.get("node") == null || gpu.node().equals(query.get("node")))
            .toList();
    // A thousand devices are summed from some tens: a test wants a curve, not the sum.
    int stride = Math.max(1, gpus.size() / 32);
    ArrayNode rows = series.putArray("points");
    for (long ms = from; ms < to && !gpus.isEmpty(); ms += step) {
      double mean = 0;
      double low = Double.POSITIVE_INFINITY;
      double high = Double.NEGATIVE_INFINITY;
      for (int part = 0; part < PARTS; part++) {
        double sum = 0;
        for (int k = 0; k < gpus.size(); k += stride) {
          sum += fleet.meanWatts(gpus.get(k).index(), ms + part * step / PARTS) * stride;
        }
        mean += sum / PARTS;
        low = Math.min(low, sum);
        high = Math.max(high, sum);
      }
      ArrayNode row = rows.addArray().add(ms).add(mean).add(low).add(high);
      row.add(20 * Math.sqrt(gpus.size())).add(1);
    }
    return answer;
  }

  ObjectNode devicePower(Gpu gpu, Map<String, String> query) {
    long from = number(query, "fromMs");
    long to = number(query, "toMs");
    long step = Math.max(1, (to - from) / Math.min(700, number(query, "points")));
    ObjectNode answer = range(from, to, step);
    ArrayNode raw = answer.putArray("raw");
    ArrayNode real = answer.putArray("true");
    ArrayNode smoothed = answer.putArray("smoothed");
    answer.putArray("profileChanges").add(from + (to - from) / 6);
    if (fleet.isSilent(gpu.index())) {
      return answer;
    }
    double lagged = fleet.watts(gpu.index(), from);
    for (long ms = from; ms < to; ms += step) {
      double part = (double) (ms - from) / (to - from);
      double watts = fleet.watts(gpu.index(), ms);
      lagged += (watts - lagged) * Math.min(1, step / 840.0);
      if (part > 0.62 && part < 0.66) {
        continue;
      }
      raw.addArray().add(ms).add(lagged);
      boolean estimated = part < 1.0 / 6;
      double error = estimated ? 19.4 : 4.2;
      ArrayNode row = real.addArray().add(ms).add(watts).add(watts - 7).add(watts + 7);
      row.add(error).add(estimated ? 2 : 1);
      if (part > 0.3 && ms < to - 8000) {
        ArrayNode smooth = smoothed.addArray().add(ms).add(watts).add(watts - 1).add(watts + 1);
        smooth.add(0.6).add(1);
      }
    }
    return answer;
  }

  private static ObjectNode range(long from, long to, long step) {
    return JSON.createObjectNode().put("fromMs", from).put("toMs", to).put("stepMs", step);
  }

  ObjectNode activities(Gpu gpu, Map<String, String> query) {
    long from = number(query, "fromMs");
    long to = number(query, "toMs");
    ObjectNode answer = JSON.createObjectNode();
    ArrayNode list = answer.putArray("activities");
    String level = query.getOrDefault("level", "");
    if (level.isEmpty() || level.equals("job")) {
      activity(list, "job", FakeFleet.JOBS.get(gpu.index() % 3), from - 60_000, null, 1);
    }
    boolean cut = false;
    int last = -2;
    long since = from;
    long stride = Math.max(100, (to - from) / 4000);
    for (long ms = from; ms <= to && !level.equals("job"); ms += stride) {
      int kernel = fleet.kernel(gpu.index(), ms);
      if (kernel != last) {
        if (last >= 0 && list.size() < 500) {
          activity(list, "kernel", kernels.get(last), since, ms, list.size());
        }
        cut |= list.size() >= 500;
        since = ms;
        last = kernel;
      }
    }
    return answer.put("cut", cut);
  }

  private static void activity(
      ArrayNode list,
      String level,
      String name,
      long start,
      @org.jspecify.annotations.Nullable Long end,
      int n) {
    ObjectNode one = list.addObject().put("id", level + "-" + start).put("level", level);
    one.put("name", name).put("startMs", start).put("endMs", end).putNull("parent");
    one.putObject("labels").put("user", "mira");
    if (end == null) {
      one.putNull("energyJoules").putNull("errorJoules").putNull("quality");
    } else {
      one.put("energyJoules", (end - start) * 0.24).put("errorJoules", 3.1 + n % 5);
      one.put("quality", "corrected");
    }
  }

  ObjectNode energy(Map<String, String> query) {
    String by = query.getOrDefault("by", "job");
    List<String> names =
        switch (by) {
          case "job" -> FakeFleet.JOBS;
          case "kernel" -> kernels;
          case "user" -> List.of("mira", "janek", "ops");
          case "node" -> fleet.gpus().stream().map(Gpu::node).distinct().toList();
          case "device" -> fleet.gpus().stream().map(Gpu::id).toList();
          default -> List.of();
        };
    double seconds = (number(query, "toMs") - number(query, "fromMs")) / 1000.0;
    double total = fleet.gpus().size() * 187 * seconds;
    ObjectNode answer = JSON.createObjectNode().put("book", by.equals("user") ? "job" : by);
    ArrayNode rows = answer.putArray("rows");
    double left = 1;
    for (int i = 0; i < names.size(); i++) {
      double share = names.size() <= 4 ? left * 0.54 : 1.0 / names.size();
      left -= share;
      ObjectNode row = rows.addObject().put("name", names.get(i));
      row.putObject("labels").put("user", List.of("mira", "janek", "ops").get(i % 3));
      row.put("energyJoules", total * share).put("errorJoules", total * share * 0.004);
      row.put("shareOfTotal", share).put("entries", 40 + 7 * i).put("devices", 8);
      row.put("seconds", seconds * 8 * share).put("meanWatts", 240.4 - 12 * (i % 9));
      row.put("quality", i == 2 ? "estimated" : "corrected");
    }
    answer.put("totalJoules", names.isEmpty() ? null : total);
    return answer.put("note", (String) null);
  }

  private static long number(Map<String, String> query, String name) {
    return Math.round(Double.parseDouble(query.getOrDefault(name, "600")));
  }

  ObjectNode detail(Gpu gpu, long now, ArrayNode holds) {
    ObjectNode answer = JSON.createObjectNode();
    ObjectNode device = device(gpu, now);
    device.put("driver", "550.54.15").putNull("parent");
    device
        .putArray("signals")
        .addObject()
        .put("name", "power.draw.instant")
        .put("pollPeriodMs", 20);
    tunable(device.putArray("tunables"), "core.clock", "MHz", 210, 1410, 15, gpu.index() % 3 == 0);
    tunable(device.withArray("tunables"), "power.limit", "W", 100, 400, 1, false);
    answer.set("device", device);
    ObjectNode learned = FakeDetails.profile(now, "learned", 0.8402, 0.0071, 148);
    if (fleet.isSilent(gpu.index())) {
      answer.putNull("profile");
      answer.putArray("profileHistory");
      answer.putNull("noiseFloor");
    } else {
      answer.set("profile", learned);
      answer
          .putObject("noiseFloor")
          .putArray("sentences")
          .add("Polled every 20 ms, a load of 340 W is known within 5 % from 120 ms on.")
          .add("One of 100 ms at no power up to 340 W, one of 1 s from 41 W on.");
      answer
          .putArray("profileHistory")
          .add(FakeDetails.profile(now - 900_000, "prior", 0.8, 0.4, 0))
          .add(learned);
    }
    FakeDetails.components(answer, gpu.id(), kernels, now);
    FakeDetails.heat(answer, now);
    FakeDetails.sensitivities(answer.putArray("sensitivities"), kernels, now);
    FakeDetails.counters(answer.putArray("counters"), kernels, now);
    if (gpu.index() % 3 == 0) {
      ObjectNode lease = answer.putObject("lease").put("leftMs", 8200).put("untilMs", now + 8200);
      lease.put("policy", "harmonia").put("reason", "memory-bound");
    } else {
      answer.putNull("lease");
    }
    answer.set("holds", holds);
    answer.set("saved", FakeDetails.saved(kernels, List.of(gpu.id()), now));
    ArrayNode decisions = answer.putArray("decisions");
    ArrayNode actuations = answer.putArray("actuations");
    for (int k = 0; k < 6 && gpu.index() % 3 == 0; k++) {
      decisions.add(FakeDetails.decision(gpu, now - 2000 - 9000L * k, k, kernels));
      actuations.add(FakeDetails.actuation(now - 1995 - 9000L * k, k));
    }
    return answer;
  }

  private static void tunable(
      ArrayNode list, String name, String unit, int low, int high, int step, boolean lowered) {
    ObjectNode one = list.addObject().put("name", name).put("unit", unit).put("lowest", low);
    one.put("highest", high).put("step", step).putArray("values");
    one.put("own", high).put("current", lowered ? low + (high - low) * 3 / 4 / step * step : high);
    one.put("writable", name.equals("core.clock"));
  }

  ObjectNode control(long now, Map<String, String> query, ArrayNode holds) {
    return FakeDetails.control(fleet, kernels, now, query, holds);
  }
}
