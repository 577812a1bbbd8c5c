package io.wattune.testbed.server;

import java.util.List;

/**
 * Power of the simulated MI50:
 *
 * <pre>
 * measured = idle + 60 a(f) h(units) + e(f) busy          a GPU that has work
 * gated    = measured - a(f) gated units                  (Chow 2023, section 4.1.2)
 * a(f)     = (active idle(f) - idle) / 60                 CU_ActiveIdle there
 * </pre>
 *
 * <p>{@code h} is 1 but for the dips of figure 2.5a and a fall below 32 units (figure 4.2): the
 * MI50 does not gate by masks. Idle is stated, 15 W; {@code a} at the highest clock is calibrated
 * so that gating units saves 9 % more than gating engines (figure 4.4), and its course over clocks,
 * {@code e} and {@code h} below 32 units are assumed. Test: {@code ServerPowerTest}.
 */
public final class ServerPower {
  /** Nothing running (section 4.1.2). */
  public static final double IDLE_WATTS = 15;

  /** Of a unit, at the highest clock; see above. */
  static final double UNIT_WATTS = 0.75;

  /** Part of it that leaks whatever the clock; the rest goes as clock times voltage squared. */
  static final double LEAKING = 0.3;

  /** Of a unit's worth of work, at the highest clock. */
  static final double BUSY_WATTS = 1.3;

  /** How much lower idle power is at a dip, as a part of it. */
  static final double DIP = 0.3;

  /** Idle power of the GPU's units with a single one in use, as a part of that with all. */
  static final double WITH_ONE_UNIT = 0.2;

  private static final int PER_ENGINE = 15;
  private static final int UNITS = 60;

  /** Lowest number of units with which nothing is saved (figure 4.2: "from 60 to 32"). */
  private static final int FLAT_FROM = 32;

  /** Voltages of the lowest and highest clock, in volts; straight between. Assumed. */
  private static final double LOWEST_VOLTS = 0.8;

  private static final double HIGHEST_VOLTS = 1.1;

  private ServerPower() {}

  /** Clock times voltage squared, as a share of that of the highest clock. */
  static double switching(int megaHertz) {
    double low = Mi50.MEGA_HERTZ.get(0);
    double high = Mi50.highestMegaHertz();
    double volts = LOWEST_VOLTS + (HIGHEST_VOLTS - LOWEST_VOLTS) * (megaHertz - low) / (high - low);
    return megaHertz / high * volts * volts / (HIGHEST_VOLTS * HIGHEST_VOLTS);
  }

  /** Active idle power of a unit. */
  public static double unitWatts(int megaHertz) {
    return UNIT_WATTS * (LEAKING + (1 - LEAKING) * switching(megaHertz));
  }

  /**
   * Power of the GPU while it has work.
   *
   * @param units units in use of each engine
   * @param busyUnits units' worth of work that is done
   */
  public static double watts(List<Integer> units, int megaHertz, double busyUnits, Gating gating) {
    double unit = unitWatts(megaHertz);
    double measured =
        IDLE_WATTS
            + UNITS * unit * idleShare(units)
            + BUSY_WATTS * switching(megaHertz) * busyUnits;
    if (gating == Gating.NONE) {
      return measured;
    }
    // What is gated cannot save what masks have saved already: no unit gives back twice.
    double saved = unit * gating.gated(units, PER_ENGINE);
    double flat = measured + UNITS * unit * (1 - idleShare(units));
    return Math.min(measured, flat - saved);
  }

  private static double idleShare(List<Integer> units) {
    int count = 0;
    for (int ofEngine : units) {
      count += ofEngine;
    }
    double share = 1;
    if (count < FLAT_FROM) {
      share = WITH_ONE_UNIT + (1 - WITH_ONE_UNIT) * (count - 1) / (FLAT_FROM - 1);
    }
    return isDip(units) ? share - DIP : share;
  }

  /**
   * Figure 2.5a: 31 and 59 distributed units, 7, 22, 37 and 52 packed ones. In all but 59 one
   * engine has 7 units, a half, and the others none, 8 or all. 59 packed units are the same mask as
   * 59 distributed ones, so that there is a dip, too, which the document does not name.
   */
  private static boolean isDip(List<Integer> units) {
    int halves = 0;
    int full = 0;
    boolean isPacked = true;
    boolean isSplit = true;
    for (int count : units) {
      halves += count == PER_ENGINE / 2 ? 1 : 0;
      full += count == PER_ENGINE ? 1 : 0;
      isPacked &= count == PER_ENGINE / 2 || count == 0 || count == PER_ENGINE;
      isSplit &= count == PER_ENGINE / 2 || count == PER_ENGINE / 2 + 1;
    }
    boolean isAllButOne = full == units.size() - 1 && units.contains(PER_ENGINE - 1);
    return (halves == 1 && (isPacked || isSplit)) || isAllButOne;
  }
}
