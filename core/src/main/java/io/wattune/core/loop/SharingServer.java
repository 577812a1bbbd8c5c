package io.wattune.core.loop;

import io.wattune.core.policy.Ladder;
import io.wattune.core.policy.Ladders;
import io.wattune.core.rightsize.RightSizeTable;
import io.wattune.core.serving.LiveServer;
import io.wattune.core.serving.OverlapControl;
import io.wattune.core.serving.ServedTime;
import io.wattune.core.serving.ServingReading;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.TunableName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A server whose runtime gives each kernel units of its own, as many of them shared as its device's
 * {@code cu.overlap} says. Test: {@code KrispLoopTest}.
 */
final class SharingServer extends SetServer<Integer> {
  private final String model;
  private final OverlapControl control;
  private final Supplier<@Nullable RightSizeTable> tables;

  /**
   * A server of which nothing has come.
   *
   * @param tables the newest table of its kernels; null for none
   */
  SharingServer(String model, double objectiveSeconds, Supplier<@Nullable RightSizeTable> tables) {
    this.model = model;
    this.control = new OverlapControl(objectiveSeconds);
    this.tables = tables;
  }

  @Override
  boolean isOf(ServingReading reading) {
    return model.equals(reading.model());
  }

  @Override
  LiveServer live() {
    return control;
  }

  @Override
  void configure(Ladders ladders) {
    List<Integer> limits = new ArrayList<>();
    Ladder ladder = ladders.ladder(TunableName.CU_OVERLAP).orElse(null);
    for (int rung = 1; ladder != null && rung <= ladder.lowest(); rung++) {
      int limit = (int) ladder.setting(rung).value();
      limits.add(limit);
      configurations.put(limit, ladders.configuration(Map.of(TunableName.CU_OVERLAP, rung)));
    }
    control.offer(limits);
  }

  @Override
  void take(ServedTime served, long nowNanos, OptionalDouble watts, Set<Configuration> inForce) {
    control.table(tables.get());
    Integer limit = null;
    boolean isKnown = inForce.size() == 1;
    if (isKnown && !inForce.contains(Configuration.EMPTY)) {
      isKnown = false;
      for (Map.Entry<Integer, Configuration> each : configurations.entrySet()) {
        if (inForce.contains(each.getValue())) {
          limit = each.getKey();
          isKnown = true;
        }
      }
    }
    control.take(served, nowNanos, watts, limit, isKnown);
  }

  /** A table that is taken back counts at once, whether the server is heard of or not. */
  @Override
  void review(long nowNanos) {
    control.table(tables.get());
    control.review(nowNanos);
  }

  @Override
  @Nullable Integer chosen() {
    return control.chosen();
  }
}
