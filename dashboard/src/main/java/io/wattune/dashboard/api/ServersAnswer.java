package io.wattune.dashboard.api;

import io.wattune.core.serving.LatencyBound;
import io.wattune.core.serving.ServingReading;
import io.wattune.dashboard.state.DecisionNow;
import io.wattune.dashboard.state.DeviceNow;
import io.wattune.dashboard.state.ServerNow;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** {@code GET /api/servers}. */
record ServersAnswer(Number atMs, List<Server> servers) {

  /** An inference server. */
  record Server(
      String node,
      String server,
      String kind,
      @Nullable String model,
      Number sampleMs,
      boolean isSilent,
      @Nullable Double comePerSecond,
      @Nullable Double answeredPerSecond,
      @Nullable Long waiting,
      @Nullable Long running,
      List<Quantile> latency,
      long latencyRequests,
      List<Device> devices) {}

  /** Between which seconds a quantile of latency lies. */
  record Quantile(double quantile, double lowSeconds, @Nullable Double highSeconds) {
    static Quantile of(LatencyBound bound) {
      return new Quantile(bound.quantile(), bound.lowSeconds(), Units.finite(bound.highSeconds()));
    }
  }

  /** A device that the server runs on. */
  record Device(
      String id,
      @Nullable Double powerWatts,
      @Nullable Double errorWatts,
      Map<String, FleetAnswer.Setting> settings,
      @Nullable String policy,
      @Nullable String reason,
      @Nullable String detail) {}

  /**
   * The answer.
   *
   * @param devices by id
   * @param decisions the newest of each device, by id
   */
  static ServersAnswer of(
      long nowNanos,
      List<ServerNow> servers,
      Map<String, DeviceNow> devices,
      Map<String, DecisionNow> decisions) {
    return new ServersAnswer(
        Units.ms(nowNanos),
        servers.stream().map(each -> server(each, devices, decisions)).toList());
  }

  private static Server server(
      ServerNow now, Map<String, DeviceNow> devices, Map<String, DecisionNow> decisions) {
    ServingReading newest = now.newest();
    return new Server(
        newest.node(),
        newest.server(),
        newest.kind().name().toLowerCase(Locale.ROOT),
        newest.model(),
        Units.ms(newest.endNanos()),
        now.isSilent(),
        Units.finite(now.comePerSecond()),
        Units.finite(now.answeredPerSecond()),
        orNull(newest.waiting()),
        orNull(newest.running()),
        now.quantiles().stream().map(Quantile::of).toList(),
        now.requests(),
        newest.devices().stream()
            .map(id -> device(id, devices.get(id), decisions.get(id)))
            .toList());
  }

  private static Device device(
      String id, @Nullable DeviceNow device, @Nullable DecisionNow decision) {
    return new Device(
        id,
        device == null ? null : Units.watts(device.powerWatts()),
        device == null ? null : Units.watts(device.errorWatts()),
        device == null ? Map.of() : FleetAnswer.Device.settings(device.settings()),
        decision == null ? null : decision.decision().policy(),
        decision == null ? null : decision.decision().reason(),
        decision == null ? null : decision.decision().detail());
  }

  private static @Nullable Long orNull(OptionalLong value) {
    return value.isPresent() ? Long.valueOf(value.getAsLong()) : null;
  }

  Table table() {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (Server each : servers) {
      List<@Nullable Object> row = new ArrayList<>();
      row.add(each.node());
      row.add(each.server());
      row.add(each.kind());
      row.add(each.model());
      row.add(each.sampleMs());
      row.add(each.comePerSecond());
      row.add(each.answeredPerSecond());
      row.add(each.waiting());
      row.add(each.running());
      for (double quantile : new double[] {0.5, 0.95, 0.99}) {
        Quantile found =
            each.latency().stream()
                .filter(of -> of.quantile() == quantile)
                .findFirst()
                .orElse(null);
        row.add(found == null ? null : (Object) found.lowSeconds());
        row.add(found == null ? null : found.highSeconds());
      }
      rows.add(row);
    }
    return new Table("servers", COLUMNS, rows);
  }

  private static final List<String> COLUMNS =
      List.of(
          "node",
          "server",
          "kind",
          "model",
          "newest (ms since 1970)",
          "came (1/s)",
          "answered (1/s)",
          "waiting",
          "running",
          "p50, at least (s)",
          "p50, at most (s)",
          "p95, at least (s)",
          "p95, at most (s)",
          "p99, at least (s)",
          "p99, at most (s)");
}
