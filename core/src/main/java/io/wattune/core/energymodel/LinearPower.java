package io.wattune.core.energymodel;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Power as an idle power and so many joules an access: {@code P = P0 + sum of e_c r_c}.
 *
 * @param terms the idle power first, then a term for each group of counters that cannot be
 *     distinguished
 * @param covariances of the terms' coefficients, in the terms' order; NaN for one at its bound
 * @param scaleWatts standard deviation of a kernel's power about the model; a robust one where the
 *     loss is
 */
@SuppressWarnings("ArrayRecordComponent") // Documented: owned, never compared.
public record LinearPower(List<Term> terms, double[][] covariances, double scaleWatts)
    implements PowerModel {
  /** Name of the idle power. */
  public static final String IDLE = "idle";

  /**
   * A coefficient.
   *
   * @param counters indices of the table's counters, the one whose rate is multiplied first; none
   *     for the idle power
   * @param names their names
   * @param watts power for a rate of one: joules, where rates are in seconds
   * @param standardError its error; NaN where it is at its bound, 0
   */
  public record Term(
      List<Integer> counters, List<String> names, double watts, double standardError) {
    public Term {
      counters = List.copyOf(counters);
      names = List.copyOf(names);
    }

    /** Its name: those of merged counters together. */
    public String name() {
      return counters.isEmpty() ? IDLE : names.stream().collect(Collectors.joining(" + "));
    }

    /** Its part of the power of a kernel with these rates. */
    public double partWatts(double[] rates) {
      return counters.isEmpty() ? watts : watts * rates[counters.get(0)];
    }
  }

  public LinearPower {
    terms = List.copyOf(terms);
  }

  @Override
  public PowerPrediction predict(double[] rates) {
    double watts = 0;
    double variance = scaleWatts * scaleWatts;
    for (int i = 0; i < terms.size(); i++) {
      watts += terms.get(i).partWatts(rates);
      for (int j = 0; j < terms.size(); j++) {
        double covariance = covariances[i][j];
        if (!Double.isNaN(covariance)) {
          variance += covariance * rate(i, rates) * rate(j, rates);
        }
      }
    }
    return new PowerPrediction(watts, Math.sqrt(Math.max(0, variance)));
  }

  private double rate(int term, double[] rates) {
    List<Integer> counters = terms.get(term).counters();
    return counters.isEmpty() ? 1 : rates[counters.get(0)];
  }
}
