/**
 * The command {@code wattune calibrate}. Recorded files in; a sensor profile, what it is drawn from
 * and a plot of the fit out. Called by the command line.
 */
@NullMarked
package io.wattune.launcher.calibrate;

import org.jspecify.annotations.NullMarked;
