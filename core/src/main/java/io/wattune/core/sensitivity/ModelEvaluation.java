package io.wattune.core.sensitivity;

import java.util.List;

/**
 * What a model says of one counter reading.
 *
 * @param raw the sensitivity as the model gave it, not held within 0..1; none where counters are
 *     missing
 * @param missing the counters that the model needs and the reading does not have, in the order of
 *     the model's terms: a normal result
 */
public record ModelEvaluation(double raw, List<MissingCounter> missing) {
  public ModelEvaluation {
    missing = List.copyOf(missing);
  }
}
