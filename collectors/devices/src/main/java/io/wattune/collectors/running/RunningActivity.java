package io.wattune.collectors.running;

/**
 * The one activity of level kernel that runs on a device.
 *
 * @param device device id
 * @param name the activity's name, as decisions name it
 * @param sinceNanos its start, epoch nanoseconds
 */
public record RunningActivity(String device, String name, long sinceNanos) {}
