package io.wattune.core.ledger;

import io.wattune.core.Quality;

/**
 * A device's books at one time. The energy of an interval is the difference of two points, so that
 * adjacent intervals add up to the microjoule.
 *
 * @param timeNanos the time
 * @param trueMicrojoules true energy since the device's first sample
 * @param correctionMicrojoules the part of it that the energy counter puts on top of the integral
 *     of the readings
 * @param byCounter whole seconds before it that have the counter's energy
 * @param rawMicrojoules plain integral of its readings
 * @param sensorWatts the reading, delay undone, less its steps across unseen stretches
 * @param powerWatts true power about the time
 * @param stepWatts by how much true power steps at the time
 * @param placeSeconds how well the sampling can place that step: standard deviation
 * @param endVariance variance of the true energy for what the sensor does not show of the time that
 *     it averages over, in J^2; 0 for sensors that do not average
 * @param spanNanos time seen or bridged since the first sample
 * @param gapNanos time bridged
 * @param gapVariance variance of the energy for what was not seen, in J^2
 * @param seenVariance the part of it from between samples, gaps apart
 * @param restlessness how much readings go up and down, in J^2
 * @param heldSquares steps of readings that had stood still oddly long, in W^2
 * @param quality quality of the profile that holds at the time
 */
public record LedgerPoint(
    long timeNanos,
    long trueMicrojoules,
    long correctionMicrojoules,
    int byCounter,
    long rawMicrojoules,
    double sensorWatts,
    double powerWatts,
    double stepWatts,
    double placeSeconds,
    double endVariance,
    long spanNanos,
    long gapNanos,
    double gapVariance,
    double seenVariance,
    double restlessness,
    double heldSquares,
    Quality quality) {

  /** The same point, of whose energy the counter put a part on top of the integral. */
  public LedgerPoint byCounter(long newCorrectionMicrojoules, int newByCounter) {
    return with(newCorrectionMicrojoules, newByCounter, endVariance);
  }

  /** The same point, of whose energy less is known. */
  public LedgerPoint lessCertain(double moreVariance) {
    return with(correctionMicrojoules, byCounter, endVariance + moreVariance);
  }

  private LedgerPoint with(long newCorrectionMicrojoules, int newByCounter, double newEndVariance) {
    return new LedgerPoint(
        timeNanos,
        trueMicrojoules,
        newCorrectionMicrojoules,
        newByCounter,
        rawMicrojoules,
        sensorWatts,
        powerWatts,
        stepWatts,
        placeSeconds,
        newEndVariance,
        spanNanos,
        gapNanos,
        gapVariance,
        seenVariance,
        restlessness,
        heldSquares,
        quality);
  }

  /** Whether all of the time since another point was seen, and none of it bridged. */
  public boolean hasSeenAllSince(LedgerPoint from) {
    return spanNanos - from.spanNanos == timeNanos - from.timeNanos && gapNanos == from.gapNanos;
  }

  /** True energy by the readings alone. */
  public long integralMicrojoules() {
    return trueMicrojoules - correctionMicrojoules;
  }
}
