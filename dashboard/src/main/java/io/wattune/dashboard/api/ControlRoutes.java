package io.wattune.dashboard.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.wattune.core.decision.Hold;
import io.wattune.dashboard.hold.HoldRequest;
import io.wattune.dashboard.hold.HoldService;
import io.wattune.dashboard.state.DecisionFilter;
import io.wattune.dashboard.state.DecisionOutcome;
import io.wattune.dashboard.state.LiveState;
import io.wattune.http.Caller;
import io.wattune.http.Problem;
import io.wattune.http.Role;
import java.util.function.LongSupplier;

/** {@code /api/control}, {@code /api/saved} and {@code /api/holds}. */
final class ControlRoutes {
  private static final int MOST_DECISIONS = 200;
  private static final int CREATED = 201;
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private final LiveState state;
  private final HoldService holds;
  private final LongSupplier clockNanos;

  ControlRoutes(LiveState state, HoldService holds, LongSupplier clockNanos) {
    this.state = state;
    this.holds = holds;
    this.clockNanos = clockNanos;
  }

  void addTo(RoutesConfig routes) {
    routes.get("/api/control", this::control);
    routes.get("/api/saved", this::saved);
    routes.post("/api/holds", this::order, Role.OPERATE);
    routes.delete("/api/holds/{id}", this::release, Role.OPERATE);
  }

  private void control(Context request) {
    DecisionFilter filter =
        new DecisionFilter(
            request.queryParam("device"),
            request.queryParam("node"),
            QueryParameters.oneOf(
                request, "outcome", DecisionOutcome.values(), DecisionOutcome::label));
    long nowNanos = clockNanos.getAsLong();
    ControlAnswer answer =
        ControlAnswer.of(
            state.control(nowNanos, MOST_DECISIONS, filter), saving(nowNanos), nowNanos);
    Reply.send(request, answer, answer::table);
  }

  private void saved(Context request) {
    SavedAnswer answer = saving(clockNanos.getAsLong());
    Reply.send(request, answer, answer::table);
  }

  private SavedAnswer saving(long nowNanos) {
    return SavedAnswer.of(state.saving(nowNanos), state.countedSinceNanos());
  }

  private void order(Context request) {
    Hold hold = holds.order(asked(request), Caller.of(request).toString(), clockNanos.getAsLong());
    request.status(CREATED).json(HoldAnswer.of(hold));
  }

  private static HoldRequest asked(Context request) {
    try {
      HoldRequest asked = MAPPER.readValue(request.body(), HoldRequest.class);
      if (asked != null) {
        return asked;
      }
    } catch (JsonProcessingException e) {
      throw Problem.badRequest(
          "the body is no request for a hold: " + e.getOriginalMessage(),
          "body",
          "send JSON like {\"scope\":\"node\",\"target\":\"node-1\",\"forSeconds\":600,"
              + "\"reason\":\"maintenance\"}");
    }
    throw Problem.badRequest("the body is null", "body", "send a JSON object");
  }

  private void release(Context request) {
    Hold released = holds.release(request.pathParam("id"), clockNanos.getAsLong());
    request.json(HoldAnswer.of(released));
  }
}
