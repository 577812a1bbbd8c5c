package io.wattune.core.noisefloor;

import io.wattune.core.sensor.SensorProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoublePredicate;
import org.jspecify.annotations.Nullable;

/**
 * The smallest and the shortest load whose energy a sensor measures within {@value #PERCENT} %.
 *
 * <p>A load goes up by {@code H} watts above idle and down again {@code T} seconds later; both
 * times are known. "Within" means 95 loads in 100, however they lie to the sensor's updates, by the
 * standard errors that the ledger states ({@link LoneLoad}): where it states {@code s} of a load,
 * the share {@code erfc(x / (s sqrt 2))} lies farther off than {@code x}. The error is compared
 * with {@code H T}, what the load takes above idle: with the idle power in it anything would do.
 * The offset cancels there. The gain does not, and is the same for all loads of the device, so that
 * repeating a load does not mend it: its error is added in squares, and where it is too large alone
 * nothing is known within {@value #PERCENT} %. Then the floor is that of the rest.
 *
 * <p>Found by bisection to a tenth, of lengths from 1 ms to a minute. Units W, s. Tests: {@code
 * NoiseFloorTest}, and against simulated sensors {@code NoiseFloorHoldsTest}.
 *
 * @param pollSeconds how often the sensor is asked
 * @param range of the device's power
 * @param gainError standard error of the gain, relative
 * @param offsetErrorWatts standard error of the offset; not in the floor
 * @param shortest the shortest load of some heights, the highest first
 * @param smallest the smallest load of some lengths, the shortest first
 */
public record NoiseFloor(
    double pollSeconds,
    PowerRange range,
    double gainError,
    double offsetErrorWatts,
    List<ShortestLoad> shortest,
    List<SmallestLoad> smallest) {

  /** The error that is asked for. */
  public static final int PERCENT = 5;

  private static final double WITHIN = PERCENT / 100.0;
  private static final double SIGMAS = 2;
  private static final double MOST_BEYOND = 0.05;
  private static final double[] SHARES_OF_SWING = {1, 0.5, 0.1};
  private static final double[] LENGTHS = {10, 1, 0.1};
  private static final double LONGEST_SECONDS = 64;
  private static final double SHORTEST_SECONDS = 0.001;
  private static final double SMALLEST_SHARE = 0.001;

  /** The search ends where the bounds are no further apart than by this factor. */
  private static final double RESOLUTION = 1.1;

  public NoiseFloor {
    shortest = List.copyOf(shortest);
    smallest = List.copyOf(smallest);
  }

  /**
   * The shortest load of a height.
   *
   * @param watts above idle
   * @param seconds null where none up to a minute is known so well
   */
  public record ShortestLoad(double watts, @Nullable Double seconds) {}

  /**
   * The smallest load of a length.
   *
   * @param seconds its length
   * @param watts above idle; null where none within the range is known so well
   */
  public record SmallestLoad(double seconds, @Nullable Double watts) {}

  /**
   * The floor of a sensor.
   *
   * @param profile what is known of it
   * @param pollSeconds how often it is asked, above 0
   * @param range of the device's power
   */
  public static NoiseFloor of(SensorProfile profile, double pollSeconds, PowerRange range) {
    if (!(pollSeconds > 0 && pollSeconds < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("pollSeconds must be above 0, was " + pollSeconds);
    }
    double gain = profile.gainError() / profile.gain();
    double counted = SIGMAS * gain < WITHIN ? gain : 0;
    var load = new LoneLoad(profile, pollSeconds, range);
    List<ShortestLoad> shortest = new ArrayList<>();
    Double least = SHORTEST_SECONDS;
    for (double share : SHARES_OF_SWING) {
      double watts = share * range.swingWatts();
      least = least(least, LONGEST_SECONDS, seconds -> isKnown(load, watts, seconds, counted));
      shortest.add(new ShortestLoad(watts, least));
    }
    List<SmallestLoad> smallest = new ArrayList<>();
    least = SMALLEST_SHARE * range.swingWatts();
    for (double seconds : LENGTHS) {
      least = least(least, range.swingWatts(), watts -> isKnown(load, watts, seconds, counted));
      smallest.add(0, new SmallestLoad(seconds, least));
    }
    return new NoiseFloor(pollSeconds, range, gain, profile.offsetErrorWatts(), shortest, smallest);
  }

  private static boolean isKnown(LoneLoad load, double watts, double seconds, double gainError) {
    double[] errors = load.relativeErrors(watts, seconds);
    double beyond = 0;
    for (double error : errors) {
      beyond += NormalTail.beyond(WITHIN / StrictMath.hypot(error, gainError)) / errors.length;
    }
    return beyond <= MOST_BEYOND;
  }

  /** Whether the gain is known so well that a load can be known within {@value #PERCENT} %. */
  public boolean isGainKnown() {
    return SIGMAS * gainError < WITHIN;
  }

  /** The floor in words, sentence by sentence. */
  public List<String> sentences() {
    return FloorText.of(this);
  }

  /**
   * The least value from which on a check holds, searched from above; null where it does not hold
   * at the highest.
   *
   * @param lowest it cannot be less; null where nothing holds
   */
  private static @Nullable Double least(
      @Nullable Double lowest, double highest, DoublePredicate check) {
    if (lowest == null || !check.test(highest)) {
      return null;
    }
    double good = highest;
    while (good > lowest) {
      double next = Math.max(lowest, good / 2);
      if (!check.test(next)) {
        return between(next, good, check);
      }
      good = next;
    }
    return good;
  }

  private static double between(double bad, double good, DoublePredicate check) {
    double low = bad;
    double high = good;
    while (high / low > RESOLUTION) {
      double middle = Math.sqrt(low * high);
      if (check.test(middle)) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return high;
  }
}
