package io.wattune.replay.file;

import io.wattune.core.ledger.Book;

/**
 * One recorded activity.
 *
 * @param startNanos epoch nanoseconds of the start
 * @param endNanos epoch nanoseconds of the end, after the start
 * @param name what ran
 * @param level the activity's level, as the book that its energy goes to
 */
public record ActivityRow(long startNanos, long endNanos, String name, Book level) {}
