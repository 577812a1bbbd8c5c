package io.wattune.core.loop;

import io.wattune.core.policy.Ladders;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.TunableName;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;

/**
 * The levels of a device's settings that its heat may lower it to, from 0, its own settings, down:
 * one tunable's rungs to their end, then the next one's. Test: {@code HeatCeilingTest}.
 */
final class HeatLevels {
  /** In this order, each to its end before the next. */
  private static final List<String> TUNABLES =
      List.of(TunableName.POWER_LIMIT, TunableName.CORE_CLOCK, TunableName.MEMORY_CLOCK);

  private static final double WATTS_PER_MILLIWATT = 1e-3;

  private HeatLevels() {}

  static int lowest(Ladders ladders) {
    int sum = 0;
    for (String tunable : TUNABLES) {
      sum += ladders.lowest(tunable);
    }
    return sum;
  }

  private static int rung(int at, String tunable, Ladders ladders) {
    int left = at;
    for (String each : TUNABLES) {
      if (each.equals(tunable)) {
        return Math.max(0, Math.min(left, ladders.lowest(tunable)));
      }
      left -= ladders.lowest(each);
    }
    return 0;
  }

  /** Core clock against the own one. */
  static double share(int at, Ladders ladders) {
    return ClockInForce.share(rung(at, TunableName.CORE_CLOCK, ladders), ladders);
  }

  static OptionalDouble ownLimit(Ladders ladders) {
    return ladders
        .ladder(TunableName.POWER_LIMIT)
        .map(each -> ownWatts(each.tunable()))
        .orElse(OptionalDouble.empty());
  }

  static OptionalDouble ownWatts(Tunable powerLimit) {
    long own = powerLimit.ownValue().orElse(0);
    return own > 0 ? OptionalDouble.of(own * WATTS_PER_MILLIWATT) : OptionalDouble.empty();
  }

  static double powerLimit(int at, Ladders ladders) {
    int rung = rung(at, TunableName.POWER_LIMIT, ladders);
    return rung == 0
        ? ownLimit(ladders).orElse(Double.POSITIVE_INFINITY)
        : ladders.ladder(TunableName.POWER_LIMIT).orElseThrow().values().get(rung - 1)
            * WATTS_PER_MILLIWATT;
  }

  /** The wishes, none above the ceiling; what is not wished for has the ceiling, too. */
  static Map<String, Configuration> narrowed(
      int level, Map<String, Configuration> wished, Ladders ladders) {
    if (level == 0) {
      return wished;
    }
    Map<String, Configuration> narrowed = new HashMap<>();
    Set<String> names = new TreeSet<>(wished.keySet());
    names.add(SentDecision.DEFAULT);
    for (String name : names) {
      Configuration each = wished.getOrDefault(name, Configuration.EMPTY);
      for (String tunable : TUNABLES) {
        int ceiling = rung(level, tunable, ladders);
        if (ceiling > 0 && ladders.rung(each, tunable) < ceiling) {
          Setting lower = ladders.ladder(tunable).orElseThrow().setting(ceiling);
          each = each.with(lower);
        }
      }
      narrowed.put(name, each);
    }
    return narrowed;
  }
}
