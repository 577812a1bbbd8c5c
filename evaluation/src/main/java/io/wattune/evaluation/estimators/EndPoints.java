package io.wattune.evaluation.estimators;

/**
 * Energy by the end-point identity on straight lines between samples, {@code E = integral of y + C
 * (y2 - y1)}: what the ledger would say if it knew of no corners, windows and boundaries. For a
 * boxcar half the window stands for {@code C}.
 */
final class EndPoints {
  private EndPoints() {}

  static double joules(SimulatedCase simulated, int activity) {
    SensedTrace trace = simulated.trace();
    double from = (simulated.load().startsNanos().get(activity) - Load.START_NANOS) * 1e-9;
    double to = (simulated.load().endsNanos().get(activity) - Load.START_NANOS) * 1e-9;
    double c = trace.sensor().model().slopeSeconds();
    return integral(trace, to) - integral(trace, from) + c * (at(trace, to) - at(trace, from));
  }

  private static double at(SensedTrace trace, double seconds) {
    int i = before(trace, seconds);
    double h = trace.seconds()[i + 1] - trace.seconds()[i];
    double share = (seconds - trace.seconds()[i]) / h;
    return trace.watts()[i] + share * (trace.watts()[i + 1] - trace.watts()[i]);
  }

  private static double integral(SensedTrace trace, double seconds) {
    int last = before(trace, seconds);
    double sum = 0;
    for (int i = 0; i < last; i++) {
      double h = trace.seconds()[i + 1] - trace.seconds()[i];
      sum += 0.5 * h * (trace.watts()[i] + trace.watts()[i + 1]);
    }
    return sum
        + 0.5 * (seconds - trace.seconds()[last]) * (trace.watts()[last] + at(trace, seconds));
  }

  /** The last sample before a time; times lie well within the trace. */
  private static int before(SensedTrace trace, double seconds) {
    int i = 0;
    while (trace.seconds()[i + 1] < seconds) {
      i++;
    }
    return i;
  }
}
