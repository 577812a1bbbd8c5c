package io.wattune.core.loop;

import io.wattune.core.policy.Ladders;
import io.wattune.core.rightsize.RightSizes;
import io.wattune.core.serving.LiveServer;
import io.wattune.core.serving.OverlapControl;
import io.wattune.core.serving.ServedTime;
import io.wattune.core.serving.ServerControl;
import io.wattune.core.serving.ServerState;
import io.wattune.core.serving.ServiceObjective;
import io.wattune.core.serving.ServingGoals;
import io.wattune.core.serving.ServingReading;
import io.wattune.core.serving.ServingTable;
import io.wattune.core.tunable.Configuration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The inference servers on a device, and what they want of it. A device that several servers share
 * keeps its own settings: what was measured was measured alone. Test: {@code ServersTest}.
 */
final class Servers {
  /** A node that names more on one device is not believed. */
  private static final int MOST = 16;

  /** Power is late by about a second; older power is not of the load of now. */
  private static final long NEWEST_NANOS = 3_000_000_000L;

  private final ServingGoals goals;
  private final LoopCounts counts;
  private final Map<String, LiveServer<?>> servers = new TreeMap<>();

  /** Model of the device. */
  private String product = "";

  private Map<String, ServerState> reviewed = Map.of();
  private Configuration wished = Configuration.EMPTY;
  private String news = "";
  private boolean isAlarm;

  Servers(ServingGoals goals, LoopCounts counts) {
    this.goals = goals;
    this.counts = counts;
  }

  /** Whether there is one that is set by its load. */
  boolean isKnown() {
    return !servers.isEmpty();
  }

  /**
   * A server of the device was read.
   *
   * @param nowNanos the device's clock
   * @param power of the device
   * @param powerNanos the newest time of it
   * @param possible all that may have been in force on it
   */
  void take(
      ServingReading reading,
      long nowNanos,
      PowerLog power,
      long powerNanos,
      List<Map<String, Configuration>> possible,
      Ladders ladders) {
    if (reading.isEndOfTrace()) {
      servers.remove(reading.server());
      return;
    }
    String model = reading.model();
    if (model == null || (servers.size() >= MOST && !servers.containsKey(reading.server()))) {
      return;
    }
    LiveServer<?> known = servers.get(reading.server());
    if (known == null || !known.isOf(reading)) {
      known = added(reading, model);
      if (known == null) {
        return;
      }
      servers.put(reading.server(), known);
    }
    known.offer(ladders);
    ServedTime served = ServedTime.of(reading, known.objectiveSeconds());
    long length = reading.endNanos() - reading.startNanos();
    boolean isOfNow = Math.abs(reading.endNanos() - powerNanos) < NEWEST_NANOS;
    OptionalDouble watts =
        servers.size() == 1 && isOfNow
            ? power.mean(powerNanos - length, powerNanos)
            : OptionalDouble.empty();
    Set<Configuration> inForce = new HashSet<>();
    for (Map<String, Configuration> each : possible) {
      inForce.add(each.getOrDefault(SentDecision.DEFAULT, Configuration.EMPTY));
    }
    known.read(served, nowNanos, watts, inForce);
  }

  /** A server that is heard of for the first time; null where it is not to be set. */
  private @Nullable LiveServer<?> added(ServingReading reading, String model) {
    ServiceObjective objective = goals.objective(reading.server(), model);
    RightSizes sizes = goals.sizes();
    if (sizes != null) {
      return new OverlapControl(model, objective.seconds(), () -> sizes.of(product, model));
    }
    ServingTable table = goals.tables().get(model);
    return table == null ? null : new ServerControl(table, objective, reading.share());
  }

  /** What the device is. */
  void describe(String model) {
    product = model;
  }

  /**
   * Time has passed.
   *
   * @return whether something else is wished than before, or something is to be reported
   */
  boolean review(long nowNanos) {
    servers.values().removeIf(each -> each.isGoneAt(nowNanos));
    Map<String, ServerState> now = new TreeMap<>();
    servers.forEach(
        (name, server) -> {
          server.review(nowNanos);
          ServerState state = server.state();
          now.put(name, state);
          ServerState before = reviewed.get(name);
          if (state != before) {
            news = state.reason();
            if (state.isAlarm()) {
              isAlarm = true;
              counts.count(LoopCounts.Kind.SERVER_ALARMS, state.word());
            }
          }
        });
    reviewed = now;
    Configuration wish = wish();
    boolean isOther = !wish.equals(wished);
    wished = wish;
    if (isOther && news.isEmpty()) {
      news = ServerState.FOLLOWED.reason();
    }
    return isOther || isAlarm;
  }

  private Configuration wish() {
    return servers.size() == 1 ? servers.values().iterator().next().wish() : Configuration.EMPTY;
  }

  /** What was wished when time was looked at last. */
  Configuration wished() {
    return wished;
  }

  /** How many servers are in each state. */
  Map<String, Long> states() {
    Map<String, Long> states = new TreeMap<>();
    servers.values().forEach(each -> states.merge(each.state().word(), 1L, Long::sum));
    return states;
  }

  /** Why something else is wished, if that has not been sent yet; empty otherwise. */
  String news() {
    return news;
  }

  /** Whether something has to be reported even if nothing else is to be set. */
  boolean isAlarm() {
    return isAlarm;
  }

  /** Something has been sent; an alarm goes with own settings, which a guard may hold back. */
  void onSent(boolean isOwn) {
    if (isOwn || !isAlarm) {
      news = "";
      isAlarm = false;
    }
  }

  /** What holds and why, for people. */
  String detail() {
    if (servers.size() > 1) {
      return "Servers " + String.join(", ", servers.keySet()) + " share it: own settings.";
    }
    var text = new StringBuilder();
    servers.forEach(
        (name, server) ->
            text.append("Server '").append(name).append("': ").append(server.detail()).append('.'));
    return text.toString();
  }
}
