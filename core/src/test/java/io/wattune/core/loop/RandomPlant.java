package io.wattune.core.loop;

import io.wattune.core.sensitivity.SensitivityBin;
import io.wattune.core.simulated.Seeds;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.core.tunable.ValueGrid;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;

/** A device with random tunables, and kernels that feel each of them in a random way. */
final class RandomPlant {
  static final String DEVICE = "node-1/gpu-0";

  /** An agent sees the kernel this late and has its settings in force this late. */
  static final double SWITCH_SECONDS = 0.015;

  final List<Tunable> tunables = new ArrayList<>();
  final List<Kernel> kernels = new ArrayList<>();

  /** Never to be set, as the node's admin wants it; empty for none. */
  final String notListed;

  /** Values of a tunable below which the node's admin allows nothing. */
  final Map<String, Long> bounds = new TreeMap<>();

  final boolean isBursty;

  RandomPlant(long seed) {
    Random random = Seeds.random(seed);
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      tunables.add(tunable("knob." + i, random));
    }
    notListed = random.nextInt(7) == 0 ? "knob.0" : "";
    if (random.nextInt(7) == 0) {
      Tunable bounded = tunables.get(random.nextInt(count));
      ValueGrid grid = bounded.grid();
      bounds.put(bounded.name(), grid.valueAt(grid.size() / 2));
    }
    int kernelCount = 1 + random.nextInt(3);
    for (int i = 0; i < kernelCount; i++) {
      kernels.add(new Kernel("kernel" + i, random, tunables));
    }
    isBursty = random.nextInt(3) == 0;
  }

  private static Tunable tunable(String name, Random random) {
    int values = 2 + random.nextInt(11);
    long step = 25L * (1 + random.nextInt(4));
    long lowest = 300;
    ValueGrid grid = ValueGrid.evenly(lowest, lowest + step * (values - 1), step);
    // The own setting may lie below the highest value: nothing may go above it all the same.
    int own = random.nextInt(4) == 0 ? Math.max(1, values / 2) : values - 1;
    boolean isWritable = random.nextInt(10) != 0;
    return new Tunable(
        name, TunableUnit.MEGAHERTZ, grid, OptionalLong.of(grid.valueAt(own)), isWritable);
  }

  Tunable tunable(String name) {
    return tunables.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
  }

  /** Power with some settings in force: some of it falls with the square of each tunable. */
  double watts(Configuration configuration) {
    double watts = 30;
    for (Tunable tunable : tunables) {
      double own = tunable.ownValue().orElseThrow();
      double share =
          configuration.setting(tunable.name()).map(Setting::value).orElse((long) own) / own;
      watts += 70.0 / tunables.size() * share * share;
    }
    return watts;
  }

  /** How a kernel's rate follows a tunable. */
  enum Effect {
    NONE,
    LINEAR,
    KNEE,
    FASTER_WHEN_LOWER
  }

  /** A kernel. */
  static final class Kernel {
    final String name;
    final double ownRate;
    final double workPerInvocation;
    final double noise;
    final Map<String, Effect> effects = new TreeMap<>();
    private final Map<String, Double> strengths = new TreeMap<>();
    private final Map<String, Double> knees = new TreeMap<>();
    private final Map<String, Long> ownValues = new TreeMap<>();
    final double phaseSeconds;
    final double phaseFactor;

    Kernel(String name, Random random, List<Tunable> tunables) {
      this.name = name;
      ownRate = Math.exp(random.nextDouble() * 20);
      workPerInvocation = ownRate * (0.1 + random.nextDouble() * 0.2);
      double[] noises = {0, 0.001, 0.003, 0.005, 0.01, 0.02, 0.15};
      noise = noises[random.nextInt(noises.length)];
      for (Tunable tunable : tunables) {
        effects.put(tunable.name(), Effect.values()[random.nextInt(4)]);
        strengths.put(tunable.name(), 0.05 + random.nextDouble() * 0.95);
        knees.put(tunable.name(), 0.4 + random.nextDouble() * 0.55);
        ownValues.put(tunable.name(), tunable.ownValue().orElseThrow());
      }
      boolean hasPhases = random.nextInt(5) == 0;
      phaseSeconds = hasPhases ? 5 + random.nextDouble() * 100 : Double.POSITIVE_INFINITY;
      phaseFactor = random.nextBoolean() ? 0.7 : 1.4;
    }

    /** Strongly sensitive by its whole range: what a sensitivity model would call HIGH. */
    boolean isSensitive(String tunable) {
      return effects.get(tunable) == Effect.LINEAR && strengths.get(tunable) > 0.7;
    }

    /** By its whole range, as a sensitivity model would tell it. */
    SensitivityBin bin(String tunable) {
      double strength = strengths.get(tunable);
      if (effects.get(tunable) != Effect.LINEAR || strength < 0.3) {
        return SensitivityBin.LOW;
      }
      return isSensitive(tunable) ? SensitivityBin.HIGH : SensitivityBin.MEDIUM;
    }

    double phase(double seconds) {
      return seconds >= phaseSeconds ? phaseFactor : 1;
    }

    /** Work per second with some settings in force, in the first phase, without noise. */
    double rate(Configuration configuration) {
      double rate = ownRate;
      for (Setting setting : configuration.settings()) {
        String tunable = setting.tunable();
        double share = (double) setting.value() / ownValues.get(tunable);
        double strength = strengths.get(tunable);
        double knee = knees.get(tunable);
        rate *=
            switch (effects.get(tunable)) {
              case NONE -> 1;
              case LINEAR -> 1 - strength * (1 - share);
              case KNEE -> share >= knee ? 1 : 1 - strength * (knee - share);
              case FASTER_WHEN_LOWER -> 1 + 0.15 * strength * (1 - share);
            };
      }
      return rate;
    }

    /** The same over an invocation that begins with own settings until the agent switches. */
    double deliveredRate(Configuration configuration, double runSeconds) {
      double phase = phase(runSeconds);
      double first = SWITCH_SECONDS * ownRate * phase;
      double rest = (workPerInvocation - first) / (rate(configuration) * phase);
      return workPerInvocation / (SWITCH_SECONDS + rest);
    }
  }
}
