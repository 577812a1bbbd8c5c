package io.wattune.core.ledger.entry;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How well the ends of an activity are known that was detected in power: by its labels, {@value
 * #SOURCE}, {@value #START_ERROR} and {@value #END_ERROR}.
 *
 * <p>An end that is off by {@code d} puts {@code d P} into the wrong interval: with mean power
 * {@code P} and standard errors {@code s1} and {@code s2} of start and end in seconds, {@code P^2
 * (s1^2 + s2^2)} is added to the variance of the energy, as energy of what ran. Test: {@code
 * DetectionTest}.
 *
 * @param startErrorSeconds standard error of the start
 * @param endErrorSeconds standard error of the end; 0 while it has not been seen
 */
public record DetectedEnds(double startErrorSeconds, double endErrorSeconds) {
  /** What {@value #SOURCE} says. */
  public static final String DETECTED = "detected";

  private static final String SOURCE = "wattune.source";
  private static final String START_ERROR = "wattune.start-error";
  private static final String END_ERROR = "wattune.end-error";
  private static final MathContext DIGITS = new MathContext(3);

  /** What labels say; null where they are not of an activity that was detected. */
  public static @Nullable DetectedEnds of(Map<String, String> labels) {
    return DETECTED.equals(labels.get(SOURCE))
        ? new DetectedEnds(seconds(labels.get(START_ERROR)), seconds(labels.get(END_ERROR)))
        : null;
  }

  /** As labels, in seconds. */
  public Map<String, String> labels(boolean hasEnded) {
    Map<String, String> labels = new TreeMap<>();
    labels.put(SOURCE, DETECTED);
    labels.put(START_ERROR, text(startErrorSeconds));
    if (hasEnded) {
      labels.put(END_ERROR, text(endErrorSeconds));
    }
    return labels;
  }

  /** An entry with the error of its ends, where it has one. */
  public static LedgerEntry widened(LedgerEntry entry) {
    DetectedEnds ends = of(entry.labels());
    if (ends == null) {
      return entry;
    }
    double seconds = StrictMath.hypot(ends.startErrorSeconds, ends.endErrorSeconds);
    double more = 1e6 * entry.meanPowerWatts() * seconds;
    return entry.with(
        new ShortEnergy(
            entry.energyMicrojoules(),
            Math.round(StrictMath.hypot((double) entry.standardErrorMicrojoules(), more)),
            entry.scaleErrorMicrojoules(),
            entry.quality()));
  }

  private static String text(double seconds) {
    return new BigDecimal(seconds).round(DIGITS).stripTrailingZeros().toPlainString();
  }

  /** What a label says; 0 where it says nothing that can be used: anybody may send it. */
  private static double seconds(@Nullable String text) {
    if (text == null) {
      return 0;
    }
    try {
      double seconds = Double.parseDouble(text);
      return seconds > 0 && seconds < Double.POSITIVE_INFINITY ? seconds : 0;
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
