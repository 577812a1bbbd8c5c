package io.wattune.control;

import java.util.Map;

/**
 * A controller at one moment.
 *
 * @param counts what it has done
 * @param state its state in one word
 * @param isRunning whether it decides
 * @param isOver whether it has ended
 * @param replacedThreads threads that failed and were replaced
 * @param lag records not read yet, by topic
 */
public record ControlSnapshot(
    ControllerCounters counts,
    String state,
    boolean isRunning,
    boolean isOver,
    long replacedThreads,
    Map<String, Long> lag) {}
