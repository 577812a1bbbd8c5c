package io.wattune.core.power;

/**
 * What was done with the readings and activities of one device: {@code readings = samples + repeats
 * + missing + outOfOrder}. A genuine repeat of the sensor is a sample, not a repeat.
 *
 * @param readings polls that arrived in accepted blocks
 * @param samples samples kept: new values and genuine repeats
 * @param repeats polls that saw the value of the poll before once more
 * @param missing polls to which the source gave no reading
 * @param outOfOrder polls dropped because they were not later than the one before
 * @param repeatedBlocks blocks dropped because their sequence had been seen
 * @param lateActivities activities refused because they came after the horizon
 * @param gaps stretches without readings
 * @param energyRecords ledger entries, revisions counted, that were put out
 */
public record TraceSummary(
    long readings,
    long samples,
    long repeats,
    long missing,
    long outOfOrder,
    long repeatedBlocks,
    long lateActivities,
    long gaps,
    long energyRecords) {}
