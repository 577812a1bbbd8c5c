package io.wattune.core.estimate;

/**
 * What a {@link Pool} says of one activity's energy.
 *
 * @param joules its energy, by the sensor's scale
 * @param variance its variance, in J^2
 * @param commonJoules the part of its standard error that it has in common with the others of its
 *     name: the sum of these parts is the standard error of the sum of the energies
 * @param idleExplained share of the variance of power in gaps that the samples explain, 0..1: where
 *     it is small, on and off are hardly separable, and the energy is the total less what gaps are
 *     assumed to need; 1 where there are no gaps
 * @param idleJoules the part of its standard error that comes from what is not known of power in
 *     gaps: nothing to speak of where gaps are brief beside activities
 * @param spread by how much of its level power of one name differs from one time to another, where
 *     that is likeliest
 * @param restless by how many times their noise samples differ from what levels make of them, there
 */
public record PooledFit(
    double joules,
    double variance,
    double commonJoules,
    double idleExplained,
    double idleJoules,
    double spread,
    double restless) {}
