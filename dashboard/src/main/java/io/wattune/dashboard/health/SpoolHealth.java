package io.wattune.dashboard.health;

/**
 * What agents hold back because the broker does not take it.
 *
 * @param records records in the spools
 * @param bytes their size
 * @param dropped records that were dropped because a spool was full
 */
public record SpoolHealth(long records, long bytes, long dropped) {}
