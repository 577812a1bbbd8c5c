package io.wattune.testbed.standin;

import java.util.List;

/**
 * The equations of a card: how fast it works and what power it takes at its clocks.
 *
 * <pre>
 *   x = core clock / highest        y = memory clock / highest
 *   V(x) = max(Vlow, Vlow + (1 - Vlow) (x - knee) / (1 - knee))         of the highest voltage
 *   rate = 1 / (c / x + m / y + (1 - c - m))                            of the rate at the highest clocks
 *   pipes = rate c / x              DRAM = rate m / y                   shares of time
 *   P busy = static + tree x V^2 + compute x V^2 pipes + refresh y + memory y DRAM
 * </pre>
 *
 * <p>An idle card keeps its clocks for a while (active idle: the first, second and fourth term),
 * then rests. Where the power would be above the limit, the core clock falls step by step until it
 * is not. Temperature follows power with one time constant. Dynamic power as f V^2 is that of CMOS
 * (Chandrakasan et al. 1992); the sum over what limits a kernel is the one of the testbed's other
 * cards. Constants are of the size of published ones and fit no product. Test: {@code
 * CardModelTest}.
 *
 * @param name the product's name
 * @param coreMegahertz core clocks, ascending
 * @param memoryMegahertz memory clocks, ascending
 * @param restWatts power at rest
 * @param staticWatts power that no clock changes
 * @param treeWatts of the clock tree at the highest clock
 * @param computeWatts of busy pipes at the highest clock
 * @param refreshWatts of memory that is not used, at its highest clock
 * @param memoryWatts of memory that is used all the time, at its highest clock
 * @param lowestVoltage share of the highest voltage
 * @param knee share of the highest clock below which the voltage stays at its lowest
 * @param lowestLimitMilliwatts lowest power limit
 * @param highestLimitMilliwatts highest power limit
 * @param ownLimitMilliwatts power limit of a new card
 * @param sensor how its power sensor shows it
 */
record CardModel(
    String name,
    List<Integer> coreMegahertz,
    List<Integer> memoryMegahertz,
    double restWatts,
    double staticWatts,
    double treeWatts,
    double computeWatts,
    double refreshWatts,
    double memoryWatts,
    double lowestVoltage,
    double knee,
    long lowestLimitMilliwatts,
    long highestLimitMilliwatts,
    long ownLimitMilliwatts,
    Sensor sensor) {
  private static final double AMBIENT_CELSIUS = 30;
  private static final double CELSIUS_PER_WATT = 0.13;

  /** Time constant of the temperature. */
  static final double THERMAL_SECONDS = 12;

  /**
   * How a power sensor shows power: the mean of a window, brought up to date every period.
   *
   * @param periodNanos time between updates
   * @param windowNanos length of the window before an update
   * @param noiseWatts standard deviation of what is shown
   */
  record Sensor(long periodNanos, long windowNanos, double noiseWatts) {}

  /**
   * What limits a program.
   *
   * @param compute share of its time that the core clock shortens, at the highest clocks
   * @param memory the same of the memory clock; the rest of the time no clock shortens
   */
  record Mix(double compute, double memory) {
    Mix {
      if (!(compute >= 0 && memory >= 0 && compute + memory <= 1)) {
        throw new IllegalArgumentException(
            "shares of compute and memory must be 0 or more and 1 or less together, were %s and %s"
                .formatted(compute, memory));
      }
    }
  }

  /**
   * How a card does at its clocks.
   *
   * @param rate of the work at the highest clocks
   * @param pipes share of time that its arithmetic is busy
   * @param dram share of the memory's bandwidth at this clock that is used
   * @param watts what it takes
   */
  record Point(double rate, double pipes, double dram, double watts) {}

  CardModel {
    coreMegahertz = List.copyOf(coreMegahertz);
    memoryMegahertz = List.copyOf(memoryMegahertz);
  }

  int highestCore() {
    return coreMegahertz.get(coreMegahertz.size() - 1);
  }

  int highestMemory() {
    return memoryMegahertz.get(memoryMegahertz.size() - 1);
  }

  /** Voltage at a core clock, as a share of the highest. */
  private double voltage(double x) {
    return Math.max(lowestVoltage, lowestVoltage + (1 - lowestVoltage) * (x - knee) / (1 - knee));
  }

  /** At work. */
  Point busy(Mix mix, int core, int memory) {
    double x = (double) core / highestCore();
    double y = (double) memory / highestMemory();
    double rate = 1 / (mix.compute / x + mix.memory / y + (1 - mix.compute - mix.memory));
    double pipes = rate * mix.compute / x;
    double dram = rate * mix.memory / y;
    double dynamic = x * voltage(x) * voltage(x);
    return new Point(
        rate,
        pipes,
        dram,
        activeIdleWatts(core, memory) + computeWatts * dynamic * pipes + memoryWatts * y * dram);
  }

  /** Of a card that has just worked and keeps its clocks. */
  double activeIdleWatts(int core, int memory) {
    double x = (double) core / highestCore();
    return staticWatts
        + treeWatts * x * voltage(x) * voltage(x)
        + refreshWatts * memory / highestMemory();
  }

  /** The highest core clock up to a ceiling at which the power stays within the limit. */
  int cappedCore(Mix mix, int ceiling, int memory, long limitMilliwatts) {
    int core = coreMegahertz.get(0);
    for (int each : coreMegahertz) {
      if (each > ceiling || busy(mix, each, memory).watts * 1000 > limitMilliwatts) {
        break;
      }
      core = each;
    }
    return core;
  }

  /** Where the temperature would settle. */
  double settledCelsius(double watts) {
    return AMBIENT_CELSIUS + CELSIUS_PER_WATT * watts;
  }

  /** The highest of some ascending clocks that is not above a ceiling; the lowest if all are. */
  static int atOrBelow(List<Integer> clocks, long ceiling) {
    int found = clocks.get(0);
    for (int each : clocks) {
      found = each <= ceiling ? each : found;
    }
    return found;
  }
}
