package io.wattune.core.energymodel;

/**
 * Power of a kernel that was not measured.
 *
 * @param watts the mean of what it may be
 * @param standardErrorWatts root of the variance of a measurement about it: what the model does not
 *     know, and what measurements of kernels differ by from any such model
 */
public record PowerPrediction(double watts, double standardErrorWatts) {}
