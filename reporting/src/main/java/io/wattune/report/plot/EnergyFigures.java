package io.wattune.report.plot;

import io.wattune.core.Quality;
import java.util.Locale;

/**
 * The energy of one activity, as a report states it.
 *
 * @param energyJoules energy of the true power
 * @param standardErrorJoules its standard error
 * @param rawEnergyJoules plain integral of the sensor's readings
 * @param coverage share of the activity that the sensor saw, 0..1
 * @param quality how the energy was obtained
 */
public record EnergyFigures(
    double energyJoules,
    double standardErrorJoules,
    double rawEnergyJoules,
    double coverage,
    Quality quality) {

  /** Energy and standard error to the digits that mean something: {@code 844.7 ± 3.0 J}. */
  String label() {
    int decimals = decimals();
    return String.format(
        Locale.ROOT,
        "%." + decimals + "f ± %." + decimals + "f J",
        energyJoules,
        standardErrorJoules);
  }

  /** Two significant digits of the standard error; three decimals at most. */
  int decimals() {
    if (!(standardErrorJoules > 0)) {
      return 1;
    }
    return Math.max(0, Math.min(3, 1 - (int) Math.floor(Math.log10(standardErrorJoules))));
  }

  /** How far the plain integral is off, as a fraction of the energy. */
  double rawDeviation() {
    return rawEnergyJoules / energyJoules - 1;
  }
}
