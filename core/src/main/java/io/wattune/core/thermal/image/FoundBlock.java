package io.wattune.core.thermal.image;

import io.wattune.core.thermal.floorplan.Block;
import java.util.List;

/**
 * A block that images show.
 *
 * @param rectangle the rectangle that fits it best, in metres from the lower left corner of the
 *     image
 * @param pixels how many pixels it has
 * @param contour its outline: corners as row and column in pixels from the top
 * @param watts in each image
 * @param standardError watts, of each image, from the camera's noise and what the sheet does not
 *     explain
 */
@SuppressWarnings("ArrayRecordComponent") // Read once, never compared.
public record FoundBlock(
    Block rectangle, int pixels, List<int[]> contour, double[] watts, double[] standardError) {}
