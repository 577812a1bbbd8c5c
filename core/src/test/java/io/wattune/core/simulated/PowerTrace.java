package io.wattune.core.simulated;

import java.util.ArrayList;
import java.util.List;

/** Power in steps: constant between its edges. Times in seconds, power in watts, energy in J. */
public final class PowerTrace {
  private final List<double[]> edges = new ArrayList<>();
  private final double idleWatts;
  private double endSeconds;

  private PowerTrace(double idleWatts) {
    this.idleWatts = idleWatts;
  }

  /** A trace that has been at a level for ever. */
  public static PowerTrace from(double watts) {
    return new PowerTrace(watts);
  }

  /** Holds the newest level for a time more. */
  public PowerTrace hold(double seconds) {
    endSeconds += seconds;
    return this;
  }

  /** Goes to a level and holds it. */
  public PowerTrace level(double watts, double seconds) {
    edges.add(new double[] {endSeconds, watts});
    endSeconds += seconds;
    return this;
  }

  /** Goes to a level in equal steps of a millisecond each. */
  public PowerTrace ramp(double watts, double seconds) {
    double start = wattsAt(endSeconds);
    int steps = (int) Math.round(seconds * 1000);
    for (int i = 1; i <= steps; i++) {
      level(start + (watts - start) * i / steps, 0.001);
    }
    return this;
  }

  /** Length so far. */
  public double seconds() {
    return endSeconds;
  }

  public double wattsAt(double seconds) {
    double watts = idleWatts;
    for (double[] edge : edges) {
      if (edge[0] > seconds) {
        break;
      }
      watts = edge[1];
    }
    return watts;
  }

  /** Energy between two times. */
  public double joules(double from, double to) {
    double sum = 0;
    double at = from;
    double watts = wattsAt(from);
    for (double[] edge : edges) {
      if (edge[0] > from && edge[0] < to) {
        sum += watts * (edge[0] - at);
        at = edge[0];
      }
      if (edge[0] < to && edge[0] > from) {
        watts = edge[1];
      }
    }
    return sum + watts * (to - at);
  }

  double idleWatts() {
    return idleWatts;
  }

  List<double[]> edges() {
    return edges;
  }
}
