/**
 * {@code wattune sweep}, and the file that it writes.
 *
 * <p>In: a testbed or such a file. Out: such a file, or its rows. Called by the command line and by
 * {@code wattune train}.
 */
@NullMarked
package io.wattune.launcher.sweep;

import org.jspecify.annotations.NullMarked;
