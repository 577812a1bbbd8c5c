package io.wattune.launcher.config;

/**
 * A value that somebody gave.
 *
 * @param setting whose it is
 * @param text as it was written
 * @param place where: {@code wattune.yaml, line 3}, or a variable
 */
record GivenValue(ConfigKey setting, String text, String place) {}
