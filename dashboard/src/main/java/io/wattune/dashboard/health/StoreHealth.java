package io.wattune.dashboard.health;

/**
 * How the writing to the store goes.
 *
 * @param written points that the store has
 * @param retries attempts that found no store
 * @param refused points that the store does not take
 * @param lagRecords records that the store does not have yet
 */
public record StoreHealth(long written, long retries, long refused, long lagRecords) {}
