/**
 * Temperatures of a chip from a floor plan and watts of its blocks, by {@code wattune thermal}.
 *
 * <p>In: HotSpot's files. Out: temperatures as text, JSON, HotSpot's files and a picture. The
 * science is in {@link io.wattune.core.thermal.model}.
 */
@NullMarked
package io.wattune.launcher.thermal;

import org.jspecify.annotations.NullMarked;
