package io.wattune.dashboard.state;

/**
 * Where a reader of what happens stands.
 *
 * @param decisions number of the next decision
 * @param actuations number of the next actuation
 * @param holdsVersion grows when a hold comes or goes
 */
public record Cursor(long decisions, long actuations, long holdsVersion) {}
