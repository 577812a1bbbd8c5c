/**
 * True energy between two times of a device, with its error: by its readings, or by its own energy
 * counter. It knows of no activity but where it begins and ends.
 */
@NullMarked
package io.wattune.core.ledger.integral;

import org.jspecify.annotations.NullMarked;
