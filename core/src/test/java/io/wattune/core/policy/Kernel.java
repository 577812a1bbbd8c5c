package io.wattune.core.policy;

import io.wattune.core.sensitivity.SensitivityBin;
import io.wattune.core.tunable.Tunable;
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
import java.util.function.ToDoubleFunction;

/** A kernel that runs with whatever is wished at once. */
final class Kernel {
  private static final long EVERY_NANOS = 100_000_000L;

  final FinePolicy policy;
  final Random random = new Random(5);
  final List<String> reasons = new ArrayList<>();
  final List<String> details = new ArrayList<>();
  final Set<String> edges = new HashSet<>();
  final Set<String> sensitive = new HashSet<>();
  final Map<String, Long> floors = new HashMap<>();
  private final List<Tunable> tunables = new ArrayList<>();
  Ladders ladders;
  FineMemory memory;
  long everyNanos = EVERY_NANOS;
  long nowNanos = 1_000_000_000_000L;
  long used;

  /** Power at the wished rungs; empty where it is not measured. */
  Function<Map<String, Integer>, OptionalDouble> watts = rungs -> OptionalDouble.empty();

  /** With this many tunables {@code a}, {@code b}, ... of three rungs below their own setting. */
  Kernel(FineSettings settings, int count) {
    policy = new FinePolicy(settings);
    for (int i = 0; i < count; i++) {
      tunables.add(
          new Tunable(
              String.valueOf((char) ('a' + i)),
              TunableUnit.MEGAHERTZ,
              ValueGrid.evenly(100, 400, 100),
              OptionalLong.of(400),
              true));
    }
    ladders = Ladders.of(tunables, floors);
    memory = FineMemory.of(policy.begin("kernel", nowNanos).orElseThrow());
  }

  /** So many invocations, whose rate follows the wished rungs. */
  void run(int invocations, ToDoubleFunction<Map<String, Integer>> rate) {
    for (int i = 0; i < invocations; i++) {
      nowNanos += everyNanos;
      used++;
      double measured = rate.applyAsDouble(memory.rungs());
      var evidence =
          new Evidence(
              measured, nowNanos, bins(), OptionalDouble.empty(), watts.apply(memory.rungs()));
      take(policy.next(memory, evidence, ladders));
    }
  }

  /** Until a state is reached, so many invocations at most. */
  void runTo(FineState state, int most, ToDoubleFunction<Map<String, Integer>> rate) {
    for (int i = 0; i < most && memory.state() != state; i++) {
      run(1, rate);
    }
  }

  /** The node allows nothing below a value any more. */
  void refuse(String tunable, long floor) {
    floors.merge(tunable, floor, Math::max);
    ladders = Ladders.of(tunables, floors);
    take(policy.refused(memory, tunable, bins(), ladders));
  }

  double noise(double share) {
    return 1 + share * random.nextGaussian();
  }

  int rung(String tunable) {
    return memory.rungs().getOrDefault(tunable, 0);
  }

  private Map<String, SensitivityBin> bins() {
    Map<String, SensitivityBin> bins = new HashMap<>();
    sensitive.forEach(each -> bins.put(each, SensitivityBin.HIGH));
    return bins;
  }

  private void take(Turn turn) {
    FineMemory next = FineMemory.of(turn.memory());
    if (!turn.reason().isEmpty()) {
      reasons.add(turn.reason());
      details.add(turn.detail());
      edges.add(memory.state() + " " + next.state());
    } else if (memory.state() != next.state()) {
      edges.add("silent " + memory.state() + " " + next.state());
    }
    memory = next;
  }
}
