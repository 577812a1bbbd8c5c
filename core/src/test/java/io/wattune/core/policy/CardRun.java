package io.wattune.core.policy;

import io.wattune.core.sensitivity.SensitivityBin;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.TunableName;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.core.tunable.ValueGrid;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;

/** A kernel under a policy, on a card with the tunables of {@link Roofline}'s. */
final class CardRun {
  private static final long EVERY_NANOS = 100_000_000L;
  private static final List<Tunable> TUNABLES =
      List.of(
          tunable(TunableName.CU_COUNT, TunableUnit.COUNT, 4, 32, 4),
          tunable(TunableName.CORE_CLOCK, TunableUnit.MEGAHERTZ, 300, 1000, 100),
          tunable(TunableName.MEMORY_CLOCK, TunableUnit.MEGAHERTZ, 475, 1375, 150));

  final Policy policy;
  final Random random = new Random(7);
  final List<String> reasons = new ArrayList<>();
  final List<String> details = new ArrayList<>();

  /** The settings of each invocation, as {@code units core memory}. */
  final List<String> visited = new ArrayList<>();

  /** Whether a rung was wished that there is not. */
  boolean wasBeyond;

  final Set<String> edges = new HashSet<>();
  private final Map<String, Long> floors = new HashMap<>();
  Function<Configuration, Map<String, SensitivityBin>> bins = settings -> Map.of();
  OptionalDouble watts = OptionalDouble.empty();
  double noise;
  Ladders ladders = Ladders.of(TUNABLES, floors);
  KernelMemory memory;
  long nowNanos = 1_000_000_000_000L;

  CardRun(Policy policy) {
    this.policy = policy;
    memory = policy.begin("kernel", nowNanos).orElseThrow();
  }

  private static Tunable tunable(
      String name, TunableUnit unit, long lowest, long highest, long step) {
    return new Tunable(
        name, unit, ValueGrid.evenly(lowest, highest, step), OptionalLong.of(highest), true);
  }

  /** So many invocations of a kernel, with its bins as they are seen. */
  void run(int invocations, Roofline kernel) {
    bins = kernel::bins;
    runAsBinned(invocations, kernel);
  }

  /** The same with the bins as they are given. */
  void runAsBinned(int invocations, Roofline kernel) {
    for (int i = 0; i < invocations; i++) {
      nowNanos += EVERY_NANOS;
      Configuration settings = settings();
      visited.add(text());
      double factor = 1 + noise * random.nextGaussian();
      take(
          policy.next(
              memory,
              new Evidence(
                  kernel.rate(settings) * factor,
                  nowNanos,
                  bins.apply(settings),
                  OptionalDouble.of(kernel.valuBusy(settings) * factor),
                  watts),
              ladders));
    }
  }

  /** Until it is settled, so many invocations at most; how many it took. */
  int settle(int most, Roofline kernel) {
    int used = 0;
    while (!isSettled() && used < most) {
      run(1, kernel);
      used++;
    }
    return used;
  }

  boolean isSettled() {
    return memory.stateName().equals("SETTLED");
  }

  /** The node allows nothing below a value any more. */
  void refuse(String tunable, long floor) {
    floors.merge(tunable, floor, Math::max);
    ladders = Ladders.of(TUNABLES, floors);
    take(policy.refused(memory, tunable, bins.apply(settings()), ladders));
  }

  Configuration settings() {
    return ladders.configuration(memory.rungs());
  }

  /** The settings in force, as {@code units core memory}. */
  String text() {
    return value(TunableName.CU_COUNT, 32)
        + " "
        + value(TunableName.CORE_CLOCK, 1000)
        + " "
        + value(TunableName.MEMORY_CLOCK, 1375);
  }

  private long value(String tunable, long own) {
    return settings().setting(tunable).map(Setting::value).orElse(own);
  }

  private void take(Turn turn) {
    String from = memory.stateName();
    String to = turn.memory().stateName();
    if (!turn.reason().isEmpty()) {
      reasons.add(turn.reason());
      details.add(turn.detail());
      edges.add(from + " " + to);
    } else if (!from.equals(to)) {
      edges.add("silent " + from + " " + to);
    }
    memory = turn.memory();
    memory.rungs().forEach((name, rung) -> wasBeyond |= rung < 0 || rung > ladders.lowest(name));
  }
}
