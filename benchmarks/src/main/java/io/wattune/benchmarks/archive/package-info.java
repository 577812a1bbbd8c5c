/**
 * How large and how fast an archive is, beside the format that it could have had.
 *
 * <p>In: recordings, or a synthetic fleet. Out: a table. Called by {@code wattune bench}.
 */
@NullMarked
package io.wattune.benchmarks.archive;

import org.jspecify.annotations.NullMarked;
