package io.wattune.testbed;

import java.util.List;

/**
 * A kind of card: how it behaves between kernels, and its sensor.
 *
 * @param name as nvidia-smi gives it
 * @param board behaviour between kernels
 * @param sensor the power sensor
 */
public record SimulatedCard(String name, BoardBehaviour board, SensorParameters sensor) {

  private static final long MILLI = 1_000_000L;
  private static final long SECOND = 1_000_000_000L;

  /**
   * Tesla K20c as Burtscher et al. 2014 describe it: {@code C} = 0.84 s, a new value every 15 ms in
   * steps of 10 mW, active idle 52.5 W for 3.5 s, then down once a second, 130 J in all. Idle is
   * not in the paper: 23.64 W makes the raw integral of its 5.346 s kernel the 732 J that it
   * reports. The noise is an assumption.
   */
  public static SimulatedCard k20c() {
    return new SimulatedCard(
        "Tesla K20c", k20Board(), SensorParameters.lag(0.84, 15 * MILLI, 0.02, 10, 1, 0));
  }

  /** Tesla K20x: a K20 whose sensor shows power as it is (same paper, section 6.3). */
  public static SimulatedCard k20x() {
    return new SimulatedCard(
        "Tesla K20Xm", k20Board(), SensorParameters.lag(0, 15 * MILLI, 0.02, 10, 1, 0));
  }

  /**
   * Tesla K40m as one board was measured beside an external meter: a short lag, a new value every
   * 15.4 ms, coarse steps, readings about 3 % too high, and the same idle before and after work.
   */
  public static SimulatedCard k40m() {
    return new SimulatedCard(
        "Tesla K40m",
        new BoardBehaviour(58.19, 58.19, SECOND, List.of(), SECOND),
        SensorParameters.lag(0.0525, 15_400_000L, 0.05, 100, 0.9736, -0.38));
  }

  /** The true power of this card with these kernels. */
  public TruePowerCurve curve(long startNanos, List<KernelRun> runs) {
    return board.curve(startNanos, runs);
  }

  private static BoardBehaviour k20Board() {
    return new BoardBehaviour(23.64, 52.5, 3_500 * MILLI, List.of(48.0, 44.0, 38.0), SECOND);
  }
}
