/**
 * Calls in, answers of NVIDIA's management library out: one interface of the calls that are used,
 * and the way to the library of the driver. Called by the NVIDIA kind, which knows what they mean.
 */
@NullMarked
package io.wattune.collectors.nvml.library;

import org.jspecify.annotations.NullMarked;
