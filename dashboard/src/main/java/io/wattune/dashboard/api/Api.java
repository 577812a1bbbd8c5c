package io.wattune.dashboard.api;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.wattune.dashboard.hold.HoldService;
import io.wattune.dashboard.past.Past;
import io.wattune.dashboard.state.LiveState;
import io.wattune.http.Caller;
import io.wattune.http.Csrf;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Every route of the dashboard but the event stream.
 *
 * @param version Wattune's version
 * @param clusterName what the page calls the fleet
 * @param catchingUp whether what was there before the start is still being read
 * @param health how everything does
 * @param clockNanos epoch nanoseconds
 */
public record Api(
    LiveState state,
    Past past,
    HoldService holds,
    ActivityNames names,
    String version,
    String clusterName,
    BooleanSupplier catchingUp,
    Supplier<HealthAnswer> health,
    LongSupplier clockNanos) {

  /** Adds the routes. */
  public void addTo(RoutesConfig routes) {
    long startedNanos = clockNanos.getAsLong();
    routes.get("/api/session", request -> session(request, startedNanos));
    new FleetRoutes(state, past, names, catchingUp, clockNanos).addTo(routes);
    routes.get("/api/energy", new EnergyRoute(state, past, clockNanos));
    new DeviceRoutes(state, past, clockNanos).addTo(routes);
    new ControlRoutes(state, holds, clockNanos).addTo(routes);
    routes.get("/api/health", this::health);
    PageRoutes.addTo(routes);
  }

  private void session(Context request, long startedNanos) {
    request.json(
        new SessionAnswer(
            "dashboard",
            version,
            Units.of(Caller.of(request).role()),
            Csrf.of(request),
            clusterName,
            Units.ms(startedNanos),
            past.isThere(),
            past.note()));
  }

  private void health(Context request) {
    HealthAnswer answer = health.get();
    Reply.send(request, answer, answer::table);
  }
}
