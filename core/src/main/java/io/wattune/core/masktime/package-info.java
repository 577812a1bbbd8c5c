/**
 * How long a kernel takes on some of a GPU's compute units: units of each engine in, seconds out,
 * and the constants of that from measurements. No I/O, no clock.
 */
@NullMarked
package io.wattune.core.masktime;

import org.jspecify.annotations.NullMarked;
