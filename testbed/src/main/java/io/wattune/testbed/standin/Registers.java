package io.wattune.testbed.standin;

/**
 * What is set on a device.
 *
 * @param coreCeiling highest core clock that is allowed, megahertz; 0 for no lock
 * @param memoryCeiling the same of the memory clock
 * @param limitMilliwatts power limit
 */
public record Registers(long coreCeiling, long memoryCeiling, long limitMilliwatts) {}
