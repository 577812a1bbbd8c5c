package io.wattune.dashboard.api;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.wattune.core.ledger.Book;
import io.wattune.dashboard.past.Past;
import io.wattune.dashboard.state.ActivitiesNow;
import io.wattune.dashboard.state.DeviceDetail;
import io.wattune.dashboard.state.LiveState;
import io.wattune.http.Problem;
import io.wattune.store.history.PastActivity;
import io.wattune.store.history.TimeRange;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** {@code /api/devices/...}: everything about one device. Its id may have slashes. */
final class DeviceRoutes {
  /** Memory keeps ten minutes of activities. */
  private static final long HELD_NANOS = 595_000_000_000L;

  private static final int MOST_ACTIVITIES = 5000;
  private static final Book[] LEVELS = {
    Book.JOB, Book.PROCESS, Book.KERNEL, Book.REQUEST, Book.SPAN
  };

  private final LiveState state;
  private final Past past;
  private final PowerQuestions power;
  private final LongSupplier clockNanos;
  private final KnownFloors floors = new KnownFloors();

  DeviceRoutes(LiveState state, Past past, LongSupplier clockNanos) {
    this.state = state;
    this.past = past;
    this.power = new PowerQuestions(state, past);
    this.clockNanos = clockNanos;
  }

  /** The longer paths first: an id may hold anything. */
  void addTo(RoutesConfig routes) {
    routes.get("/api/devices/<id>/power", this::power);
    routes.get("/api/devices/<id>/activities", this::activities);
    routes.get("/api/devices/<id>", this::device);
  }

  private DeviceDetail detail(Context request, long nowNanos) {
    String id = request.pathParam("id");
    return state
        .device(id, nowNanos)
        .orElseThrow(
            () ->
                Problem.notFound(
                    "there is no device '" + id + "'",
                    "/api/devices/{id}",
                    "see /api/fleet for the devices that there are; a slash in an id may stay as it"
                        + " is"));
  }

  private void device(Context request) {
    long nowNanos = clockNanos.getAsLong();
    DeviceDetail detail = detail(request, nowNanos);
    Reply.send(
        request,
        DeviceDetailAnswer.of(detail, floors.of(detail), state.countedSinceNanos(), nowNanos));
  }

  private void power(Context request) {
    long nowNanos = clockNanos.getAsLong();
    DeviceDetail detail = detail(request, nowNanos);
    TimeRange range = QueryParameters.range(request, nowNanos);
    DevicePowerAnswer answer =
        power.device(
            detail.device().id(),
            range,
            QueryParameters.points(request),
            detail.profiles(),
            nowNanos);
    Reply.send(request, answer, answer::table);
  }

  private void activities(Context request) {
    long nowNanos = clockNanos.getAsLong();
    String id = detail(request, nowNanos).device().id();
    TimeRange range = QueryParameters.range(request, nowNanos);
    Book level = QueryParameters.oneOf(request, "level", LEVELS, Book::label);
    boolean isHeld = range.fromNanos() >= Math.max(state.sinceNanos(), nowNanos - HELD_NANOS);
    Past.HistoryAnswer<List<PastActivity>> stored =
        isHeld
            ? new Past.HistoryAnswer<>(null, null)
            : past.ask(history -> history.activities(id, range, level, MOST_ACTIVITIES));
    ActivitiesAnswer answer =
        stored.value() == null
            ? held(id, range, level, stored.note())
            : new ActivitiesAnswer(
                Units.ms(range.fromNanos()),
                Units.ms(range.toNanos()),
                "store",
                null,
                stored.value().stream().map(ActivitiesAnswer.Row::of).toList(),
                stored.value().size() == MOST_ACTIVITIES);
    Reply.send(request, answer, answer::table);
  }

  private ActivitiesAnswer held(
      String id, TimeRange range, @Nullable Book level, @Nullable String note) {
    ActivitiesNow found =
        state.activities(id, range.fromNanos(), range.toNanos(), level, MOST_ACTIVITIES);
    return new ActivitiesAnswer(
        Units.ms(range.fromNanos()),
        Units.ms(range.toNanos()),
        "memory",
        note,
        found.activities().stream().map(ActivitiesAnswer.Row::of).toList(),
        found.isCut());
  }
}
