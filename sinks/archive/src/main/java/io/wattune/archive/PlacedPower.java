package io.wattune.archive;

import io.wattune.core.power.TruePower;

/**
 * A block of true power with its place in the topic.
 *
 * @param partition its partition
 * @param offset its offset
 * @param power the block
 */
record PlacedPower(int partition, long offset, TruePower power) {}
