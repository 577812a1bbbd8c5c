package io.wattune.benchmarks.latency;

/**
 * When one applied decision passed each stage, in epoch nanoseconds of the one machine that all of
 * them ran on. Times of records are those that the broker stamped (readings) or their producers
 * (power), in whole milliseconds.
 *
 * @param firstReadingNanos first reading of the block that the decision's newest reading came in
 * @param basedOnNanos the newest reading that the decision used
 * @param takenNanos the broker took the block
 * @param powerNanos its true power was handed to the ledger job's producer
 * @param decidedNanos the controller decided
 * @param appliedNanos the settings were written and read back
 */
record Passage(
    long firstReadingNanos,
    long basedOnNanos,
    long takenNanos,
    long powerNanos,
    long decidedNanos,
    long appliedNanos) {}
