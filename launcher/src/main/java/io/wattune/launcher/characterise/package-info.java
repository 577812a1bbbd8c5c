/**
 * {@code wattune characterise}: a simulated card beside what is published of the real one.
 *
 * <p>In: a testbed. Out: a table or JSON; with {@code --fit}, the card's file. Called by the
 * command line.
 */
@NullMarked
package io.wattune.launcher.characterise;

import org.jspecify.annotations.NullMarked;
