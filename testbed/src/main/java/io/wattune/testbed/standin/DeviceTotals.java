package io.wattune.testbed.standin;

/**
 * What a device has taken and done since it was new: the truth that nothing but a test sees. Not
 * thread safe.
 */
final class DeviceTotals {
  private static final double SECONDS = 1e-9;

  private double joules;
  private double ownJoules;
  private double busySeconds;
  private double ownBusySeconds;
  private double pipeNanos;
  private double dramNanos;
  private long busyNanos;

  /**
   * Some time in which nothing changed.
   *
   * @param state how it ran
   * @param atOwn how it would have run at its own settings
   */
  void pass(long nanos, CardState state, CardState atOwn) {
    double seconds = nanos * SECONDS;
    double ownSeconds = state.programs() == 0 ? seconds : seconds * state.rate() / atOwn.rate();
    joules += state.watts() * seconds;
    ownJoules += atOwn.watts() * ownSeconds;
    pipeNanos += state.pipes() * nanos;
    dramNanos += state.dram() * nanos;
    if (state.programs() > 0) {
      busySeconds += seconds;
      ownBusySeconds += ownSeconds;
      busyNanos += nanos;
    }
  }

  /** Energy. */
  double joules() {
    return joules;
  }

  /**
   * Energy of the same work, and of the same time without work, at the device's own settings. Of
   * several programs at once the mean of their rates counts.
   */
  double ownJoules() {
    return ownJoules;
  }

  /** Time with work. */
  double busySeconds() {
    return busySeconds;
  }

  /** How long the same work takes at the device's own settings. */
  double ownBusySeconds() {
    return ownBusySeconds;
  }

  /** Nanoseconds in which its arithmetic was busy. */
  double pipeNanos() {
    return pipeNanos;
  }

  /** Nanoseconds in which its memory was used, at the bandwidth of its clock then. */
  double dramNanos() {
    return dramNanos;
  }

  /** Nanoseconds with work. */
  long busyNanos() {
    return busyNanos;
  }
}
