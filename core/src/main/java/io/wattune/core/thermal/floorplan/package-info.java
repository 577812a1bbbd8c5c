/**
 * Where a chip's blocks lie: rectangles with names, in metres from the lower left corner.
 *
 * <p>In: blocks. Out: a plan that is checked: unique names, no overlap, bounded sizes. No I/O.
 */
@NullMarked
package io.wattune.core.thermal.floorplan;

import org.jspecify.annotations.NullMarked;
