package io.wattune.core.ring;

import io.wattune.core.reading.Spacing;

/**
 * Integral of a device's samples from its first sample on, folded sample by sample in time order.
 * Mutable, plain fields.
 *
 * <p>Trapezoid rule with time stamps: {@code E += (y0 + y1) / 2 * (t1 - t0)}; exact for readings
 * that are linear in time, otherwise the error of a step is at most {@code max|y''| dt^3 / 12}. As
 * a {@code double} the sum of a year at 500 W resolves 2 uJ, and steps that are added to it lose up
 * to half of that each, to one side where they are alike: 3 millionths of an hour at 30 W, polled
 * every 10 ms. A look-up repeats the very same operations, so it gives the very same bits. Tests:
 * {@code SampleRingTest}, {@code RunningIntegralTest}.
 */
public final class RunningIntegral {
  /**
   * Standard deviation of the mean power in a bridged gap is at least this share of the power: a
   * gap's ends may agree by chance.
   */
  static final double LEAST_GAP_ERROR = 0.1;

  /** Samples further apart than this do not follow power. */
  public static final long SPARSE_NANOS = 250_000_000L;

  private static final double SQRT_12 = Math.sqrt(12);

  /** Integral of the readings over the time that was seen or bridged, in joules. */
  public double joules;

  /**
   * Plain trapezoid of the polls themselves, repeats included, in joules: what a logger that knows
   * nothing of sensors adds up. At a sample it reaches to the poll that saw it. Nothing is added
   * from the last sample before a gap that is not bridged to the poll behind it.
   */
  public double rawJoules;

  /** Time seen or bridged. */
  public long spanNanos;

  /** Time bridged. */
  public long gapNanos;

  /**
   * Variance of the energy for what is not seen, in J^2. Power that steps once, at any time between
   * two samples that differ by {@code J} and lie {@code h} apart, gives {@code (J h)^2 / 12}; power
   * that goes up and down as it likes between samples that are sparse, {@code (J h)^2 / 2}.
   */
  public double gapVariance;

  /** The part of {@link #gapVariance} from between samples that were seen, gaps apart. */
  public double seenVariance;

  /**
   * Sum of {@code |J1 J2| h^2} over the steps {@code J2} between two samples {@code h} apart that
   * were seen, and the step {@code J1} before, in J^2: large where readings go up and down, nothing
   * where they step once.
   */
  public double restlessness;

  /**
   * Sum of {@code J^2} over the steps {@code J} of a reading that had stood still for longer than
   * it does by chance ({@link StuckReadingDetector}), in W^2.
   */
  public double heldSquares;

  /**
   * Share of the samples that repeat the one before, as of the newest that did not; half until
   * samples show it.
   */
  public double repeatShare = 0.5;

  /** How many samples up to the newest repeat the one before, without a break. */
  public int repeats;

  /** Step of the reading between the two newest samples; 0 where one was not seen, in watts. */
  public double stepWatts;

  /** Sum of the steps of the reading across gaps that were not bridged, in watts. */
  public double brokenWatts;

  /** Takes the values of another one. */
  public void set(RunningIntegral other) {
    joules = other.joules;
    rawJoules = other.rawJoules;
    spanNanos = other.spanNanos;
    gapNanos = other.gapNanos;
    gapVariance = other.gapVariance;
    seenVariance = other.seenVariance;
    restlessness = other.restlessness;
    heldSquares = other.heldSquares;
    repeatShare = other.repeatShare;
    repeats = other.repeats;
    stepWatts = other.stepWatts;
    brokenWatts = other.brokenWatts;
  }

  /** Adds the time from a sample of {@code watts0} to one of {@code watts1}. */
  void advance(double watts0, double watts1, long nanos, Spacing spacing) {
    if (spacing == Spacing.BROKEN) {
      brokenWatts += watts1 - watts0;
      stepWatts = 0;
      repeats = 0;
      return;
    }
    double seconds = nanos * 1e-9;
    double mean = 0.5 * (watts0 + watts1);
    joules += mean * seconds;
    spanNanos += nanos;
    if (spacing == Spacing.BRIDGED) {
      gapNanos += nanos;
      double sd =
          seconds * Math.max(Math.abs(watts1 - watts0) / SQRT_12, LEAST_GAP_ERROR * Math.abs(mean));
      gapVariance += sd * sd;
      stepWatts = 0;
      repeats = 0;
    } else {
      double step = (watts1 - watts0) * seconds;
      double variance = step * step / (nanos > SPARSE_NANOS ? 2 : 12);
      gapVariance += variance;
      seenVariance += variance;
      restlessness += Math.abs(step * stepWatts) * seconds;
      stepWatts = watts1 - watts0;
      noteRepeat(stepWatts);
    }
  }

  private void noteRepeat(double step) {
    if (step == 0) {
      repeats++;
      return;
    }
    if (StuckReadingDetector.isOddly(repeats, repeatShare)) {
      heldSquares += step * step;
    }
    repeatShare = StuckReadingDetector.shareAfter(repeats, repeatShare);
    repeats = 0;
  }

  /**
   * Adds the polls from the one that saw a sample to the one that saw the next: they show the old
   * value up to the last poll before, then rise to the new one.
   */
  void advanceRaw(double watts0, double watts1, long heldNanos, long risingNanos) {
    rawJoules += watts0 * (heldNanos * 1e-9) + 0.5 * (watts0 + watts1) * (risingNanos * 1e-9);
  }
}
