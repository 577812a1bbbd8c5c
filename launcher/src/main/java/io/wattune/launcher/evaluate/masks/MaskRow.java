package io.wattune.launcher.evaluate.masks;

import io.wattune.core.mask.CuMask;

/** A line of a table of measured times. */
record MaskRow(CuMask mask, double seconds) {}
