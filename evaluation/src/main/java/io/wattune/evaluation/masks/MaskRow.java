package io.wattune.evaluation.masks;

import io.wattune.core.mask.CuMask;

/** A line of a table of measured times. */
public record MaskRow(CuMask mask, double seconds) {}
