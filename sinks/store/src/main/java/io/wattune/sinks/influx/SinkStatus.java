package io.wattune.sinks.influx;

import org.jspecify.annotations.Nullable;

/**
 * What a sink has done. Once everything has been answered: {@code pointsMade = pointsWritten +
 * pointsRefused + pointsReturned}.
 *
 * @param recordsRead records taken from the topics; one that is read again counts again
 * @param recordsRejected of those, records that cannot be decoded or that no store could hold
 * @param recordsExpired records that the broker deleted before they were read
 * @param pointsMade points made of the records
 * @param pointsWritten points that the store has
 * @param pointsRefused points that the store does not take; they are in the rejects topic
 * @param pointsReturned points given up unwritten because their partitions went elsewhere, or at
 *     the end: whoever reads them next has them again
 * @param batches batches answered by the store
 * @param retries attempts that found no store
 * @param rebalances how often partitions were taken away
 * @param lagRecords records in the topics that the store does not have yet
 * @param trouble why the store takes no points at the moment; null while it does
 */
public record SinkStatus(
    long recordsRead,
    long recordsRejected,
    long recordsExpired,
    long pointsMade,
    long pointsWritten,
    long pointsRefused,
    long pointsReturned,
    long batches,
    long retries,
    long rebalances,
    long lagRecords,
    @Nullable String trouble) {}
