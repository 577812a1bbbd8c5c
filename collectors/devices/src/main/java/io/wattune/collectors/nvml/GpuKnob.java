package io.wattune.collectors.nvml;

import io.wattune.collectors.nvml.library.ClockDomain;
import io.wattune.core.tunable.Tunable;
import org.jspecify.annotations.Nullable;

/**
 * Something that can be set on a GPU.
 *
 * @param tunable its name, unit, values, and its own value where the GPU or the node's file says it
 * @param clock the clock that it locks; null for the power limit
 */
record GpuKnob(Tunable tunable, @Nullable ClockDomain clock) {}
