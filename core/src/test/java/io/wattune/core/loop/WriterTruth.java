package io.wattune.core.loop;

import io.wattune.core.simulated.Seeds;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a node's writer really does with the configurations that it has taken. */
final class WriterTruth {
  /** How far that is from what was wished. */
  enum Deed {
    /** As wished. */
    OBEYS,
    /** Nothing is ever set. */
    IGNORES,
    /** It does not know which kernel runs: only the default configuration is ever in force. */
    KNOWS_NO_KERNEL,
    /** It sets what is wished some seconds later. */
    LATE,
    /** Each kernel gets the configuration of the next one. */
    SWAPS,
    /** Some of the tunables are never set. */
    PARTLY
  }

  private static final long SECOND = 1_000_000_000L;

  /** Whether its answers say what it did, where they can. */
  final boolean isHonest;

  private final Deed deed;
  private final List<RandomPlant.Kernel> kernels;
  private final long lateNanos;
  private final Set<String> dead = new HashSet<>();
  private Map<String, Configuration> wished = Map.of();
  private Map<String, Configuration> standing = Map.of();
  private long dueNanos;

  WriterTruth(Deed deed, RandomPlant plant, long seed) {
    Random random = Seeds.random(seed * 17 + 3);
    this.deed = deed;
    kernels = plant.kernels;
    isHonest = random.nextBoolean();
    lateNanos = deed == Deed.LATE ? SECOND + random.nextLong(8 * SECOND) : 0;
    dead.add(plant.tunables.get(random.nextInt(plant.tunables.size())).name());
  }

  /** What is wished from now on; own settings are back at once. Returns when it will be so. */
  long wish(Map<String, Configuration> configurations, long nowNanos) {
    if (!configurations.equals(wished)) {
      wished = Map.copyOf(configurations);
      dueNanos = wished.isEmpty() ? nowNanos : nowNanos + lateNanos;
    }
    if (nowNanos >= dueNanos) {
      standing = wished;
    }
    return dueNanos;
  }

  boolean knowsKernels() {
    return deed != Deed.KNOWS_NO_KERNEL;
  }

  /** Tunables that it never sets. */
  Set<String> dead() {
    return deed == Deed.PARTLY ? dead : Set.of();
  }

  /** Settings on the device while it takes this kernel to run; null for none. */
  Configuration of(@Nullable String kernel) {
    Configuration standard = standing.getOrDefault(SentDecision.DEFAULT, Configuration.EMPTY);
    return switch (deed) {
      case IGNORES -> Configuration.EMPTY;
      case KNOWS_NO_KERNEL -> standard;
      case SWAPS -> standing.getOrDefault(next(kernel), standard);
      case PARTLY -> withoutDead(standing.getOrDefault(name(kernel), standard));
      case OBEYS, LATE -> standing.getOrDefault(name(kernel), standard);
    };
  }

  private static String name(@Nullable String kernel) {
    return kernel == null ? SentDecision.DEFAULT : kernel;
  }

  private String next(@Nullable String kernel) {
    for (int i = 0; i < kernels.size(); i++) {
      if (kernels.get(i).name.equals(kernel)) {
        return kernels.get((i + 1) % kernels.size()).name;
      }
    }
    return SentDecision.DEFAULT;
  }

  private Configuration withoutDead(Configuration configuration) {
    List<Setting> alive = new ArrayList<>(configuration.settings());
    alive.removeIf(setting -> dead.contains(setting.tunable()));
    return new Configuration(alive);
  }
}
