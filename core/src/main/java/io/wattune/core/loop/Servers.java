package io.wattune.core.loop;

import io.wattune.core.policy.Ladder;
import io.wattune.core.policy.Ladders;
import io.wattune.core.serving.MeasuredProfile;
import io.wattune.core.serving.ServedTime;
import io.wattune.core.serving.ServerControl;
import io.wattune.core.serving.ServerState;
import io.wattune.core.serving.ServingGoals;
import io.wattune.core.serving.ServingReading;
import io.wattune.core.serving.ServingSetting;
import io.wattune.core.serving.ServingTable;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.TunableName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The inference servers on a device, and what they want of it: its clock, and its compute units
 * where it has them to set. What was measured between two settings that the device has counts for
 * the higher one. A device that several servers share keeps its own settings: what was measured was
 * measured alone. Test: {@code ServersTest}.
 */
final class Servers {
  /** A node that names more on one device is not believed. */
  private static final int MOST = 16;

  /** Power is late by about a second; older power is not of the load of now. */
  private static final long NEWEST_NANOS = 3_000_000_000L;

  private final ServingGoals goals;
  private final Map<String, ServerControl> servers = new TreeMap<>();
  private final Map<ServingSetting, Configuration> configurations = new HashMap<>();
  private @Nullable Ladders offered;
  private Map<String, ServerState> told = Map.of();
  private Configuration wished = Configuration.EMPTY;
  private String news = "";
  private boolean isAlarm;
  final Map<String, Long> alarms = new TreeMap<>();

  Servers(ServingGoals goals) {
    this.goals = goals;
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
      offered = null;
      return;
    }
    String model = reading.model();
    ServingTable table = model == null ? null : goals.tables().get(model);
    if (model == null
        || table == null
        || (servers.size() >= MOST && !servers.containsKey(reading.server()))) {
      return;
    }
    ServerControl known = servers.get(reading.server());
    boolean isSame =
        known != null
            && known.profile().model().equals(model)
            && Objects.equals(known.share(), reading.share());
    if (known == null || !isSame) {
      known = new ServerControl(table, goals.objective(reading.server(), model), reading.share());
      servers.put(reading.server(), known);
      offered = null;
    }
    offer(ladders);
    ServedTime served = ServedTime.of(reading, known.objectiveSeconds());
    long length = reading.endNanos() - reading.startNanos();
    boolean isOfNow = Math.abs(reading.endNanos() - powerNanos) < NEWEST_NANOS;
    OptionalDouble watts =
        servers.size() == 1 && isOfNow
            ? power.mean(powerNanos - length, powerNanos)
            : OptionalDouble.empty();
    known.take(served, nowNanos, watts, settings(possible));
  }

  /** The measured settings that the device may have had. */
  private Set<ServingSetting> settings(List<Map<String, Configuration>> possible) {
    Set<Configuration> inForce = new HashSet<>();
    for (Map<String, Configuration> each : possible) {
      inForce.add(each.getOrDefault(SentDecision.DEFAULT, Configuration.EMPTY));
    }
    Set<ServingSetting> settings = new HashSet<>();
    configurations.forEach(
        (setting, configuration) -> {
          if (inForce.contains(configuration)) {
            settings.add(setting);
          }
        });
    return settings;
  }

  /** What of the measured settings the device has. */
  private void offer(Ladders ladders) {
    if (ladders.equals(offered)) {
      return;
    }
    offered = ladders;
    configurations.clear();
    for (ServerControl server : servers.values()) {
      MeasuredProfile profile = server.profile();
      Map<Configuration, ServingSetting> nearest = new HashMap<>();
      for (MeasuredProfile.Row row : server.rows()) {
        boolean isAtOwnClock =
            !ladders.names().contains(TunableName.CORE_CLOCK)
                && row.megaHertz() == profile.baseline().megaHertz();
        int clock = rung(ladders, TunableName.CORE_CLOCK, row.megaHertz(), isAtOwnClock);
        int units =
            rung(ladders, TunableName.CU_COUNT, row.units(), row.units() == profile.units());
        if (clock >= 0 && units >= 0) {
          Map<String, Integer> rungs =
              Map.of(TunableName.CORE_CLOCK, clock, TunableName.CU_COUNT, units);
          int batch = profile.batches().limit();
          var setting = new ServingSetting(row.megaHertz(), row.units(), batch);
          // Rows ascend: the last one at or below what is set is the nearest.
          nearest.put(ladders.configuration(rungs), setting);
        }
      }
      List<ServingSetting> settings = new ArrayList<>();
      nearest.forEach(
          (configuration, setting) -> {
            configurations.put(setting, configuration);
            settings.add(setting);
          });
      settings.sort(
          Comparator.comparingInt(ServingSetting::megaHertz)
              .thenComparingInt(ServingSetting::units));
      server.offer(settings);
    }
  }

  /**
   * The lowest rung of a tunable that is not below a value; -1 where there is none.
   *
   * @param isOwn whether the value stands for what the device has by itself
   */
  private static int rung(Ladders ladders, String tunable, int value, boolean isOwn) {
    if (isOwn) {
      return 0;
    }
    Ladder ladder = ladders.ladder(tunable).orElse(null);
    if (ladder == null || ladder.tunable().ownValue().orElse(0) < value) {
      return -1;
    }
    int rung = 0;
    while (rung < ladder.lowest() && ladder.values().get(rung) >= value) {
      rung++;
    }
    return rung;
  }

  /**
   * Time has passed.
   *
   * @return whether something else is wished than before, or something is to be told
   */
  boolean review(long nowNanos) {
    if (servers.values().removeIf(each -> each.isGoneAt(nowNanos))) {
      offered = null;
    }
    Map<String, ServerState> now = new TreeMap<>();
    servers.forEach(
        (name, server) -> {
          server.review(nowNanos);
          now.put(name, server.state());
          ServerState before = told.get(name);
          if (server.state() != before) {
            news = server.state().reason();
            if (server.state().isAlarm()) {
              isAlarm = true;
              alarms.merge(server.state().word(), 1L, Long::sum);
            }
          }
        });
    told = now;
    Configuration wish = wish();
    boolean isOther = !wish.equals(wished);
    wished = wish;
    if (isOther && news.isEmpty()) {
      news = ServerState.FOLLOWED.reason();
    }
    return isOther || isAlarm;
  }

  private Configuration wish() {
    if (servers.size() != 1) {
      return Configuration.EMPTY;
    }
    ServingSetting chosen = servers.values().iterator().next().chosen();
    return chosen == null
        ? Configuration.EMPTY
        : configurations.getOrDefault(chosen, Configuration.EMPTY);
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

  /** Whether something has to be told even if nothing else is to be set. */
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
