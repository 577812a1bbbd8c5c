package io.wattune.collectors.node;

import org.jspecify.annotations.Nullable;

/**
 * How devices are read.
 *
 * @param blockMaxAgeMillis a block is sent when its first poll is this old
 * @param blockMaxPolls a block is sent when it has this many polls
 * @param lingerMillis how long records wait for others on their way to the broker
 * @param spoolMegabytes what may wait on disk while the broker is away, in 10^6 bytes
 * @param hangMillis a device that does not answer for this long is said to hang
 * @param counters where the devices' counters come from; null for the devices themselves
 */
public record ReadingConfig(
    int blockMaxAgeMillis,
    int blockMaxPolls,
    int lingerMillis,
    int spoolMegabytes,
    int hangMillis,
    @Nullable CountersConfig counters) {}
