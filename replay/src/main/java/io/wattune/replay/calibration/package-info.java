/** What a recording says of its sensor, with a meter or without. Called by {@code calibrate}. */
@NullMarked
package io.wattune.replay.calibration;

import org.jspecify.annotations.NullMarked;
