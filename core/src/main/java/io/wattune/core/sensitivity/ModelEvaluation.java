package io.wattune.core.sensitivity;

import java.util.List;

/** What a model says of one counter reading. */
public sealed interface ModelEvaluation {

  /**
   * A sensitivity.
   *
   * @param raw as the model gave it, not held within 0..1
   */
  record Ready(double raw) implements ModelEvaluation {}

  /**
   * The reading does not have what the model needs: a normal result.
   *
   * @param missing the counters that are missing, in the order of the model's terms
   */
  record NotReady(List<MissingCounter> missing) implements ModelEvaluation {
    public NotReady {
      missing = List.copyOf(missing);
    }
  }
}
