package io.wattune.archive;

import io.wattune.schemas.avro.ReadingBlock;

/**
 * A block with its place.
 *
 * @param partition its partition of the topic
 * @param offset its offset
 * @param block the block, every column of it
 */
public record PlacedBlock(int partition, long offset, ReadingBlock block) {}
