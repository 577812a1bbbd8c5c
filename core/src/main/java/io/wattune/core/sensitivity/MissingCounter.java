package io.wattune.core.sensitivity;

/**
 * A counter that a model needs and could not use.
 *
 * @param counter the counter
 * @param why why not
 * @param detail the same in one sentence, for people
 */
public record MissingCounter(String counter, Why why, String detail) {

  /** Why a counter could not be used. */
  public enum Why {
    /** The reading does not have it. */
    ABSENT,
    /** Its unit is another than the metric needs. */
    WRONG_UNIT,
    /** It cannot be: a fraction above 1, a negative count. */
    OUT_OF_RANGE
  }
}
