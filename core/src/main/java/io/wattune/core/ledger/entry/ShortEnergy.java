package io.wattune.core.ledger.entry;

import io.wattune.core.Quality;

/**
 * What is said of the energy of a short activity in place of the difference of two points.
 *
 * @param energyMicrojoules energy of the true power
 * @param standardErrorMicrojoules its standard error, everything included
 * @param scaleErrorMicrojoules the part of it that other entries of the device share
 * @param quality {@link Quality#ESTIMATED}, or {@link Quality#GAP} where too few values fell inside
 */
public record ShortEnergy(
    long energyMicrojoules,
    long standardErrorMicrojoules,
    long scaleErrorMicrojoules,
    Quality quality) {}
