/**
 * The readings of an external power meter in; energy, gain and offset of the on-board sensor, and
 * the distance of sensor and true power from the meter out. Called by reports and by tests.
 */
@NullMarked
package io.wattune.core.meter;

import org.jspecify.annotations.NullMarked;
