package io.wattune.pipeline;

import io.wattune.core.Quality;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongBinaryOperator;

/**
 * The energy of one device over whole seconds, by the ledger and by the simulator.
 *
 * @param device device id
 * @param seconds length of the interval
 * @param total of the whole interval
 * @param missingWindows windows that should be in the ledger and are not
 * @param byQuality of the windows of each quality that there is, best first
 */
public record ComparedEnergy(
    String device,
    long seconds,
    Compared total,
    long missingWindows,
    Map<Quality, Compared> byQuality) {
  private static final double JOULES_PER_MICROJOULE = 1e-6;

  /**
   * Energy of some windows.
   *
   * @param ledgerJoules sum of the ledger's windows
   * @param standardErrorJoules bound of the sum's standard error, as the ledger states it
   * @param trueJoules what the simulated GPU took in these seconds
   */
  public record Compared(double ledgerJoules, double standardErrorJoules, double trueJoules) {}

  public ComparedEnergy {
    byQuality = Collections.unmodifiableMap(new TreeMap<>(byQuality));
  }

  /**
   * Compares what a book says with the truth.
   *
   * @param truth energy in microjoules between two whole seconds in epoch nanoseconds
   */
  static ComparedEnergy of(String device, EnergyBook.Sum sum, LongBinaryOperator truth) {
    Map<Quality, Compared> byQuality = new EnumMap<>(Quality.class);
    sum.byQuality()
        .forEach(
            (quality, part) ->
                byQuality.put(
                    quality,
                    compared(
                        part.energyMicrojoules(),
                        part.errorMicrojoules(),
                        part.sumOverSpans(truth))));
    return new ComparedEnergy(
        device,
        TimeUnit.NANOSECONDS.toSeconds(sum.endNanos() - sum.startNanos()),
        compared(
            sum.energyMicrojoules(),
            sum.errorMicrojoules(),
            truth.applyAsLong(sum.startNanos(), sum.endNanos())),
        sum.missing(),
        byQuality);
  }

  private static Compared compared(
      long energyMicrojoules, long errorMicrojoules, long trueMicrojoules) {
    return new Compared(
        energyMicrojoules * JOULES_PER_MICROJOULE,
        errorMicrojoules * JOULES_PER_MICROJOULE,
        trueMicrojoules * JOULES_PER_MICROJOULE);
  }

  /** Share of the energy that is of each quality, best first; empty where there is no energy. */
  public Map<Quality, Double> qualityShares() {
    double all = byQuality.values().stream().mapToDouble(Compared::ledgerJoules).sum();
    Map<Quality, Double> shares = new EnumMap<>(Quality.class);
    if (all > 0) {
      byQuality.forEach((quality, part) -> shares.put(quality, part.ledgerJoules() / all));
    }
    return shares;
  }

  /** How far the ledger is off, as a fraction of the truth; 0 where nothing was measured. */
  public double relativeError() {
    return total.trueJoules() == 0 ? 0 : total.ledgerJoules() / total.trueJoules() - 1;
  }
}
