/**
 * Holds what Wattune says against what is known: simulated cards and published figures in, tables
 * and reports out. Called by the command line.
 */
@NullMarked
package io.wattune.launcher.evaluate;

import org.jspecify.annotations.NullMarked;
