package io.wattune.core.guard;

import io.wattune.core.Quality;
import io.wattune.core.policy.Ladder;
import io.wattune.core.policy.Ladders;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntBiFunction;

/** The guards of a loop. Test: {@code GuardsTest}. */
public final class Guards {
  /** With worse power than this nothing new is explored. */
  public static final Quality WORST = Quality.ESTIMATED;

  private Guards() {}

  /**
   * Hold, quality, switching, step, dwell, range: what may not be at all comes first; the range is
   * checked last, of what is really sent, also where it is kept from before.
   */
  public static List<Guard> standard(int stepsPerDecision, long dwellNanos) {
    return List.of(
        hold(), quality(WORST), switching(), step(stepsPerDecision), dwell(dwellNanos), range());
  }

  /** Vetoes everything while an operator has ordered to leave the device alone. */
  static Guard hold() {
    return new Guard(
        "hold",
        (wished, context) ->
            context.isHeld()
                ? GuardVerdict.veto("an operator's hold covers the device")
                : GuardVerdict.pass(wished));
  }

  /** With power of worse quality than this nothing goes farther from own settings than it is. */
  static Guard quality(Quality worst) {
    return new Guard(
        "quality",
        (wished, context) ->
            context.quality().compareTo(worst) <= 0
                ? GuardVerdict.pass(wished)
                : notBelow(
                    wished,
                    context.ladders(),
                    context::sentRung,
                    "power is "
                        + context.quality()
                        + ", worse than "
                        + worst
                        + ": nothing goes lower"));
  }

  /**
   * Where kernels take turns so often that switching between their settings costs more than the
   * settings save, none has its own: only a configuration for all of them passes.
   */
  static Guard switching() {
    return new Guard(
        "switching",
        (wished, context) -> {
          if (!context.isSwitchingTooOften()) {
            return GuardVerdict.pass(wished);
          }
          Map<String, Configuration> kept = new HashMap<>(wished);
          kept.keySet().removeIf(name -> !name.equals(GuardContext.DEFAULT));
          return GuardVerdict.narrowed(
              wished,
              kept,
              "kernels take turns too often to switch between their settings: one for all of them");
        });
  }

  /**
   * A decision moves a tunable at most so many rungs down from the highest rung that it may be at,
   * and only to a rung. Towards the own setting it may go any way at once.
   */
  static Guard step(int most) {
    if (most < 1) {
      throw new IllegalArgumentException("most must be at least 1, was " + most);
    }
    return new Guard(
        "step",
        (wished, context) ->
            notBelow(
                wished,
                context.ladders(),
                (kernel, tunable) -> context.surelyAtRung(kernel, tunable) + most,
                "at most " + most + " rungs from what is in force for sure"));
  }

  /** A kernel's configuration stays as it was sent for a least time. */
  static Guard dwell(long leastNanos) {
    if (leastNanos < 0) {
      throw new IllegalArgumentException("dwellNanos must not be negative, was " + leastNanos);
    }
    return new Guard(
        "dwell",
        (wished, context) -> {
          Map<String, Configuration> kept = new HashMap<>(wished);
          context
              .changedNanos()
              .forEach(
                  (kernel, changedNanos) -> {
                    if (context.nowNanos() - changedNanos < leastNanos) {
                      // Where nothing was sent there is none, and nothing stays.
                      kept.compute(kernel, (name, wish) -> context.sent().get(name));
                    }
                  });
          return GuardVerdict.narrowed(
              wished, kept, "no second change within " + leastNanos * 1e-9 + " s");
        });
  }

  /**
   * Only tunables that the device has and the agent may write, in their unit, between the floor and
   * the own setting; any other is left at its own setting.
   */
  static Guard range() {
    return new Guard(
        "range",
        (wished, context) -> {
          Map<String, Configuration> within = new HashMap<>();
          wished.forEach(
              (kernel, configuration) -> {
                List<Setting> settings =
                    configuration.settings().stream()
                        .filter(setting -> isWithin(setting, context.ladders()))
                        .toList();
                if (!settings.isEmpty()) {
                  within.put(kernel, new Configuration(settings));
                }
              });
          return GuardVerdict.narrowed(wished, within, "a setting was outside its range");
        });
  }

  private static boolean isWithin(Setting setting, Ladders ladders) {
    Ladder ladder = ladders.ladder(setting.tunable()).orElse(null);
    if (ladder == null || ladder.tunable().unit() != setting.unit()) {
      return false;
    }
    long lowest = ladder.values().get(ladder.lowest() - 1);
    long own = ladder.tunable().ownValue().orElse(Long.MIN_VALUE);
    return setting.value() >= lowest && setting.value() <= own;
  }

  /**
   * The wish with each tunable of each kernel at or above a rung; a setting that is on no rung goes
   * to the own one.
   *
   * @param lowest number of the lowest rung allowed, of a kernel and a tunable
   */
  private static GuardVerdict notBelow(
      Map<String, Configuration> wished,
      Ladders ladders,
      ToIntBiFunction<String, String> lowest,
      String note) {
    Map<String, Configuration> narrowed = new HashMap<>();
    wished.forEach(
        (kernel, configuration) -> {
          Map<String, Integer> rungs = new HashMap<>();
          for (Setting setting : configuration.settings()) {
            String tunable = setting.tunable();
            int rung = ladders.rung(configuration, tunable);
            int limit = Math.max(0, lowest.applyAsInt(kernel, tunable));
            rungs.put(tunable, rung < 0 ? 0 : Math.min(rung, limit));
          }
          Configuration within = ladders.configuration(rungs);
          if (!within.isEmpty()) {
            narrowed.put(kernel, within);
          }
        });
    return GuardVerdict.narrowed(wished, narrowed, note);
  }
}
