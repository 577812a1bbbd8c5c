package io.wattune.dashboard.api;

import io.wattune.core.serving.LatencyBound;
import io.wattune.core.serving.ServingReading;
import io.wattune.dashboard.state.DecisionNow;
import io.wattune.dashboard.state.DeviceNow;
import io.wattune.dashboard.state.ServerNow;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
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
      List<Device> devices) {

    private @Nullable Object bound(double quantile, Function<Quantile, @Nullable Double> which) {
      for (Quantile each : latency) {
        if (each.quantile() == quantile) {
          return which.apply(each);
        }
      }
      return null;
    }
  }

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
      Map<String, FleetAnswer.DeviceSetting> settings,
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
        Units.of(newest.kind()),
        newest.model(),
        Units.ms(newest.endNanos()),
        now.isSilent(),
        Units.finite(now.comePerSecond()),
        Units.finite(now.answeredPerSecond()),
        Units.orNull(newest.waiting()),
        Units.orNull(newest.running()),
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

  Table table() {
    return Table.of(
        "servers",
        servers,
        new Table.Column<>("node", Server::node),
        new Table.Column<>("server", Server::server),
        new Table.Column<>("kind", Server::kind),
        new Table.Column<>("model", Server::model),
        new Table.Column<>("newest (ms since 1970)", Server::sampleMs),
        new Table.Column<>("came (1/s)", Server::comePerSecond),
        new Table.Column<>("answered (1/s)", Server::answeredPerSecond),
        new Table.Column<>("waiting", Server::waiting),
        new Table.Column<>("running", Server::running),
        new Table.Column<>("p50, at least (s)", each -> each.bound(0.5, Quantile::lowSeconds)),
        new Table.Column<>("p50, at most (s)", each -> each.bound(0.5, Quantile::highSeconds)),
        new Table.Column<>("p95, at least (s)", each -> each.bound(0.95, Quantile::lowSeconds)),
        new Table.Column<>("p95, at most (s)", each -> each.bound(0.95, Quantile::highSeconds)),
        new Table.Column<>("p99, at least (s)", each -> each.bound(0.99, Quantile::lowSeconds)),
        new Table.Column<>("p99, at most (s)", each -> each.bound(0.99, Quantile::highSeconds)));
  }
}
