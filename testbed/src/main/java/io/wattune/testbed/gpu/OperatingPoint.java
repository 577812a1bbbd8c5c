package io.wattune.testbed.gpu;

/**
 * How a kernel runs at one configuration.
 *
 * @param seconds time of one invocation
 * @param watts power of the card while it runs
 * @param valuBusy share of all vector units' issue slots that it uses
 * @param memUnitBusy share of time that the memory unit is busy
 * @param memUnitStalled share of time that it is stalled
 * @param writeUnitStalled share of time that the write unit is stalled
 * @param memoryGigabytes memory traffic of one invocation
 * @param peakGigabytesPerSecond peak bandwidth of the memory
 */
record OperatingPoint(
    double seconds,
    double watts,
    double valuBusy,
    double memUnitBusy,
    double memUnitStalled,
    double writeUnitStalled,
    double memoryGigabytes,
    double peakGigabytesPerSecond) {}
