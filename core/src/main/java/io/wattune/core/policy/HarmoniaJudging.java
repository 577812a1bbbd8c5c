package io.wattune.core.policy;

/**
 * How {@link HarmoniaPolicy} judges.
 *
 * @param tolerance largest loss of signal, as a share of the best one of the phase; a signal that
 *     differs by more than twice as much at unchanged settings is another phase's
 * @param invocations invocations that a judgement rests on: their mean is judged
 * @param mostWaits judgements at own settings that may wait for bins
 * @param mostDithers trials that may fall back before a phase settles where it is
 * @param mostRestarts times that the signal may change by itself in short order; each but the first
 *     doubles the invocations of a judgement
 * @param calmAfterNanos after so long without one, none is remembered
 * @param confirms whether what was found is believed only after own settings have been measured
 *     again: a phase that became faster while lower settings were tried would hide what they lose
 */
public record HarmoniaJudging(
    double tolerance,
    int invocations,
    int mostWaits,
    int mostDithers,
    int mostRestarts,
    long calmAfterNanos,
    boolean confirms) {
  private static final int MOST_INVOCATIONS = 4096;
  private static final int MOST_DOUBLINGS = 16;

  /** By one invocation and believing it, as in the paper. */
  public static final HarmoniaJudging PAPER =
      new HarmoniaJudging(0.02, 1, 8, 8, 4, 600_000_000_000L, false);

  /** By the mean of eight and with a second look, for real kernels and bins that come late. */
  public static final HarmoniaJudging LIVE =
      new HarmoniaJudging(0.02, 8, 8, 8, 4, 600_000_000_000L, true);

  public HarmoniaJudging {
    if (!(tolerance > 0 && tolerance < 0.5)) {
      throw new IllegalArgumentException("tolerance must be in (0, 0.5), was " + tolerance);
    }
    if (invocations < 1 || invocations > MOST_INVOCATIONS) {
      throw new IllegalArgumentException(
          "invocations must be in 1.." + MOST_INVOCATIONS + ", was " + invocations);
    }
    if (mostWaits < 0 || mostDithers < 0 || calmAfterNanos <= 0) {
      throw new IllegalArgumentException(
          ("mostWaits and mostDithers must not be negative and calmAfterNanos above 0, "
                  + "were %s, %s and %s")
              .formatted(mostWaits, mostDithers, calmAfterNanos));
    }
    if (mostRestarts < 0 || mostRestarts > MOST_DOUBLINGS) {
      throw new IllegalArgumentException(
          "mostRestarts must be in 0.." + MOST_DOUBLINGS + ", was " + mostRestarts);
    }
  }

  /** The same with another largest loss. */
  public HarmoniaJudging withTolerance(double largestLoss) {
    return new HarmoniaJudging(
        largestLoss, invocations, mostWaits, mostDithers, mostRestarts, calmAfterNanos, confirms);
  }

  /** Invocations of a judgement after so many restarts: one may be a phase, more are unrest. */
  int length(int restarts) {
    return invocations << Math.max(0, restarts - 1);
  }

  /** Whether a signal is within the tolerance of a reference. */
  boolean keepsUp(double signal, double reference) {
    return signal >= reference * (1 - tolerance);
  }

  /** Whether a signal at unchanged settings is of the same phase as before. */
  boolean isSame(double signal, double before) {
    return Math.abs(signal - before) <= 2 * tolerance * before;
  }
}
