package io.wattune.evaluation.harmonia;

import org.jspecify.annotations.Nullable;

/**
 * The results of an evaluation.
 *
 * @param evaluation policies on the testbed
 * @param spread the same on drawn testbeds; null where none were drawn
 * @param predictions how well sensitivities are predicted; null where that cannot be said
 * @param noneBecause why there are no predictions; empty where there are some
 */
record EvaluationReport(
    Evaluation evaluation,
    @Nullable Spread spread,
    @Nullable Predictions predictions,
    String noneBecause) {}
