/**
 * Tables of counters and power in, fitted models and reports out. Called by {@code energy-model}.
 */
@NullMarked
package io.wattune.evaluation.energymodel;

import org.jspecify.annotations.NullMarked;
