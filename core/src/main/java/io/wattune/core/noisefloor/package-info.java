/** The smallest and the shortest load of which a sensor tells the energy. */
@NullMarked
package io.wattune.core.noisefloor;

import org.jspecify.annotations.NullMarked;
