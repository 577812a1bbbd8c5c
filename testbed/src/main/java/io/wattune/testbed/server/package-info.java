/**
 * A simulated inference server with an MI50 (Chow 2023, chapters 2 to 4): models as sequences of
 * kernels, masks of compute units, clocks, power, and what kernels do to each other. Masks, clocks
 * and kernels in; seconds and watts out. What is stated, calibrated and assumed is in docs/mi50.md.
 */
@NullMarked
package io.wattune.testbed.server;

import org.jspecify.annotations.NullMarked;
