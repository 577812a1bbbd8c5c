package io.wattune.core.noisefloor;

import io.wattune.core.noisefloor.NoiseFloor.ShortestLoad;
import io.wattune.core.noisefloor.NoiseFloor.SmallestLoad;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A {@link NoiseFloor} in words. */
final class FloorText {
  private static final double PERCENT = 100;

  /** Always upwards: a floor must not be said to be lower than it is. */
  private static final MathContext UPWARDS = new MathContext(2, RoundingMode.UP);

  private static final MathContext NEAREST = new MathContext(3, RoundingMode.HALF_EVEN);

  private FloorText() {}

  static List<String> of(NoiseFloor floor) {
    List<String> sentences = new ArrayList<>();
    if (!floor.isGainKnown()) {
      sentences.add(
          String.format(
              Locale.ROOT,
              "No load is known within %d %% before a meter is used: the gain is known to %.1f %%"
                  + " (two standard errors), and no repeating mends that.",
              NoiseFloor.PERCENT,
              2 * PERCENT * floor.gainError()));
    }
    String polled = "Polled every " + time(floor.pollSeconds(), NEAREST) + ", ";
    sentences.add(polled + (floor.isGainKnown() ? "" : "the gain aside, ") + shortest(floor));
    if (floor.shortest().get(0).seconds() != null) {
      sentences.add(smallest(floor));
    }
    if (floor.offsetErrorWatts() > 0) {
      sentences.add(
          "That is of what a load takes above idle; in its whole energy the offset counts too, which"
              + " is known to "
              + text(2 * floor.offsetErrorWatts(), UPWARDS)
              + " W.");
    }
    return sentences;
  }

  private static String shortest(NoiseFloor floor) {
    var words = new StringBuilder();
    for (ShortestLoad load : floor.shortest()) {
      Double seconds = load.seconds();
      String height = text(load.watts(), NEAREST) + " W ";
      if (!words.isEmpty()) {
        words.append(", one of ").append(height);
      } else if (seconds == null) {
        return "no load of up to a minute is known within " + NoiseFloor.PERCENT + " %.";
      } else {
        words.append("a load of ").append(height).append("is known within ");
        words.append(NoiseFloor.PERCENT).append(" % ");
      }
      words.append(
          seconds == null
              ? "at no length up to a minute"
              : "from " + time(seconds, UPWARDS) + " on");
    }
    return words.append('.').toString();
  }

  private static String smallest(NoiseFloor floor) {
    var words = new StringBuilder();
    for (SmallestLoad load : floor.smallest()) {
      Double watts = load.watts();
      words.append(words.isEmpty() ? "One of " : ", one of ");
      words.append(time(load.seconds(), NEAREST));
      words.append(
          watts == null
              ? " at no power up to " + text(floor.range().swingWatts(), NEAREST) + " W"
              : " from " + text(watts, UPWARDS) + " W on");
    }
    return words.append('.').toString();
  }

  private static String time(double seconds, MathContext rounding) {
    return seconds < 1 ? text(1e3 * seconds, rounding) + " ms" : text(seconds, rounding) + " s";
  }

  private static String text(double value, MathContext rounding) {
    // Not what is left of binary fractions, which would round a whole number upwards.
    BigDecimal exact = new BigDecimal(value).round(new MathContext(12, RoundingMode.HALF_EVEN));
    return exact.signum() == 0 ? "0" : exact.round(rounding).stripTrailingZeros().toPlainString();
  }
}
