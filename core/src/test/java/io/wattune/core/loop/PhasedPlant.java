package io.wattune.core.loop;

import io.wattune.core.simulated.Seeds;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.core.tunable.ValueGrid;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;

/**
 * A program of one to four phases on a device with a clock. A phase computes, so that it is as fast
 * as the clock is, or waits for memory, so that it is not below a knee only.
 */
final class PhasedPlant {
  static final String CLOCK = "core.clock";
  private static final long OWN = 1200;

  /**
   * A phase.
   *
   * @param ownRate work per second at own settings
   * @param knee share of the own clock from which on it is as fast as at the own one
   * @param intensity instructions by bytes
   * @param seconds for how long it stays
   */
  record Phase(double ownRate, double knee, double intensity, double seconds) {
    double rate(Configuration settings) {
      return ownRate * Math.min(1, share(settings) / knee);
    }
  }

  final Tunable clock =
      new Tunable(
          CLOCK, TunableUnit.MEGAHERTZ, ValueGrid.evenly(600, OWN, 50), OptionalLong.of(OWN), true);

  final List<Phase> phases;
  final double noise;

  PhasedPlant(double noise, Phase... phases) {
    this.noise = noise;
    this.phases = List.of(phases);
  }

  /** A random program, whose phases stay for this many seconds. */
  static PhasedPlant random(long seed, double least, double most) {
    Random random = Seeds.random(seed);
    int count = 1 + random.nextInt(4);
    List<Phase> phases = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      boolean computes = random.nextBoolean();
      phases.add(
          new Phase(
              100 * Math.exp(random.nextDouble() * 3),
              computes ? 1 : 0.5 + 0.4 * random.nextDouble(),
              computes ? 15 + 33 * random.nextDouble() : 4 + 6 * random.nextDouble(),
              least + (most - least) * random.nextDouble()));
    }
    return new PhasedPlant(0.03 * random.nextDouble(), phases.toArray(Phase[]::new));
  }

  static double share(Configuration settings) {
    return settings.setting(CLOCK).map(Setting::value).orElse(OWN) / (double) OWN;
  }

  /** Power, of which a part does not fall: less energy for the same work the lower the clock. */
  static double watts(Configuration settings) {
    return 40 + 60 * Math.pow(share(settings), 3);
  }

  /** Index of the phase that runs so many seconds after the start. */
  int at(double seconds) {
    double all = phases.stream().mapToDouble(Phase::seconds).sum();
    double left = seconds % all;
    for (int i = 0; i < phases.size(); i++) {
      left -= phases.get(i).seconds();
      if (left < 0) {
        return i;
      }
    }
    return phases.size() - 1;
  }
}
