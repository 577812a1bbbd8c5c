/**
 * Models of sensitivity, fitted to a sweep and judged on what they have not seen. Called by {@code
 * train}.
 */
@NullMarked
package io.wattune.evaluation.training;

import org.jspecify.annotations.NullMarked;
