package io.wattune.core.ring;

/**
 * Whether a sensor's reading has stood still for longer than it does by chance.
 *
 * <p>A sensor that measures hardly shows the very same value twice: its noise is above its
 * resolution. Where it shows one for update after update, either its resolution is coarse, which
 * shows as repeats all the time, or its driver has stopped to renew it: some do so once a second
 * when a board goes idle. What is shown then is not what the sensor's model says. With the share
 * {@code p} of samples that repeat the one before, {@code n} repeats in a row come by chance once
 * in {@code p^-n} times; what comes more seldom than once in {@value #ONCE_IN} is odd.
 *
 * <p>Test: {@code StuckReadingDetectorTest}.
 */
public final class StuckReadingDetector {
  /** A single repeat is no run: polls place an update by a period off now and then. */
  private static final int LEAST_REPEATS = 2;

  private static final double ONCE_IN = 100;

  /** Samples over which the share is taken. */
  private static final double SAMPLES = 64;

  private StuckReadingDetector() {}

  /**
   * Whether a run of repeats is more than chance.
   *
   * @param repeats samples in a row that repeat the one before
   * @param share share of samples that do so, from before the run
   */
  public static boolean isOddly(int repeats, double share) {
    return repeats >= LEAST_REPEATS && StrictMath.pow(share, repeats) * ONCE_IN < 1;
  }

  /** The share after a run and the sample that ended it. */
  static double shareAfter(int repeats, double share) {
    double kept = 1 - 1 / SAMPLES;
    double run = repeats == 0 ? share : 1 - (1 - share) * StrictMath.pow(kept, repeats);
    return run * kept;
  }
}
