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
    int first = firstAfter(seconds);
    return first == 0 ? idleWatts : edges.get(first - 1)[1];
  }

  /** Place of the first edge after a time: as many have come before, or come then. */
  private int firstAfter(double seconds) {
    int from = 0;
    int to = edges.size();
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (edges.get(middle)[0] > seconds) {
        to = middle;
      } else {
        from = middle + 1;
      }
    }
    return from;
  }

  /** Energy between two times. */
  public double joules(double from, double to) {
    double sum = 0;
    double at = from;
    double watts = wattsAt(from);
    for (int i = firstAfter(from); i < edges.size() && edges.get(i)[0] < to; i++) {
      double[] edge = edges.get(i);
      sum += watts * (edge[0] - at);
      at = edge[0];
      watts = edge[1];
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
