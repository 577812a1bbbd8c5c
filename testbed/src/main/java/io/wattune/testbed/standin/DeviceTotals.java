package io.wattune.testbed.standin;

/**
 * What a device has taken and done since it was new: the truth that nothing but a test sees.
 *
 * @param joules energy
 * @param ownJoules energy of the same work, and of the same time without work, at the device's own
 *     settings; of several programs at once the mean of their rates counts
 * @param busySeconds time with work
 * @param ownBusySeconds how long the same work takes at the device's own settings
 * @param pipeNanos nanoseconds in which its arithmetic was busy
 * @param dramNanos nanoseconds in which its memory was used, at the bandwidth of its clock then
 * @param busyNanos nanoseconds with work
 */
record DeviceTotals(
    double joules,
    double ownJoules,
    double busySeconds,
    double ownBusySeconds,
    double pipeNanos,
    double dramNanos,
    long busyNanos) {
  /** Of a new device. */
  static final DeviceTotals NONE = new DeviceTotals(0, 0, 0, 0, 0, 0, 0);

  private static final double SECONDS = 1e-9;

  /**
   * After some time in which nothing changed.
   *
   * @param state how it ran
   * @param atOwn how it would have run at its own settings
   */
  DeviceTotals after(long nanos, CardState state, CardState atOwn) {
    boolean isBusy = state.programs() > 0;
    double seconds = nanos * SECONDS;
    double ownSeconds = isBusy ? seconds * state.rate() / atOwn.rate() : seconds;
    return new DeviceTotals(
        joules + state.watts() * seconds,
        ownJoules + atOwn.watts() * ownSeconds,
        busySeconds + (isBusy ? seconds : 0),
        ownBusySeconds + (isBusy ? ownSeconds : 0),
        pipeNanos + state.pipes() * nanos,
        dramNanos + state.dram() * nanos,
        busyNanos + (isBusy ? nanos : 0));
  }
}
