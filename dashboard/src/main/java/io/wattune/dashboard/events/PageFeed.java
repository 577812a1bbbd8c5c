package io.wattune.dashboard.events;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wattune.dashboard.api.ActivityNames;
import io.wattune.dashboard.api.ActuationAnswer;
import io.wattune.dashboard.api.DecisionAnswer;
import io.wattune.dashboard.api.HoldAnswer;
import io.wattune.dashboard.state.Cursor;
import io.wattune.dashboard.state.FleetNow;
import io.wattune.dashboard.state.LiveState;
import io.wattune.dashboard.state.StateChanges;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Sends one page what is new, each time it is called. Nothing is kept for a page that is slow: the
 * next event has all that has changed since the last one. Not thread safe.
 */
final class PageFeed {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final long HEALTH_NANOS = 5_000_000_000L;
  private static final long CATALOG_NANOS = 2_000_000_000L;
  private static final long BEAT_NANOS = 10_000_000_000L;

  private final LiveState state;
  private final Supplier<?> health;
  private final EventSink sink;
  private final PowerDelta power;
  private final ActivityNames names;
  private Cursor cursor;
  private long catalogVersion = Long.MIN_VALUE;
  private long catalogNanos;
  private int namesSent;
  private long healthNanos = Long.MIN_VALUE;
  private long beatNanos = Long.MIN_VALUE;

  PageFeed(LiveState state, ActivityNames names, Supplier<?> health, EventSink sink) {
    this.state = state;
    this.health = health;
    this.sink = sink;
    this.names = names;
    this.power = new PowerDelta(names);
    this.cursor = state.cursor();
  }

  /**
   * Sends what is new.
   *
   * @return whether the page is still there
   */
  boolean sendNews(long nowNanos) {
    FleetNow fleet = state.now(nowNanos);
    PowerDelta.Event delta = power.next(fleet);
    if (!sendCatalog(fleet.catalogVersion(), nowNanos)) {
      return false;
    }
    return send("power", delta) && sendChanges(nowNanos) && sendHealth(nowNanos) && beat(nowNanos);
  }

  /** The page asks for the fleet again then, so that this must not come too often. */
  private boolean sendCatalog(long version, long nowNanos) {
    boolean isFirst = catalogVersion == Long.MIN_VALUE;
    boolean isSame = version == catalogVersion && names.count() == namesSent;
    boolean isSoon = !isFirst && nowNanos - catalogNanos < CATALOG_NANOS;
    if (isSame || isSoon) {
      return true;
    }
    catalogVersion = version;
    namesSent = names.count();
    catalogNanos = nowNanos;
    return isFirst || send("catalog", Map.of("version", version));
  }

  private boolean sendChanges(long nowNanos) {
    StateChanges happened = state.since(cursor, nowNanos);
    cursor = happened.next();
    boolean isThere = true;
    if (!happened.decisions().isEmpty()) {
      isThere = send("decision", happened.decisions().stream().map(DecisionAnswer::of).toList());
    }
    if (isThere && !happened.actuations().isEmpty()) {
      isThere = send("actuation", happened.actuations().stream().map(ActuationAnswer::of).toList());
    }
    if (isThere && happened.holds() != null) {
      isThere = send("hold", happened.holds().stream().map(HoldAnswer::of).toList());
    }
    return isThere;
  }

  private boolean sendHealth(long nowNanos) {
    if (healthNanos != Long.MIN_VALUE && nowNanos - healthNanos < HEALTH_NANOS) {
      return true;
    }
    healthNanos = nowNanos;
    return send("health", health.get());
  }

  private boolean beat(long nowNanos) {
    if (beatNanos != Long.MIN_VALUE && nowNanos - beatNanos < BEAT_NANOS) {
      return true;
    }
    beatNanos = nowNanos;
    return sink.beat();
  }

  private boolean send(String event, Object data) {
    try {
      return sink.send(event, MAPPER.writeValueAsBytes(data));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("an event cannot be written as JSON", e);
    }
  }
}
