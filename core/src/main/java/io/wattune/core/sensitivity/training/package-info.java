/**
 * From a sweep to what models of sensitivity are trained on and judged by.
 *
 * <p>In: times and counters of kernels over configurations. Out: measured sensitivities, metrics,
 * correlations, errors. Called by {@code wattune train}, which has the least squares.
 */
@NullMarked
package io.wattune.core.sensitivity.training;

import org.jspecify.annotations.NullMarked;
