package io.wattune.core.sensitivity;

import io.wattune.core.counter.CounterReading;
import java.io.Serializable;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A sensitivity as a linear function of metrics: {@code intercept + sum of coefficient * metric},
 * in the order of the terms. Immutable.
 *
 * @param name name of the model, stable: state and records refer to it
 * @param trainedOn product whose measurements it was fitted to, as far as its name is sure
 * @param tunables the tunables that it is the sensitivity to
 * @param intercept value where all metrics are 0
 * @param terms one for each metric that it uses
 */
public record LinearModel(
    String name, String trainedOn, List<String> tunables, double intercept, List<Term> terms)
    implements Serializable {

  /**
   * One summand.
   *
   * @param metric the metric, in its own unit
   * @param coefficient sensitivity for one unit of it
   */
  public record Term(SensitivityMetric metric, double coefficient) implements Serializable {
    public Term {
      if (!Double.isFinite(coefficient)) {
        throw new IllegalArgumentException(
            "the coefficient of " + metric + " must be finite, was " + coefficient);
      }
    }
  }

  public LinearModel {
    if (!Double.isFinite(intercept)) {
      throw new IllegalArgumentException("the intercept must be finite, was " + intercept);
    }
    if (name.isEmpty() || tunables.isEmpty() || letters(trainedOn).isEmpty()) {
      throw new IllegalArgumentException(
          ("a model needs a name, a product that it was trained on, and a tunable; had "
                  + "'%s', '%s' and %s")
              .formatted(name, trainedOn, tunables));
    }
    tunables = List.copyOf(tunables);
    terms = List.copyOf(terms);
    Set<SensitivityMetric> metrics = new HashSet<>();
    for (Term term : terms) {
      if (!metrics.add(term.metric())) {
        throw new IllegalArgumentException(
            "model '" + name + "' has two terms for " + term.metric());
      }
    }
  }

  /** Evaluates one reading, or says what is missing. */
  public ModelEvaluation evaluate(CounterReading reading, RegisterFile registers) {
    var counters = new CounterSource(reading, registers);
    double raw = intercept;
    for (Term term : terms) {
      raw += term.coefficient() * term.metric().of(counters);
    }
    return new ModelEvaluation(raw, counters.missing());
  }

  /** Whether a product of this name is of the kind that the model was trained on. */
  public boolean isTrainedFor(String product) {
    return letters(product).contains(letters(trainedOn));
  }

  /** Makers write one product's name with and without spaces, dashes and capitals. */
  private static String letters(String product) {
    return product.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
  }
}
