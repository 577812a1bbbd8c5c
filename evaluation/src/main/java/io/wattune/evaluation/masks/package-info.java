/**
 * How long kernels take on masks of compute units: the rule of {@code core.masktime} held against a
 * table of measured times.
 */
@NullMarked
package io.wattune.evaluation.masks;

import org.jspecify.annotations.NullMarked;
