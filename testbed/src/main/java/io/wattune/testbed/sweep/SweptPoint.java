package io.wattune.testbed.sweep;

import io.wattune.core.sensitivity.training.SweepRow;
import io.wattune.testbed.gpu.KnobValues;
import io.wattune.testbed.gpu.OperatingPoint;

/**
 * One kernel and phase at one configuration.
 *
 * @param row what was measured there: time and counters, with noise
 * @param knobs the configuration
 * @param point the truth, for its power
 * @param invocations how often the application runs the kernel in this phase
 */
public record SweptPoint(SweepRow row, KnobValues knobs, OperatingPoint point, long invocations) {}
