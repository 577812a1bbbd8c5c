package io.wattune.collectors.agent;

/**
 * One device of an agent at one moment.
 *
 * @param device device id
 * @param condition how it answers
 * @param polls how often it was asked for its power, the questions without an answer included
 * @param missing polls without a value: the source had none, it failed, or it answered too late
 * @param failures questions that were answered with an error
 * @param hangs how often it did not answer in time
 * @param deadlinesMissed polls that were due and not made, since the one before took too long
 * @param deadlinesBackedOff polls that were due and not made, since it keeps failing
 * @param countersDropped counter readings that came while it did not answer, and did not fit
 * @param lastError the newest error's message; empty where there was none
 */
public record DeviceStatus(
    String device,
    Condition condition,
    long polls,
    long missing,
    long failures,
    long hangs,
    long deadlinesMissed,
    long deadlinesBackedOff,
    long countersDropped,
    String lastError) {}
