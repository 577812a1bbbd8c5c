/**
 * In: recordings of cards beside a meter. Out: errors of ledger entries over the errors that they
 * state. Called by the {@code wattune} command line.
 */
@NullMarked
package io.wattune.evaluation.errorbars;

import org.jspecify.annotations.NullMarked;
