package io.wattune.store.history;

import io.wattune.core.Quality;

/**
 * Energy of a device in one book. Entries belong to the range in which they start.
 *
 * @param device device id
 * @param book the book, by its label; sums are taken within one book
 * @param entries number of entries
 * @param energyJoules sum of their energies
 * @param errorJoules standard error of the sum: scale errors, which are common to all entries, add
 *     up; the rest is taken as independent
 * @param quality worst quality of them
 */
public record BookEnergy(
    String device,
    String book,
    long entries,
    double energyJoules,
    double errorJoules,
    Quality quality) {

  static BookEnergy of(
      String device,
      String book,
      long entries,
      double energyJoules,
      double scaleErrorJoules,
      double independentVariance,
      int qualityCode) {
    // Rounding may leave a variance that is smaller than nothing.
    double error =
        Math.sqrt(scaleErrorJoules * scaleErrorJoules + Math.max(0, independentVariance));
    return new BookEnergy(device, book, entries, energyJoules, error, Quality.ofCode(qualityCode));
  }
}
