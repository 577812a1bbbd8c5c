/**
 * In: folders of cards that were recorded beside a meter. Out: their readings, activities, meter
 * and what the meter says of the sensor, and the ledger of a trace. Called by the evaluations that
 * hold Wattune against a meter.
 */
@NullMarked
package io.wattune.evaluation.recording;

import org.jspecify.annotations.NullMarked;
