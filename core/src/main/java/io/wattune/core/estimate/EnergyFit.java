package io.wattune.core.estimate;

/**
 * Energy between two times as a fit gives it.
 *
 * @param joules posterior mean
 * @param variance posterior variance, in J^2
 * @param logLikelihood of the samples, up to a constant of the stretch
 */
public record EnergyFit(double joules, double variance, double logLikelihood) {}
