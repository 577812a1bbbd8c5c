package io.wattune.dashboard.api;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.wattune.core.fleet.FleetScope;
import io.wattune.dashboard.past.Past;
import io.wattune.dashboard.state.DecisionNow;
import io.wattune.dashboard.state.DeviceNow;
import io.wattune.dashboard.state.LiveState;
import io.wattune.dashboard.state.ServerNow;
import io.wattune.http.Problem;
import io.wattune.store.history.TimeRange;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** {@code /api/fleet}, {@code /api/fleet/power} and {@code /api/servers}. */
final class FleetRoutes {
  private final LiveState state;
  private final PowerQuestions power;
  private final ActivityNames names;
  private final BooleanSupplier catchingUp;
  private final LongSupplier clockNanos;

  FleetRoutes(
      LiveState state,
      Past past,
      ActivityNames names,
      BooleanSupplier catchingUp,
      LongSupplier clockNanos) {
    this.state = state;
    this.power = new PowerQuestions(state, past);
    this.names = names;
    this.catchingUp = catchingUp;
    this.clockNanos = clockNanos;
  }

  void addTo(RoutesConfig routes) {
    routes.get("/api/fleet", this::fleet);
    routes.get("/api/fleet/power", this::power);
    routes.get("/api/servers", this::servers);
  }

  private void fleet(Context request) {
    var now = state.now(clockNanos.getAsLong());
    now.devices().forEach(device -> names.indexOf(device.activity()));
    FleetAnswer answer = FleetAnswer.of(now, catchingUp.getAsBoolean(), names.all());
    Reply.send(request, answer, answer::table);
  }

  private void servers(Context request) {
    long nowNanos = clockNanos.getAsLong();
    List<ServerNow> servers = state.servers(nowNanos);
    Map<String, DeviceNow> devices = new HashMap<>();
    Map<String, DecisionNow> decisions = new HashMap<>();
    state.now(nowNanos).devices().forEach(device -> devices.put(device.id(), device));
    for (ServerNow server : servers) {
      for (String device : server.newest().devices()) {
        state.newestDecision(device).ifPresent(each -> decisions.put(device, each));
      }
    }
    ServersAnswer answer = ServersAnswer.of(nowNanos, servers, devices, decisions);
    Reply.send(request, answer, answer::table);
  }

  private void power(Context request) {
    long nowNanos = clockNanos.getAsLong();
    TimeRange range = QueryParameters.range(request, nowNanos);
    int points = QueryParameters.points(request);
    String rack = request.queryParam("rack");
    String node = request.queryParam("node");
    if (rack != null && node != null) {
      throw Problem.badRequest("rack and node are both given", "rack, node", "give one of them");
    }
    FleetScope scope =
        rack != null ? FleetScope.RACK : node != null ? FleetScope.NODE : FleetScope.CLUSTER;
    String name = rack != null ? rack : node != null ? node : FleetScope.ALL;
    String label = scope == FleetScope.CLUSTER ? "cluster" : name;
    SeriesAnswer answer = power.fleet(scope, name, label, range, points, nowNanos);
    Reply.send(request, answer, answer::table);
  }
}
