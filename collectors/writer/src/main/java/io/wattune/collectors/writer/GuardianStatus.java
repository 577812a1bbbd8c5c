package io.wattune.collectors.writer;

/**
 * A guardian at one moment.
 *
 * @param node its node
 * @param restores how often it has put everything back, verified
 * @param kills how often it has killed a writer that hung
 * @param lookedNanos for how long its thread has not looked
 * @param writerStillNanos for how long the writer's heartbeat had stood still when it last looked
 * @param isJournalThere whether something may have to be put back
 * @param trouble what cannot be put back; empty where nothing is amiss
 * @param isLockedOut whether somebody who is no writer holds the writer's lock, so that it cannot
 *     act until a lease is over
 * @param restartsAsked how often it has asked that whoever restores be started again; only one
 *     without privileges asks
 */
public record GuardianStatus(
    String node,
    long restores,
    long kills,
    long lookedNanos,
    long writerStillNanos,
    boolean isJournalThere,
    String trouble,
    boolean isLockedOut,
    long restartsAsked) {}
