package io.wattune.dashboard.state;

import io.wattune.core.Quality;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.store.history.NamedEnergy;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Energy of one name of one user on one device, in stretches of time. Not thread safe. */
final class NameEnergy {
  private final TreeMap<Long, Stretch> stretches = new TreeMap<>();
  private @Nullable Map<String, String> labels;
  private boolean isMixed;

  private static final class Stretch {
    private long entries;
    private long microjoules;
    private long scaleMicrojoules;
    private double variance;
    private double seconds;
    private final long[] qualities = new long[Quality.values().length];
    private final long[] microjoulesOfQuality = new long[Quality.values().length];
  }

  /**
   * Adds an entry, or takes it out again.
   *
   * @param sign 1 or -1
   */
  void add(LedgerEntry entry, int sign) {
    long index = Math.floorDiv(entry.startNanos(), LiveEnergy.STEP_NANOS);
    Stretch stretch = stretches.get(index);
    if (stretch == null) {
      if (sign < 0) {
        return; // Forgotten already.
      }
      stretch = new Stretch();
      stretches.put(index, stretch);
    }
    double error = LiveEnergy.joules(entry.standardErrorMicrojoules());
    double scale = LiveEnergy.joules(entry.scaleErrorMicrojoules());
    stretch.entries += (long) sign * entry.activities();
    stretch.microjoules += sign * entry.energyMicrojoules();
    stretch.scaleMicrojoules += sign * entry.scaleErrorMicrojoules();
    stretch.variance += sign * (error * error - scale * scale);
    stretch.seconds += sign * entry.activeSeconds();
    stretch.qualities[entry.quality().code()] += sign;
    stretch.microjoulesOfQuality[entry.quality().code()] += sign * entry.energyMicrojoules();
    if (labels == null) {
      labels = entry.labels();
    } else if (!labels.equals(entry.labels())) {
      isMixed = true;
    }
  }

  void forgetBefore(long timeNanos) {
    stretches.headMap(Math.floorDiv(timeNanos, LiveEnergy.STEP_NANOS)).clear();
  }

  boolean isEmpty() {
    return stretches.isEmpty();
  }

  /** The sum of the stretches that begin in a range. */
  NamedEnergy sum(String device, String name, boolean isRemainder, long fromNanos, long toNanos) {
    long from = -Math.floorDiv(-fromNanos, LiveEnergy.STEP_NANOS);
    long to = -Math.floorDiv(-toNanos, LiveEnergy.STEP_NANOS);
    Stretch sum = new Stretch();
    int worst = 0;
    for (Stretch each : stretches.subMap(from, Math.max(from, to)).values()) {
      sum.entries += each.entries;
      sum.microjoules += each.microjoules;
      sum.scaleMicrojoules += each.scaleMicrojoules;
      sum.variance += each.variance;
      sum.seconds += each.seconds;
      for (int code = 0; code < each.qualities.length; code++) {
        worst = each.qualities[code] > 0 ? Math.max(worst, code) : worst;
        sum.qualities[code] += each.qualities[code];
        sum.microjoulesOfQuality[code] += each.microjoulesOfQuality[code];
      }
    }
    Map<Quality, Double> ofQuality = new EnumMap<>(Quality.class);
    for (Quality quality : Quality.values()) {
      if (sum.qualities[quality.code()] > 0) {
        ofQuality.put(quality, LiveEnergy.joules(sum.microjoulesOfQuality[quality.code()]));
      }
    }
    Map<String, String> shared = labels == null || isMixed ? Map.of() : labels;
    return new NamedEnergy(
        device,
        name,
        isRemainder,
        shared,
        sum.entries,
        LiveEnergy.joules(sum.microjoules),
        LiveEnergy.joules(sum.scaleMicrojoules),
        sum.variance,
        sum.seconds,
        Quality.ofCode(worst),
        ofQuality);
  }
}
