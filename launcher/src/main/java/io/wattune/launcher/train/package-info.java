/**
 * {@code wattune train}: models of sensitivity from a sweep, and the file that they are kept in.
 *
 * <p>In: rows of a sweep, or such a file. Out: models with how good they are. Called by the command
 * line, and by whatever starts the sensitivity job.
 */
@NullMarked
package io.wattune.launcher.train;

import org.jspecify.annotations.NullMarked;
