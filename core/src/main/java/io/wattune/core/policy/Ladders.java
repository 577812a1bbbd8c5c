package io.wattune.core.policy;

import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.Tunable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The ladders of all tunables of a device that may be lowered, by name. */
public final class Ladders {
  private final Map<String, Ladder> byTunable;

  private Ladders(Map<String, Ladder> byTunable) {
    this.byTunable = byTunable;
  }

  /**
   * Of some tunables.
   *
   * @param floors lowest value allowed, by tunable; without one the grid's lowest
   */
  public static Ladders of(Collection<Tunable> tunables, Map<String, Long> floors) {
    var byTunable = new TreeMap<String, Ladder>();
    for (Tunable tunable : tunables) {
      Ladder ladder = Ladder.of(tunable, floors.getOrDefault(tunable.name(), Long.MIN_VALUE));
      if (ladder.lowest() > 0) {
        byTunable.put(tunable.name(), ladder);
      }
    }
    return new Ladders(byTunable);
  }

  /** Names of the tunables that have a rung below their own setting. */
  public Set<String> names() {
    return new TreeSet<>(byTunable.keySet());
  }

  /** The ladder of a tunable; empty for one that may not be lowered. */
  public Optional<Ladder> ladder(String tunable) {
    return Optional.ofNullable(byTunable.get(tunable));
  }

  /** Number of a tunable's lowest rung; 0 for one that may not be lowered. */
  public int lowest(String tunable) {
    Ladder ladder = byTunable.get(tunable);
    return ladder == null ? 0 : ladder.lowest();
  }

  /** The configuration of some rungs; tunables at rung 0 are not named and keep their own. */
  public Configuration configuration(Map<String, Integer> rungs) {
    List<Setting> settings = new ArrayList<>(rungs.size());
    for (Map.Entry<String, Integer> each : rungs.entrySet()) {
      Ladder ladder = byTunable.get(each.getKey());
      if (ladder != null && each.getValue() > 0) {
        settings.add(ladder.setting(Math.min(each.getValue(), ladder.lowest())));
      }
    }
    return settings.isEmpty() ? Configuration.EMPTY : new Configuration(settings);
  }

  /** The same in words: {@code core.clock 800, cu.count 24}. */
  String text(Map<String, Integer> rungs) {
    String settings =
        configuration(rungs).settings().stream()
            .map(setting -> setting.tunable() + " " + setting.value())
            .collect(Collectors.joining(", "));
    return settings.isEmpty() ? "own settings" : settings;
  }

  /** Number of a setting's rung: 0 where it is not named, -1 for a value of no rung. */
  public int rung(Configuration configuration, String tunable) {
    Setting setting = configuration.setting(tunable).orElse(null);
    if (setting == null) {
      return 0;
    }
    Ladder ladder = byTunable.get(tunable);
    return ladder == null || ladder.tunable().unit() != setting.unit()
        ? -1
        : ladder.rungOf(setting.value());
  }

  /** These rungs, none lower than there is. */
  public Map<String, Integer> clipped(Map<String, Integer> rungs) {
    Map<String, Integer> clipped = new HashMap<>();
    rungs.forEach(
        (tunable, rung) -> {
          int within = Math.min(rung, lowest(tunable));
          if (within > 0) {
            clipped.put(tunable, within);
          }
        });
    return Map.copyOf(clipped);
  }
}
