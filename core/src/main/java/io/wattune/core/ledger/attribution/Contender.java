package io.wattune.core.ledger.attribution;

import org.jspecify.annotations.Nullable;

/**
 * An activity that competes for its device's energy.
 *
 * @param place the caller's number of it
 * @param level 0 for the outermost level; a parent has a lower one
 * @param id unique within its level
 * @param parentId id of an enclosing activity of a lower level, where there is one
 * @param startNanos when it begins to compete
 * @param endNanos when it stops; {@link Long#MAX_VALUE} while it runs
 * @param weight declared weight; NaN where none was
 * @param workPerSecond delivered work rate; NaN where it is not known
 * @param ratedFromNanos time from which on the delivered work rate counts
 */
public record Contender(
    int place,
    int level,
    String id,
    @Nullable String parentId,
    long startNanos,
    long endNanos,
    double weight,
    double workPerSecond,
    long ratedFromNanos) {

  public Contender {
    if (weight < 0 || weight == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException("weight must be finite and at least 0, was " + weight);
    }
    if (workPerSecond < 0 || workPerSecond == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "workPerSecond must be finite and at least 0, was " + workPerSecond);
    }
  }

  boolean isRatedAt(long timeNanos) {
    return !Double.isNaN(workPerSecond) && timeNanos >= ratedFromNanos;
  }
}
