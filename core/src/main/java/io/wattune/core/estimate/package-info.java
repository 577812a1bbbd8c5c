/**
 * Samples, a sensor model and known boundaries in; true power and energies out, with variances.
 * Called by the ledger for short activities, and by comparisons of estimators.
 */
@NullMarked
package io.wattune.core.estimate;

import org.jspecify.annotations.NullMarked;
