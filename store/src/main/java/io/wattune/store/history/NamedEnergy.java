package io.wattune.store.history;

import io.wattune.core.Quality;
import java.util.Map;

/**
 * Energy on one device of all entries of one name in one book.
 *
 * @param device device id
 * @param name name of the activities; empty for time windows
 * @param labels their owner labels where all have the same; empty otherwise
 * @param entries number of entries
 * @param energyJoules sum of their energies
 * @param scaleErrorJoules the part of the sum's standard error that is common to all entries of the
 *     device: it adds up
 * @param independentVariance square of the rest of the standard error, in square joules: variances
 *     add up
 * @param seconds sum of their durations
 * @param quality worst quality of them
 */
public record NamedEnergy(
    String device,
    String name,
    Map<String, String> labels,
    long entries,
    double energyJoules,
    double scaleErrorJoules,
    double independentVariance,
    double seconds,
    Quality quality) {

  public NamedEnergy {
    labels = Map.copyOf(labels);
    // Rounding may leave a variance that is smaller than nothing.
    independentVariance = Math.max(0, independentVariance);
  }
}
