/** Models of a power sensor, their constants, and how the constants are learned from readings. */
@NullMarked
package io.wattune.core.sensor;

import org.jspecify.annotations.NullMarked;
