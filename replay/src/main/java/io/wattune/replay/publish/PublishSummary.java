package io.wattune.replay.publish;

/**
 * What a replay sent, all of it acknowledged by the broker.
 *
 * @param readings polls in blocks
 * @param blocks records on {@code readings}, the end-of-trace blocks included
 * @param activityRecords records on {@code activity}, the end-of-trace markers included
 * @param rejects records on {@code rejects}
 */
public record PublishSummary(long readings, long blocks, long activityRecords, long rejects) {}
