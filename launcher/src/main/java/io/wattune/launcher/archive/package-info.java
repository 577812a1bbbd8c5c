/**
 * The commands {@code archive} and {@code archive check}.
 *
 * <p>In: a broker's address and a folder. Out: an archive, or what is wrong with one. Called by the
 * command line.
 */
@NullMarked
package io.wattune.launcher.archive;

import org.jspecify.annotations.NullMarked;
