/** Sweeps of kernels over configurations as a file. Called by {@code sweep} and {@code train}. */
@NullMarked
package io.wattune.evaluation.sweep;

import org.jspecify.annotations.NullMarked;
