package io.wattune.control;

import java.util.Map;

/**
 * A controller at one moment.
 *
 * @param counts what it has done
 * @param state its state in one word
 * @param isRunning whether it decides
 * @param isOver whether it has ended
 * @param lag records not read yet, by topic
 */
public record ControlSnapshot(
    ControllerSnapshot counts,
    String state,
    boolean isRunning,
    boolean isOver,
    Map<String, Long> lag) {}
