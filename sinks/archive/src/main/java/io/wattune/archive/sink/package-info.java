/**
 * The archive's writer: a consumer whose offsets are the archive's manifest.
 *
 * <p>In: the records of the archived topics. Out: commits of an archive folder. Called by the
 * launcher.
 */
@NullMarked
package io.wattune.archive.sink;

import org.jspecify.annotations.NullMarked;
