package io.wattune.core.loop;

import io.wattune.core.policy.FinePolicy;
import io.wattune.core.policy.KernelMemory;
import io.wattune.core.policy.Ladders;
import io.wattune.core.tunable.Configuration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts in the plant at which settings each invocation ran, and holds what a policy has settled at
 * against it. Uses nothing of what the loop was told.
 */
final class EvidenceChecker {
  /**
   * What kernels that take turns add to the means of eight windows, whose errors Harmonia does not
   * know: it may settle a program at a loss of up to 7 %, see decision 0037. Not so {@code fine}.
   */
  private static final double TURNS_NOISE = 0.025;

  /** Invocations that a judgement of the policies rests on at least, and what they may lose. */
  private static final int FEWEST = 8;

  private static final double TOLERANCE = 0.02;

  /** Of an invocation something else may be in force for so long: its start is seen late. */
  private static final long OTHERS_NANOS = 30_000_000L;

  private static final double OTHERS_SHARE = 0.1;

  private final RandomPlant plant;
  private final Map<String, Map<Configuration, Integer>> ran = new HashMap<>();
  private final Map<Configuration, Integer> ranAny = new HashMap<>();
  private final List<String> details = new ArrayList<>();
  private int settledBelow;

  EvidenceChecker(RandomPlant plant) {
    this.plant = plant;
  }

  List<String> details() {
    return details;
  }

  /** Looks at which something below own settings was settled: without any nothing was shown. */
  int settledBelow() {
    return settledBelow;
  }

  /** An invocation has ended, for so long each with these settings on the device. */
  void onInvocation(RandomPlant.Kernel kernel, Map<Configuration, Long> stood) {
    long all = stood.values().stream().mapToLong(Long::longValue).sum();
    double others = Math.max(OTHERS_NANOS, all * OTHERS_SHARE);
    stood.forEach(
        (configuration, nanos) -> {
          if (all - nanos <= others) {
            ran.computeIfAbsent(kernel.name, name -> new HashMap<>())
                .merge(configuration, 1, Integer::sum);
            ranAny.merge(configuration, 1, Integer::sum);
          }
        });
  }

  /** No kernel and no program is settled below own settings at what it has not run with. */
  void check(LoopState state, double seconds) {
    Ladders ladders = state.ladders();
    for (RandomPlant.Kernel kernel : plant.kernels) {
      KernelRecord record = state.kernels.get(kernel.name);
      if (record != null) {
        Map<Configuration, Integer> seen = ran.getOrDefault(kernel.name, Map.of());
        Configuration settled = ladders.configuration(record.memory.rungs());
        double share = share(kernel, settled, seconds);
        check(record.memory, settled, seen, share, kernel.noise);
      }
    }
    double noise = plant.kernels.stream().mapToDouble(each -> each.noise).max().orElseThrow();
    for (KernelRecord record : state.programs()) {
      Configuration settled = ladders.configuration(record.memory.rungs());
      double share = programShare(record.memory, settled, seconds);
      boolean isFine = record.memory.policyName().equals(FinePolicy.NAME);
      check(record.memory, settled, ranAny, share, isFine ? noise : Math.max(noise, TURNS_NOISE));
    }
  }

  private void check(
      KernelMemory memory,
      Configuration settled,
      Map<Configuration, Integer> seen,
      double share,
      double noise) {
    if (!memory.stateName().equals("SETTLED") || settled.isEmpty() || !details.isEmpty()) {
      return;
    }
    settledBelow++;
    String what = memory.activityName() + " is settled at " + settled;
    int times = seen.getOrDefault(settled, 0);
    if (times < FEWEST) {
      details.add("evidence: " + what + ", at which it has run " + times + " times");
    }
    if (share < 1 - TOLERANCE - 2 * noise) {
      details.add("rate: " + what + " and delivers " + share + ", noise " + noise);
    }
  }

  private static double share(RandomPlant.Kernel kernel, Configuration settled, double seconds) {
    return kernel.deliveredRate(settled, seconds)
        / kernel.deliveredRate(Configuration.EMPTY, seconds);
  }

  /**
   * The default configuration stands all the time. A program that has settled is watched by up to
   * 64 windows of half a second, so that a new phase is seen within a minute. Harmonia, which
   * judges by means of eight windows without their errors, is not held to it in new phases: what
   * they mix is noise that it takes for signal.
   */
  private double programShare(KernelMemory memory, Configuration settled, double seconds) {
    boolean isFine = memory.policyName().equals(FinePolicy.NAME);
    boolean isNew =
        plant.kernels.stream()
            .anyMatch(
                each ->
                    isFine
                        ? seconds >= each.phaseSeconds && seconds < each.phaseSeconds + 60
                        : each.phaseSeconds < 1e9);
    return isNew ? 1 : invocation(Configuration.EMPTY, seconds) / invocation(settled, seconds);
  }

  /**
   * How long one invocation of each kernel takes with these settings on the device all the time.
   */
  private double invocation(Configuration configuration, double seconds) {
    return plant.kernels.stream()
        .mapToDouble(
            each -> each.workPerInvocation / (each.rate(configuration) * each.phase(seconds)))
        .sum();
  }
}
