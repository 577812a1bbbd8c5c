package io.wattune.core.saving;

/**
 * Some invocations, of which nothing is said but how much they were.
 *
 * @param invocations how many
 * @param seconds how long, in sum
 * @param joules their energy, as far as it is known
 */
public record Amount(long invocations, double seconds, double joules) {
  /** Nothing. */
  public static final Amount NONE = new Amount(0, 0, 0);

  /** Both. */
  Amount plus(Amount other) {
    return new Amount(
        invocations + other.invocations, seconds + other.seconds, joules + other.joules);
  }
}
