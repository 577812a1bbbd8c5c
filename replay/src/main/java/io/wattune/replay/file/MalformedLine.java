package io.wattune.replay.file;

/**
 * A line that could not be used.
 *
 * @param file name of the file
 * @param lineNumber number of the line, from 1
 * @param reason short stable code, for counting
 * @param detail what was wrong, for people
 * @param original the line's bytes without its line end, cut at 64 KiB; owned by this record, not
 *     copied
 */
@SuppressWarnings("ArrayRecordComponent") // Documented: owned, never compared.
public record MalformedLine(
    String file, long lineNumber, String reason, String detail, byte[] original) {}
