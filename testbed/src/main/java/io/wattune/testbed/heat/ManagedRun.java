package io.wattune.testbed.heat;

import io.wattune.core.thermal.management.Observation;
import io.wattune.core.thermal.management.ThermalController;
import io.wattune.core.thermal.solver.Propagator;

/**
 * A workload on a card under a controller, epoch by epoch on a virtual clock, from an idle card.
 * Within an epoch power is its mean. The controller sees the hottest block in the sensor's steps,
 * the blocks' power, and the share of time that goes with the clock. Test: {@code
 * HeatEvaluationTest}.
 */
public final class ManagedRun {
  private final HeatCard card;
  private final HeatCardPower power;
  private final Propagator truth;

  /**
   * Runs on one card.
   *
   * @param truth a step of an epoch of the card as it is; its first nodes are the blocks
   */
  public ManagedRun(HeatCard card, HeatCardPower power, Propagator truth) {
    this.card = card;
    this.power = power;
    this.truth = truth;
  }

  /**
   * What came of a run.
   *
   * @param seconds how long it took
   * @param joules what the card took in it
   * @param hottestKelvin the hottest block at any epoch's end
   * @param overshootKelvin the most that it was above the limit, after the first time below it
   * @param statedErrorKelvin the most that the controller allowed for, of the epochs that it chose
   * @param beyondStatedKelvin the most that an epoch's end was above limit and stated error; not
   *     above 0 where the controller kept its word
   */
  public record Outcome(
      double seconds,
      double joules,
      double hottestKelvin,
      double overshootKelvin,
      double statedErrorKelvin,
      double beyondStatedKelvin) {}

  /** Temperatures of an idle card, kelvin above the air. */
  public double[] idle() {
    return truth.settled(power.idle());
  }

  /** The hottest block where everything has settled in the hottest phase, kelvin. */
  public double settled(HeatWorkload workload, int level) {
    double hottest = 0;
    for (HeatPhase phase : workload.phases()) {
      double[] rise = truth.settled(power.watts(workload, phase, level));
      hottest = Math.max(hottest, hottest(rise));
    }
    return hottest;
  }

  private double hottest(double[] rise) {
    double hottest = 0;
    for (int b = 0; b < card.plan().size(); b++) {
      hottest = Math.max(hottest, rise[b]);
    }
    return card.cooler().ambient() + hottest;
  }

  /** Runs a workload to its end. */
  public Outcome run(HeatWorkload workload, ThermalController controller, double limit) {
    double[] rise = idle();
    double epoch = card.data().epochSeconds();
    double left = card.data().workSeconds();
    var position = new Position(workload);
    int level = 0;
    double seconds = 0;
    double joules = 0;
    double hottest = 0;
    double overshoot = 0;
    double stated = 0;
    double beyond = Double.NEGATIVE_INFINITY;
    boolean wasBelow = false;
    double promise = Double.POSITIVE_INFINITY;
    while (left > 1e-9) {
      double[] watts = new double[card.plan().size()];
      double share = 0;
      double used = 0;
      while (used < epoch && left > 1e-9) {
        HeatPhase phase = position.phase();
        double rate = card.levels().rate(level, phase.computeShare());
        double work = Math.min(Math.min(position.left, left), (epoch - used) * rate);
        double time = work / rate;
        double[] now = power.watts(workload, phase, level);
        for (int b = 0; b < watts.length; b++) {
          watts[b] += now[b] * time;
        }
        share += phase.computeShare() * time;
        used += time;
        left -= work;
        position.advance(work);
      }
      for (int b = 0; b < watts.length; b++) {
        joules += watts[b];
        watts[b] /= used;
      }
      seconds += used;
      rise = truth.next(rise, watts);
      double now = hottest(rise);
      hottest = Math.max(hottest, now);
      wasBelow |= now <= limit;
      if (wasBelow) {
        overshoot = Math.max(overshoot, now - limit);
      }
      if (promise < Double.POSITIVE_INFINITY) {
        beyond = Math.max(beyond, now - limit - promise);
        stated = Math.max(stated, promise);
      }
      double step = card.data().sensorStepKelvin();
      level =
          controller.next(
              new Observation(Math.rint(now / step) * step, level, watts, share / used));
      promise = controller.statedError();
    }
    return new Outcome(seconds, joules, hottest, overshoot, stated, beyond);
  }

  /** Where in its phases a workload is. */
  private static final class Position {
    private final HeatWorkload workload;
    private int at;
    private double left;

    Position(HeatWorkload workload) {
      this.workload = workload;
      left = workload.phases().get(0).seconds();
    }

    HeatPhase phase() {
      return workload.phases().get(at);
    }

    void advance(double work) {
      left -= work;
      if (left <= 1e-12) {
        at = (at + 1) % workload.phases().size();
        left = workload.phases().get(at).seconds();
      }
    }
  }
}
