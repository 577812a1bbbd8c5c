package io.wattune.core.loop;

/**
 * What a part of a program delivered when it was first seen at own settings.
 *
 * @param name name of the part's activities, or of a counter
 * @param work in a unit of its own
 * @param seconds for how long it ran
 */
public record PartSnapshot(String name, double work, double seconds) {}
