package io.wattune.testbed.standin;

/**
 * What a simulated device really has taken and done since it was new.
 *
 * @param nanos when, by {@link System#nanoTime} of the machine
 * @param joules energy
 * @param ownJoules energy of the same work at the device's own settings
 * @param busySeconds time with work
 * @param ownBusySeconds how long the same work takes at the device's own settings
 * @param watts power now
 * @param coreMegahertz core clock now
 * @param memoryMegahertz memory clock now
 * @param celsius temperature now
 */
public record DeviceTruth(
    long nanos,
    double joules,
    double ownJoules,
    double busySeconds,
    double ownBusySeconds,
    double watts,
    int coreMegahertz,
    int memoryMegahertz,
    double celsius) {

  /** How much longer the work since an earlier look took than at own settings, as a fraction. */
  public double slowdownSince(DeviceTruth earlier) {
    return (busySeconds - earlier.busySeconds) / (ownBusySeconds - earlier.ownBusySeconds) - 1;
  }

  /** Energy that the work since an earlier look took less than at own settings. */
  public double savedJoulesSince(DeviceTruth earlier) {
    return ownJoules - earlier.ownJoules - (joules - earlier.joules);
  }
}
