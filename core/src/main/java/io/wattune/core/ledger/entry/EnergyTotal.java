package io.wattune.core.ledger.entry;

import io.wattune.core.Quality;
import org.jspecify.annotations.Nullable;

/**
 * Energy of all entries of one book that have something in common.
 *
 * @param key what they have in common; null for those that have none of it
 * @param isRemainder whether it is what no activity of the book took
 * @param entries how many there are
 * @param energyMicrojoules their sum
 * @param standardErrorMicrojoules its standard error
 * @param scaleErrorMicrojoules the part of it that adds up: from gain and offset, and from levels
 *     that repeats share
 * @param idleMicrojoules the part of the energy that active idle would have taken; null where that
 *     is not known of each
 * @param quality worst quality of them
 */
public record EnergyTotal(
    @Nullable String key,
    boolean isRemainder,
    long entries,
    long energyMicrojoules,
    long standardErrorMicrojoules,
    long scaleErrorMicrojoules,
    @Nullable Long idleMicrojoules,
    Quality quality) {

  /** What no activity of a book took, in words for people. */
  public static final String NOT_ATTRIBUTED = "not attributed";

  /**
   * What those are called, for people, that have none of what energies are summed by.
   *
   * @param by what that is: user, job and the like
   */
  public static String without(String by) {
    return "without " + by;
  }
}
