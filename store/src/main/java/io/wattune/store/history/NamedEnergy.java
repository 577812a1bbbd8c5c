package io.wattune.store.history;

import io.wattune.core.Quality;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Energy on one device of all entries of one name, or one user, in one book.
 *
 * @param device device id
 * @param name name of the activities, or of the user; empty where there is none, as for windows
 * @param isRemainder it is what no activity of the book took
 * @param labels their owner labels where all have the same; empty otherwise
 * @param entries number of entries
 * @param energyJoules sum of their energies
 * @param scaleErrorJoules the part of the sum's standard error that is common to all entries of the
 *     device: it adds up
 * @param independentVariance square of the rest of the standard error, in square joules: variances
 *     add up
 * @param seconds sum of their durations
 * @param quality worst quality of them
 * @param joulesByQuality the energy of those of each quality
 */
public record NamedEnergy(
    String device,
    String name,
    boolean isRemainder,
    Map<String, String> labels,
    long entries,
    double energyJoules,
    double scaleErrorJoules,
    double independentVariance,
    double seconds,
    Quality quality,
    Map<Quality, Double> joulesByQuality) {

  public NamedEnergy {
    labels = Map.copyOf(labels);
    joulesByQuality = Map.copyOf(joulesByQuality);
    // Rounding may leave a variance that is smaller than nothing.
    independentVariance = Math.max(0, independentVariance);
  }

  /** Of which all entries have one quality. */
  public NamedEnergy(
      String device,
      String name,
      boolean isRemainder,
      Map<String, String> labels,
      long entries,
      double energyJoules,
      double scaleErrorJoules,
      double independentVariance,
      double seconds,
      Quality quality) {
    this(
        device,
        name,
        isRemainder,
        labels,
        entries,
        energyJoules,
        scaleErrorJoules,
        independentVariance,
        seconds,
        quality,
        Map.of(quality, energyJoules));
  }

  /**
   * With those of the same device and name added to each other, in the order in which they come.
   */
  public static List<NamedEnergy> merged(Collection<NamedEnergy> parts) {
    record Key(String device, String name, boolean isRemainder) {}
    Map<Key, NamedEnergy> sums = new LinkedHashMap<>();
    for (NamedEnergy part : parts) {
      sums.merge(
          new Key(part.device, part.name, part.isRemainder), part, NamedEnergy::withMoreOfTheSame);
    }
    return List.copyOf(sums.values());
  }

  private NamedEnergy withMoreOfTheSame(NamedEnergy other) {
    return new NamedEnergy(
        device,
        name,
        isRemainder,
        labels.equals(other.labels) ? labels : Map.of(),
        entries + other.entries,
        energyJoules + other.energyJoules,
        scaleErrorJoules + other.scaleErrorJoules,
        independentVariance + other.independentVariance,
        seconds + other.seconds,
        quality.worst(other.quality),
        added(joulesByQuality, other.joulesByQuality));
  }

  private static Map<Quality, Double> added(Map<Quality, Double> some, Map<Quality, Double> more) {
    Map<Quality, Double> sum = new EnumMap<>(Quality.class);
    sum.putAll(some);
    more.forEach((quality, joules) -> sum.merge(quality, joules, Double::sum));
    return sum;
  }
}
