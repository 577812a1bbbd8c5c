package io.wattune.core.loop;

import io.wattune.core.policy.Ladder;
import io.wattune.core.policy.Ladders;
import io.wattune.core.serving.DeviceShare;
import io.wattune.core.serving.LiveServer;
import io.wattune.core.serving.MeasuredProfile;
import io.wattune.core.serving.ServedTime;
import io.wattune.core.serving.ServerControl;
import io.wattune.core.serving.ServiceObjective;
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
import org.jspecify.annotations.Nullable;

/**
 * A server that is set by its rate of requests, from a table: clock, and compute units where its
 * device has them to set. What was measured between two settings that the device has counts for the
 * higher one. Test: {@code ServersTest}.
 */
final class TabledServer extends SetServer<ServingSetting> {
  private final ServerControl control;

  TabledServer(ServingTable table, ServiceObjective objective, @Nullable DeviceShare share) {
    control = new ServerControl(table, objective, share);
  }

  @Override
  boolean isOf(ServingReading reading) {
    return control.profile().model().equals(reading.model())
        && Objects.equals(control.share(), reading.share());
  }

  @Override
  LiveServer live() {
    return control;
  }

  @Override
  void configure(Ladders ladders) {
    MeasuredProfile profile = control.profile();
    Map<Configuration, ServingSetting> nearest = new HashMap<>();
    for (MeasuredProfile.Row row : control.rows()) {
      boolean isAtOwnClock =
          !ladders.names().contains(TunableName.CORE_CLOCK)
              && row.megaHertz() == profile.baseline().megaHertz();
      int clock = rung(ladders, TunableName.CORE_CLOCK, row.megaHertz(), isAtOwnClock);
      int units = rung(ladders, TunableName.CU_COUNT, row.units(), row.units() == profile.units());
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
        Comparator.comparingInt(ServingSetting::megaHertz).thenComparingInt(ServingSetting::units));
    control.offer(settings);
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

  @Override
  void take(ServedTime served, long nowNanos, OptionalDouble watts, Set<Configuration> inForce) {
    Set<ServingSetting> settings = new HashSet<>();
    configurations.forEach(
        (setting, configuration) -> {
          if (inForce.contains(configuration)) {
            settings.add(setting);
          }
        });
    control.take(served, nowNanos, watts, settings);
  }

  @Override
  @Nullable ServingSetting chosen() {
    return control.chosen();
  }
}
