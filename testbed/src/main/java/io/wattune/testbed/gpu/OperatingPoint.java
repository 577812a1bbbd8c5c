package io.wattune.testbed.gpu;

/**
 * How a kernel runs at one configuration. Power is split as Harmonia's eq. 4 does: the card's is
 * the sum of the three.
 *
 * @param seconds time of one invocation
 * @param coreWatts power of the GPU's chip, the memory controller with it
 * @param memoryWatts power of the memory and of its drivers on the chip
 * @param boardWatts power of the rest of the card: fan, regulators
 * @param valuBusy share of all vector units' issue slots that it uses
 * @param memUnitBusy share of time that the memory unit is busy
 * @param memUnitStalled share of time that it is stalled
 * @param writeUnitStalled share of time that the write unit is stalled
 * @param memoryGigabytes memory traffic of one invocation
 * @param peakGigabytesPerSecond peak bandwidth of the memory
 */
public record OperatingPoint(
    double seconds,
    double coreWatts,
    double memoryWatts,
    double boardWatts,
    double valuBusy,
    double memUnitBusy,
    double memUnitStalled,
    double writeUnitStalled,
    double memoryGigabytes,
    double peakGigabytesPerSecond) {

  /** Power of the card while the kernel runs. */
  public double watts() {
    return boardWatts + coreWatts + memoryWatts;
  }

  /** Energy of the card in one invocation. */
  public double joules() {
    return watts() * seconds;
  }

  /** Energy times delay squared of one invocation, the score of Harmonia: {@code P t^3}. */
  public double energyDelaySquared() {
    return watts() * seconds * seconds * seconds;
  }

  /** Share of the memory's peak bandwidth that it uses (Harmonia, eq. 1). */
  public double icActivity() {
    return memoryGigabytes / (seconds * peakGigabytesPerSecond);
  }
}
