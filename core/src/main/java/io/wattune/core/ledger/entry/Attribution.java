package io.wattune.core.ledger.entry;

import org.jspecify.annotations.Nullable;

/**
 * How an entry's energy was shared out.
 *
 * @param share the part of the interval's time that is the entry's, 0..1: 1 where nothing competed
 *     with it
 * @param idleMicrojoules the part of the energy that the device would have taken at its active idle
 *     power; null while that is not known
 * @param unexplainedMicrojoules the energy less that of its children, where it has any: those of
 *     the nearest level inside; null where it has none
 * @param stillRuns whether the activity ran on at the entry's end
 * @param activities how many activities the entry stands for: 1, but for those that came too fast
 *     to have an entry each, of which one then has the energy, and the share of the time, of all
 */
public record Attribution(
    double share,
    @Nullable Long idleMicrojoules,
    @Nullable Long unexplainedMicrojoules,
    boolean stillRuns,
    int activities) {

  public Attribution {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("share must be 0 to 1, was " + share);
    }
    if (activities < 1) {
      throw new IllegalArgumentException("activities must be at least 1, was " + activities);
    }
  }

  /** Of an entry that stands for one. */
  public Attribution(
      double share,
      @Nullable Long idleMicrojoules,
      @Nullable Long unexplainedMicrojoules,
      boolean stillRuns) {
    this(share, idleMicrojoules, unexplainedMicrojoules, stillRuns, 1);
  }
}
