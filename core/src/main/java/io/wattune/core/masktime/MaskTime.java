package io.wattune.core.masktime;

import java.util.List;

/**
 * How long a kernel takes on the units of a mask:
 *
 * <pre>
 * seconds = fixed + perUnit n + work J(share, deviceFloor, engineFloor / engines in use)
 * </pre>
 *
 * <p>with {@code n} units in use, the largest share of {@link Dealing} (Chow 2023, section 3.3.3),
 * and {@code J} the larger of its arguments, or another form of {@link Knee}. The floors are limits
 * that units do not move: memory's bandwidth is the device's, a cache or the raster of an engine is
 * the engine's. {@code perUnit} is what more units cost, by a cache that they share or a clock that
 * they take down. Its error on a table is what {@link MaskTimeFit} states. Test: {@code
 * MaskTimeFitTest}, on cards simulated block by block.
 *
 * @param fixedSeconds launch and end, whatever the mask
 * @param secondsPerUnit for each unit in use
 * @param workSeconds the kernel on one unit
 * @param deviceFloor share of the work below which more units do not help; 0 for none
 * @param engineFloor the same for a single engine in use; 0 for none
 */
public record MaskTime(
    double fixedSeconds,
    double secondsPerUnit,
    double workSeconds,
    double deviceFloor,
    double engineFloor,
    Knee knee,
    Dealing dealing) {

  public MaskTime {
    if (!(fixedSeconds >= 0)
        || !(secondsPerUnit >= 0)
        || !(workSeconds >= 0)
        || !(deviceFloor >= 0)
        || !(engineFloor >= 0)) {
      throw new IllegalArgumentException(
          "times and floors must be at least 0, were "
              + List.of(fixedSeconds, secondsPerUnit, workSeconds, deviceFloor, engineFloor));
    }
  }

  /** A kernel that is nothing but work in many blocks: the rule alone. */
  public static MaskTime ofWork(double workSeconds) {
    return new MaskTime(0, 0, workSeconds, 0, 0, Knee.SHARP, Dealing.EQUAL);
  }

  /**
   * Seconds on a mask.
   *
   * @param units units in use of each engine; at least one in all
   */
  public double seconds(List<Integer> units) {
    int[] counts = new int[units.size()];
    for (int engine = 0; engine < counts.length; engine++) {
      counts[engine] = units.get(engine);
    }
    return seconds(counts);
  }

  double seconds(int[] units) {
    int all = 0;
    for (int count : units) {
      all += count;
    }
    return fixedSeconds
        + secondsPerUnit * all
        + workSeconds * knee.join(units, dealing.shares(units), deviceFloor, engineFloor);
  }
}
