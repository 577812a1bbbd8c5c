package io.wattune.collectors.amd;

import io.wattune.collectors.device.DeviceException;
import io.wattune.collectors.sysfs.SysTree;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The performance level of one GPU, which its clocks share, and which clocks this process holds.
 *
 * <pre>
 *   auto ---- a clock is held ----> manual, its levels up to the ceiling
 *   manual -- another is held ----> manual, its levels too
 *   manual -- one of two is freed -> manual, all levels of that one
 *   manual -- the last is freed --> auto
 * </pre>
 *
 * <p>The driver does not show which levels are allowed. So what a clock has is: with {@code auto},
 * everything; with {@code manual}, what this process has set; where it has set nothing, nobody
 * knows. That is enough for a writer, which is the only one, and for whoever restores after it: a
 * process that holds nothing and frees a clock sets {@code auto}, and all clocks in a journal are
 * freed together. For any thread; the driver takes one call at a time anyway.
 */
final class PerformanceLevel {
  static final String FILE = "power_dpm_force_performance_level";
  static final String AUTO = "auto";
  private static final String MANUAL = "manual";

  /** A ceiling of a write that failed: it may have happened or not. */
  private static final long UNCERTAIN = -1;

  private final SysTree tree;

  /** Ceiling of each clock that is held, by the name of its file. */
  private final Map<String, Long> held = new HashMap<>();

  PerformanceLevel(SysTree tree) {
    this.tree = tree;
  }

  /** The highest clock that is allowed; empty where that cannot be known. */
  synchronized OptionalLong ceiling(AmdCard card, String clock, DpmLevels levels)
      throws DeviceException {
    String name = tree.text(card.file(FILE));
    if (name.equals(AUTO)) {
      return OptionalLong.of(levels.highest());
    }
    Long ceiling = held.get(clock);
    if (!name.equals(MANUAL) || held.isEmpty() || (ceiling != null && ceiling == UNCERTAIN)) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(ceiling == null ? levels.highest() : ceiling);
  }

  /** Allows a clock to rise to a ceiling at most. */
  synchronized void hold(AmdCard card, String clock, DpmLevels levels, long ceiling)
      throws DeviceException {
    String mask = levels.upTo(ceiling);
    held.put(clock, UNCERTAIN);
    if (!tree.text(card.file(FILE)).equals(MANUAL)) {
      tree.write(card.file(FILE), MANUAL);
    }
    tree.write(card.file(clock), mask);
    held.put(clock, ceiling);
  }

  /** Allows a clock everything. */
  synchronized void free(AmdCard card, String clock, DpmLevels levels) throws DeviceException {
    boolean isLast = held.keySet().stream().allMatch(clock::equals);
    if (isLast) {
      tree.write(card.file(FILE), AUTO);
    } else {
      held.put(clock, UNCERTAIN);
      tree.write(card.file(clock), levels.upTo(levels.highest()));
    }
    held.remove(clock);
  }
}
