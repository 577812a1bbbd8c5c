package io.wattune.replay.report;

/**
 * A file that went into a replay.
 *
 * @param role what it was used as: {@code readings}, {@code activity}, {@code meter}, {@code
 *     profile}
 * @param name its path as given; {@code -} for standard input
 * @param sha256 checksum of its bytes as they were read, in hexadecimal
 */
public record InputFile(String role, String name, String sha256) {}
