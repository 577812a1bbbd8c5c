package io.wattune.streams.ledger;

import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.reading.EnergyColumn;
import io.wattune.core.reading.EnergyUnit;
import io.wattune.core.reading.PollBlock;
import io.wattune.core.reading.PowerUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * A device whose loads come and go at random, seen through a sensor of some class: power is
 * constant between two times, so lag and window are exact.
 */
final class SimulatedSensor {
  static final String DEVICE = "node17/GPU-6ba7b810-9dad-11d1-80b4-00c04fd430c8";
  static final long START = 1_700_000_000_000_000_000L;
  private static final long MILLI = 1_000_000L;
  private static final double IDLE = 42;

  /**
   * What a sensor does; the constants are 0 where it has none.
   *
   * @param counts whether the device counts its energy, too
   */
  record Response(
      String name, double lagSeconds, long windowMillis, long periodMillis, boolean counts) {
    @Override
    public String toString() {
      return name;
    }
  }

  private final Response response;
  private final long pollMillis;
  private final SplittableRandom random;

  /** From a time on, a power; and the energy up to then. */
  private record Level(long startMillis, double watts, double joules) {
    double joulesAt(long millis) {
      return joules + watts * (millis - startMillis) * 1e-3;
    }
  }

  private final List<Level> levels = new ArrayList<>();
  private double lagged = IDLE;
  private long laggedMillis;
  private int laggedLevel;
  private int shown;
  private long shownUpdate = -1;
  private long nextMillis;
  private long sequence;

  SimulatedSensor(Response response, long pollMillis, long seed) {
    this.response = response;
    this.pollMillis = pollMillis;
    this.random = new SplittableRandom(seed);
    levels.add(new Level(0, IDLE, 0));
  }

  /** A load after a pause, as a kernel of a job; tens of milliseconds to seconds. */
  Activity load() {
    long last = levels.get(levels.size() - 1).startMillis();
    long from = last + 900 + random.nextLong(4_000);
    long to = from + (random.nextInt(4) == 0 ? 40 : 700) + random.nextLong(3_000);
    level(from, 100 + random.nextDouble(200));
    level(to, IDLE);
    return new Activity(
        DEVICE,
        "void gemm_kernel<float>(" + from + ")",
        Book.KERNEL,
        "void gemm_kernel<float>",
        START + from * MILLI,
        START + to * MILLI,
        null,
        Map.of("job", "4711", "user", "somebody"));
  }

  private void level(long millis, double watts) {
    levels.add(new Level(millis, watts, levels.get(levels.size() - 1).joulesAt(millis)));
  }

  /** The polls since the last block, up to the newest load's start. */
  PollBlock block() {
    long end = levels.get(levels.size() - 2).startMillis();
    int polls = (int) ((end - nextMillis) / pollMillis);
    long[] times = new long[polls];
    int[] values = new int[polls];
    long[] counted = new long[polls];
    for (int i = 0; i < polls; i++) {
      times[i] = START + nextMillis * MILLI;
      values[i] = milliwatts(nextMillis);
      counted[i] = (long) (joules(nextMillis / 20 * 20) * 1000);
      nextMillis += pollMillis;
    }
    return new PollBlock(
        DEVICE,
        sequence++,
        "power.draw",
        PowerUnit.MILLIWATTS,
        times,
        values,
        false,
        response.counts()
            ? new EnergyColumn("total_energy_consumption", EnergyUnit.MILLIJOULES, counted)
            : null,
        "");
  }

  private int milliwatts(long millis) {
    long update = millis / response.periodMillis();
    if (update != shownUpdate) {
      double noise = 0.05 * (random.nextDouble() + random.nextDouble() - 1);
      shown = (int) Math.round((watts(update * response.periodMillis()) + noise) * 100) * 10;
      shownUpdate = update;
    }
    return shown;
  }

  private double watts(long millis) {
    if (response.windowMillis() > 0) {
      long from = Math.max(0, millis - response.windowMillis());
      return millis == from ? IDLE : (joules(millis) - joules(from)) / ((millis - from) * 1e-3);
    }
    if (response.lagSeconds() > 0) {
      return lagged(millis);
    }
    return levels.get(levelAt(millis)).watts();
  }

  private double lagged(long millis) {
    while (laggedLevel + 1 < levels.size() && levels.get(laggedLevel + 1).startMillis() <= millis) {
      lagTo(levels.get(laggedLevel + 1).startMillis());
      laggedLevel++;
    }
    lagTo(millis);
    return lagged;
  }

  private void lagTo(long millis) {
    double watts = levels.get(laggedLevel).watts();
    double kept = Math.exp(-(millis - laggedMillis) * 1e-3 / response.lagSeconds());
    lagged = watts + (lagged - watts) * kept;
    laggedMillis = millis;
  }

  private double joules(long millis) {
    return levels.get(levelAt(millis)).joulesAt(millis);
  }

  private int levelAt(long millis) {
    int level = levels.size() - 1;
    while (level > 0 && levels.get(level).startMillis() > millis) {
      level--;
    }
    return level;
  }
}
