/** The smallest and the shortest load whose energy a sensor measures. */
@NullMarked
package io.wattune.core.noisefloor;

import org.jspecify.annotations.NullMarked;
