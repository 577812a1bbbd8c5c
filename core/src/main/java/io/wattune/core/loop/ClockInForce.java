package io.wattune.core.loop;

import io.wattune.core.policy.Ladder;
import io.wattune.core.policy.Ladders;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.TunableName;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which core clock a device may have, of what its node has confirmed and what it has not answered
 * yet, as a share of the own one, and since when there is only one that it can be. Test: {@code
 * HeatCeilingTest}.
 */
final class ClockInForce {
  private double sureShare = Double.NaN;
  private long sureNanos;

  /** The highest that it may be. */
  double look(List<Map<String, Configuration>> possible, Ladders ladders, long nowNanos) {
    double lowest = Double.POSITIVE_INFINITY;
    double highest = 0;
    for (Map<String, Configuration> each : possible) {
      double share = highest(each, ladders);
      lowest = Math.min(lowest, share);
      highest = Math.max(highest, share);
    }
    if (lowest != highest || highest != sureShare) {
      sureShare = lowest == highest ? highest : Double.NaN;
      sureNanos = nowNanos;
    }
    return highest;
  }

  /** Whether power of a time is of the one clock that it can be, and has been for so long. */
  boolean isSure(long powerNanos, long settleNanos) {
    return !Double.isNaN(sureShare) && powerNanos - sureNanos >= settleNanos;
  }

  private static double highest(Map<String, Configuration> sent, Ladders ladders) {
    int rung = ladders.lowest(TunableName.CORE_CLOCK);
    Set<String> names = new TreeSet<>(sent.keySet());
    names.add(SentDecision.DEFAULT);
    for (String name : names) {
      Configuration each = sent.getOrDefault(name, Configuration.EMPTY);
      rung = Math.min(rung, Math.max(0, ladders.rung(each, TunableName.CORE_CLOCK)));
    }
    return share(rung, ladders);
  }

  /** The core clock of a rung, of the own one. */
  static double share(int rung, Ladders ladders) {
    Ladder ladder = ladders.ladder(TunableName.CORE_CLOCK).orElse(null);
    if (rung <= 0 || ladder == null) {
      return 1;
    }
    double own = ladder.tunable().ownValue().orElse(0);
    return own > 0 ? Math.max(0.01, ladder.values().get(rung - 1) / own) : 1;
  }
}
