package io.wattune.core.guard;

import io.wattune.core.policy.Ladder;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Only tunables that the device has and the agent may write, in their unit, between the floor and
 * the own setting; any other is left at its own setting.
 */
public final class RangeGuard implements Guard {

  @Override
  public String name() {
    return "range";
  }

  @Override
  public GuardVerdict check(Map<String, Configuration> wished, GuardContext context) {
    Map<String, Configuration> within = new HashMap<>();
    wished.forEach(
        (kernel, configuration) -> {
          List<Setting> settings =
              configuration.settings().stream()
                  .filter(setting -> isWithin(setting, context))
                  .toList();
          if (!settings.isEmpty()) {
            within.put(kernel, new Configuration(settings));
          }
        });
    return GuardVerdict.narrowed(wished, within, "a setting was outside its range");
  }

  private static boolean isWithin(Setting setting, GuardContext context) {
    Ladder ladder = context.ladders().ladder(setting.tunable()).orElse(null);
    if (ladder == null || ladder.tunable().unit() != setting.unit()) {
      return false;
    }
    long lowest = ladder.values().get(ladder.lowest() - 1);
    long own = ladder.tunable().ownValue().orElse(Long.MIN_VALUE);
    return setting.value() >= lowest && setting.value() <= own;
  }
}
