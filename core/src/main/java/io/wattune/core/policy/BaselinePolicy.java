package io.wattune.core.policy;

import io.wattune.core.sensitivity.SensitivityBin;
import io.wattune.core.tunable.TunableName;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the card does by itself, as Paul et al. 2015 (section 2.3) describe AMD's PowerTune: the
 * boost clock as long as there is headroom below the board's power limit, else one step down. Where
 * nobody exceeds the limit it is the own settings, so that all other policies are measured against
 * it. The limit is the settings', or the device's own {@code power.limit} where that is lower.
 *
 * <pre>
 *  begin -> BOOST --above the limit--> LIMITED (again: one step lower)
 *             ^                           |
 *             '--within for a time: up ---' (one step each time)
 * </pre>
 *
 * <p>Where the power is not known nothing is changed. {@code BaselinePolicyTest} walks every edge.
 */
public final class BaselinePolicy implements Policy {
  /** Its name. */
  public static final String NAME = "baseline";

  private static final double WATTS_PER_MILLIWATT = 1e-3;

  private final BaselineSettings settings;

  /** With these settings. */
  public BaselinePolicy(BaselineSettings settings) {
    this.settings = settings;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Optional<KernelMemory> begin(String activityName, long timeNanos) {
    return Optional.of(new BaselineMemory(activityName, Map.of(), timeNanos));
  }

  @Override
  public Turn next(KernelMemory memory, Evidence evidence, Ladders ladders) {
    BaselineMemory baseline = BaselineMemory.of(memory);
    if (evidence.watts().isEmpty()) {
      return Turn.gathering(memory);
    }
    double watts = evidence.watts().getAsDouble();
    double limit = limitWatts(ladders);
    int rung = baseline.rungs().getOrDefault(TunableName.CORE_CLOCK, 0);
    if (watts > limit) {
      int lower = Math.min(rung + 1, ladders.lowest(TunableName.CORE_CLOCK));
      return move(baseline, rung, lower, evidence.endNanos(), text(watts, "above", limit), ladders);
    }
    boolean isCalm = evidence.endNanos() - baseline.exceededNanos() >= settings.retryAfterNanos();
    return rung > 0 && isCalm
        ? move(baseline, rung, rung - 1, evidence.endNanos(), text(watts, "within", limit), ladders)
        : Turn.gathering(memory);
  }

  private double limitWatts(Ladders ladders) {
    OptionalLong own =
        ladders
            .ladder(TunableName.POWER_LIMIT)
            .map(ladder -> ladder.tunable().ownValue())
            .orElse(OptionalLong.empty());
    return own.isPresent()
        ? Math.min(settings.limitWatts(), own.getAsLong() * WATTS_PER_MILLIWATT)
        : settings.limitWatts();
  }

  private static Turn move(
      BaselineMemory before, int from, int to, long nowNanos, String because, Ladders ladders) {
    Map<String, Integer> rungs = to > 0 ? Map.of(TunableName.CORE_CLOCK, to) : Map.of();
    var memory = new BaselineMemory(before.activityName(), rungs, nowNanos);
    if (from == to) {
      return Turn.gathering(memory);
    }
    return new Turn(
        memory,
        to > from ? PolicyReason.LIMIT : PolicyReason.BOOST,
        "'%s': %s".formatted(before.activityName(), because)
            + (to > from ? "; one step lower at " : "; one step up at ")
            + ladders.text(rungs)
            + ".");
  }

  private static String text(double watts, String where, double limit) {
    return String.format(Locale.ROOT, "%.1f W are %s the limit of %.1f W", watts, where, limit);
  }

  @Override
  public Turn refused(
      KernelMemory memory, String tunable, Map<String, SensitivityBin> bins, Ladders ladders) {
    BaselineMemory baseline = BaselineMemory.of(memory);
    Map<String, Integer> within = ladders.clipped(baseline.rungs());
    return within.equals(baseline.rungs())
        ? Turn.gathering(memory)
        : Turn.gathering(
            new BaselineMemory(baseline.activityName(), within, baseline.exceededNanos()));
  }
}
