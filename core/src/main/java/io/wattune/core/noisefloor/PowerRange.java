package io.wattune.core.noisefloor;

import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.TunableName;
import io.wattune.core.tunable.TunableUnit;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Between which powers a device goes up and down.
 *
 * @param idleWatts when nothing runs, not negative
 * @param highestWatts the most that it was seen to take, or may take; above idle
 */
public record PowerRange(double idleWatts, double highestWatts) {
  private static final double IDLE_SHARE = 0.2;

  public PowerRange {
    if (!(idleWatts >= 0 && highestWatts > idleWatts && highestWatts < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "a range needs an idle power of at least 0 W and a higher one, was %s to %s W"
              .formatted(idleWatts, highestWatts));
    }
  }

  /**
   * The range of a device of which only the highest power is known: idle is taken for a fifth of
   * it, as it is of many boards. It counts for little: where a sensor leaves time out, for what may
   * hide there.
   */
  public static PowerRange upTo(double highestWatts) {
    return new PowerRange(IDLE_SHARE * highestWatts, highestWatts);
  }

  /** The most that a device may take by its own limit, in watts; empty where it does not say. */
  public static OptionalDouble limitWatts(List<Tunable> tunables) {
    return tunables.stream()
        .filter(tunable -> tunable.name().equals(TunableName.POWER_LIMIT))
        .filter(tunable -> tunable.unit() == TunableUnit.MILLIWATTS)
        .filter(tunable -> tunable.grid().highest() > 0)
        .mapToDouble(tunable -> tunable.grid().highest() * 1e-3)
        .findFirst();
  }

  /** The same range, up to a power at least. */
  public PowerRange reaching(double watts) {
    return new PowerRange(idleWatts, Math.max(highestWatts, watts));
  }

  /** How far power goes up, in watts. */
  public double swingWatts() {
    return highestWatts - idleWatts;
  }
}
