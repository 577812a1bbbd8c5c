package io.wattune.core.simulated;

/** What a noiseless sensor shows of a power trace, in closed form. */
@FunctionalInterface
public interface Response {

  /** The reading, in watts. */
  double at(PowerTrace power, double seconds);

  /** Shows power as it is. */
  static Response passThrough() {
    return PowerTrace::wattsAt;
  }

  /** Charges as a capacitor with the time constant. */
  static Response lag(double timeConstantSeconds) {
    return (power, seconds) -> {
      double shown = power.idleWatts();
      double level = power.idleWatts();
      double since = 0;
      for (double[] edge : power.edges()) {
        if (edge[0] > seconds) {
          break;
        }
        shown = level + (shown - level) * Math.exp(-(edge[0] - since) / timeConstantSeconds);
        level = edge[1];
        since = edge[0];
      }
      return level + (shown - level) * Math.exp(-(seconds - since) / timeConstantSeconds);
    };
  }

  /** Shows the mean of the newest window. */
  static Response boxcar(double windowSeconds) {
    return (power, seconds) -> power.joules(seconds - windowSeconds, seconds) / windowSeconds;
  }

  /** The same, later by a delay. */
  default Response delayed(double delaySeconds) {
    return (power, seconds) -> at(power, seconds - delaySeconds);
  }
}
