package io.wattune.testbed.server;

import io.wattune.testbed.server.Colocation.RunningKernel;
import java.util.ArrayList;
import java.util.List;

/**
 * Time and energy of the simulated MI50 while kernels run on it at the same time, from event to
 * event, at its highest clock and with nothing gated.
 */
public final class KernelClock {
  private double now;
  private double joules;
  private double ioctlFreeAt;

  /** A kernel from its launch to its end; what is left of it is in seconds at full speed. */
  public static class Launched {
    private RunningKernel running;
    private double launchLeft;
    private double bodyLeft;

    protected Launched(RunningKernel running, double launchSeconds, double bodySeconds) {
      launch(running, launchSeconds, bodySeconds);
    }

    /** Another kernel takes its place. */
    public final void launch(RunningKernel next, double launchSeconds, double bodySeconds) {
      running = next;
      launchLeft = launchSeconds;
      bodyLeft = bodySeconds;
    }

    /** Whether nothing of it is left. */
    public final boolean hasEnded() {
      return bodyLeft <= 0;
    }

    private boolean isInBody() {
      return launchLeft <= 0;
    }
  }

  /** Seconds since the start. */
  public double now() {
    return now;
  }

  /** Energy since the start. */
  public double joules() {
    return joules;
  }

  /**
   * What setting a mask adds to a launch: barriers, and an ioctl after those of others.
   *
   * @param delay until the launch
   */
  public double maskSeconds(EmulationCost cost, double delay) {
    if (cost.secondsOfKernel() == 0) {
      return 0;
    }
    double wish = now + delay + cost.barrierSeconds();
    double start = Math.max(wish, ioctlFreeAt);
    ioctlFreeAt = start + cost.ioctlSeconds();
    return cost.secondsOfKernel() + start - wish;
  }

  /** Goes to the next end of a launch or a kernel of those that run, and says whose it is. */
  public <T extends Launched> T advance(List<T> launched) {
    double[] slowdowns = slowdowns(launched);
    T first = launched.get(0);
    double step = Double.MAX_VALUE;
    double busy = 0;
    long used = 0;
    for (int i = 0; i < slowdowns.length; i++) {
      Launched each = launched.get(i);
      double left = each.isInBody() ? each.bodyLeft * slowdowns[i] : each.launchLeft;
      used |= each.running.bits();
      busy += each.isInBody() ? each.running.busyUnits() / slowdowns[i] : 0;
      if (left < step) {
        step = left;
        first = launched.get(i);
      }
    }
    for (int i = 0; i < slowdowns.length; i++) {
      Launched each = launched.get(i);
      if (each.isInBody()) {
        each.bodyLeft = each == first ? 0 : Math.max(0, each.bodyLeft - step / slowdowns[i]);
      } else {
        each.launchLeft = each == first ? 0 : each.launchLeft - step;
      }
    }
    joules +=
        step * ServerPower.watts(Mi50.unitsOf(used), Mi50.highestMegaHertz(), busy, Gating.NONE);
    now += step;
    return first;
  }

  /** Launches are not slowed down. */
  private static double[] slowdowns(List<? extends Launched> launched) {
    List<RunningKernel> bodies = new ArrayList<>();
    for (Launched each : launched) {
      if (each.isInBody()) {
        bodies.add(each.running);
      }
    }
    double[] ofBodies = Colocation.slowdowns(bodies);
    double[] all = new double[launched.size()];
    int next = 0;
    int i = 0;
    for (Launched each : launched) {
      all[i++] = each.isInBody() ? ofBodies[next++] : 1;
    }
    return all;
  }
}
