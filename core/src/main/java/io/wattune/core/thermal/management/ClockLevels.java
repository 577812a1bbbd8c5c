package io.wattune.core.thermal.management;

import java.util.ArrayList;
import java.util.List;

/**
 * Clocks of a device with their voltages, the fastest first.
 *
 * @param megaHertz falling
 * @param volts not rising
 */
public record ClockLevels(List<Double> megaHertz, List<Double> volts) {
  public ClockLevels {
    megaHertz = List.copyOf(megaHertz);
    volts = List.copyOf(volts);
    if (megaHertz.size() < 2 || megaHertz.size() != volts.size()) {
      throw new IllegalArgumentException("at least two clocks are needed, with a voltage each");
    }
    for (int i = 0; i < megaHertz.size(); i++) {
      boolean falls =
          i == 0 || (megaHertz.get(i) < megaHertz.get(i - 1) && volts.get(i) <= volts.get(i - 1));
      if (!falls || !(megaHertz.get(i) > 0) || !(volts.get(i) > 0)) {
        throw new IllegalArgumentException("clocks must fall, and voltages must not rise");
      }
    }
  }

  /**
   * Steps of 100 MHz from 1700, and 131 at the end: 17 levels, the last step being 69 MHz ([C]
   * section 5.6.1). Voltages rise linearly from a floor.
   *
   * @param floorVolts lowest voltage
   * @param floorMegaHertz clock up to which it serves
   * @param topVolts voltage at 1700 MHz
   */
  public static ClockLevels gtx1050(double floorVolts, double floorMegaHertz, double topVolts) {
    List<Double> clocks = new ArrayList<>();
    for (int clock = 1700; clock >= 200; clock -= 100) {
      clocks.add((double) clock);
    }
    clocks.add(131.0);
    double slope = (topVolts - floorVolts) / (1700 - floorMegaHertz);
    return new ClockLevels(
        clocks,
        clocks.stream().map(c -> floorVolts + slope * Math.max(0, c - floorMegaHertz)).toList());
  }

  /** Levels. */
  public int size() {
    return megaHertz.size();
  }

  /** The lowest clock's place. */
  public int slowest() {
    return size() - 1;
  }

  /** Clock against the fastest. */
  public double clockShare(int level) {
    return megaHertz.get(level) / megaHertz.get(0);
  }

  /** Square of the voltage against that of the fastest. */
  public double voltageSquared(int level) {
    double share = volts.get(level) / volts.get(0);
    return share * share;
  }

  /**
   * Work per second against that of the fastest level: {@code 1/(c f0/f + 1 - c)}. At most {@code
   * f0/f} slower: 13.0 for the GTX 1050.
   *
   * @param computeShare c, of the time at the fastest level what goes with the clock
   */
  public double rate(int level, double computeShare) {
    return 1 / (computeShare / clockShare(level) + 1 - computeShare);
  }
}
