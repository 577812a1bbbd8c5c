package io.wattune.testbed;

import java.util.ArrayList;
import java.util.List;

/**
 * What a card does between kernels. After work it holds active idle for a while, in expectation of
 * more; then the driver lowers the power step by step until idle (Burtscher et al. 2014, section
 * 6.1).
 *
 * @param idleWatts power before the first kernel and after the last step
 * @param activeIdleWatts power right after a kernel
 * @param holdNanos how long active idle is held
 * @param stepDownWatts levels between active idle and idle, one after the other
 * @param stepNanos how long each of them is held
 */
public record BoardBehaviour(
    double idleWatts,
    double activeIdleWatts,
    long holdNanos,
    List<Double> stepDownWatts,
    long stepNanos) {

  private static final long MILLI = 1_000_000L;

  public BoardBehaviour {
    stepDownWatts = List.copyOf(stepDownWatts);
    if (holdNanos <= 0 || stepNanos <= 0) {
      throw new IllegalArgumentException(
          "holdNanos and stepNanos must be above 0, were " + holdNanos + " and " + stepNanos);
    }
  }

  /** The true power of the card with these kernels, which must not overlap, in order of time. */
  public TruePowerCurve curve(long startNanos, List<KernelRun> runs) {
    var curve = TruePowerCurve.startingAt(startNanos, idleWatts);
    for (int i = 0; i < runs.size(); i++) {
      KernelRun run = runs.get(i);
      long nextNanos = i + 1 < runs.size() ? runs.get(i + 1).startNanos() : Long.MAX_VALUE;
      if (run.endNanos() > nextNanos) {
        throw new IllegalArgumentException(
            "kernel '" + run.name() + "' must end before the next one starts");
      }
      curve.level(run.startNanos(), run.watts());
      addTail(curve, run.endNanos(), nextNanos);
    }
    return curve.build();
  }

  /**
   * The driver's stalls: 5 to 30 ms before each kernel and at each step of the tail, and 130 ms
   * when the host program ends, a quarter of a second after its kernel.
   */
  public Stalls stalls(List<KernelRun> runs, long seed) {
    var noise = new SeededNoise(seed);
    var stalls = new ArrayList<Stalls.Stall>();
    for (int i = 0; i < runs.size(); i++) {
      KernelRun run = runs.get(i);
      long nextNanos = i + 1 < runs.size() ? runs.get(i + 1).startNanos() : Long.MAX_VALUE;
      stalls.add(new Stalls.Stall(run.startNanos() - 60 * MILLI, shortStall(noise, stalls)));
      if (run.endNanos() + 250 * MILLI < nextNanos) {
        stalls.add(new Stalls.Stall(run.endNanos() + 250 * MILLI, 130 * MILLI));
      }
      for (int step = 0; step <= stepDownWatts.size(); step++) {
        long atNanos = run.endNanos() + holdNanos + step * stepNanos;
        if (atNanos < nextNanos) {
          stalls.add(new Stalls.Stall(atNanos, shortStall(noise, stalls)));
        }
      }
    }
    return new Stalls(stalls);
  }

  private static long shortStall(SeededNoise noise, List<Stalls.Stall> before) {
    return noise.between(before.size(), 5 * MILLI, 30 * MILLI);
  }

  private void addTail(TruePowerCurve.Builder curve, long endNanos, long nextNanos) {
    if (endNanos == nextNanos) {
      return;
    }
    curve.level(endNanos, activeIdleWatts);
    long atNanos = endNanos + holdNanos;
    for (double watts : stepDownWatts) {
      if (atNanos >= nextNanos) {
        return;
      }
      curve.level(atNanos, watts);
      atNanos += stepNanos;
    }
    if (atNanos < nextNanos) {
      curve.level(atNanos, idleWatts);
    }
  }
}
