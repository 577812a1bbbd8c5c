package io.wattune.core.ring;

import io.wattune.core.reading.Spacing;

/** Receives the samples of a ring with the time between the polls that they came between. */
@FunctionalInterface
public interface PolledVisitor {
  /**
   * Takes a sample.
   *
   * @param sinceNanos from the poll before to the poll that saw it; behind a gap that was not
   *     bridged it says nothing of that
   */
  void sample(long timeNanos, int value, Spacing spacing, long sinceNanos);
}
