/**
 * Recorded files in (sensor readings, activities, an external meter), columns of primitives out.
 * Called by the launcher, for replay and for reports.
 */
@NullMarked
package io.wattune.replay.file;

import org.jspecify.annotations.NullMarked;
