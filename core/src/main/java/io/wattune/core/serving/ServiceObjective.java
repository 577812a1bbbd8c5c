package io.wattune.core.serving;

import java.util.Locale;

/**
 * What the 95th percentile of a server's latency may be: seconds, or a multiple of that of a server
 * that is left alone and has as many requests as it can serve (Chow 2023, section 4.2.2: twice).
 * Test: {@code ServerControlTest}.
 *
 * @param value seconds, or the multiple
 * @param isMultiple which of the two
 */
public record ServiceObjective(double value, boolean isMultiple) {
  /** The document's. */
  public static final ServiceObjective DEFAULT = new ServiceObjective(2, true);

  /** A server could not hold less by itself. */
  private static final double LEAST_MULTIPLE = 1.1;

  private static final double MOST_MULTIPLE = 1000;
  private static final double MOST_SECONDS = 86_400;

  public ServiceObjective {
    boolean isWithin =
        isMultiple
            ? value >= LEAST_MULTIPLE && value <= MOST_MULTIPLE
            : value > 0 && value <= MOST_SECONDS;
    if (!isWithin) {
      throw new IllegalArgumentException(
          isMultiple
              ? "a multiple is from " + LEAST_MULTIPLE + " to " + MOST_MULTIPLE
              : "seconds are above 0 and at most " + MOST_SECONDS);
    }
  }

  /**
   * As it is written: {@code 0.5s}, {@code 500ms}, or {@code 2x}.
   *
   * @throws IllegalArgumentException where it is none of these
   */
  public static ServiceObjective parse(String text) {
    String lower = text.strip().toLowerCase(Locale.ROOT);
    if (lower.endsWith("x")) {
      return new ServiceObjective(number(lower, 1), true);
    }
    if (lower.endsWith("ms")) {
      return new ServiceObjective(number(lower, 2) / 1000, false);
    }
    if (lower.endsWith("s")) {
      return new ServiceObjective(number(lower, 1), false);
    }
    throw new IllegalArgumentException("it has no unit");
  }

  private static double number(String text, int unit) {
    return Double.parseDouble(text.substring(0, text.length() - unit).strip());
  }

  /**
   * In seconds, where nothing was measured of a server that is left alone.
   *
   * @throws IllegalArgumentException where it is a multiple of that
   */
  public double seconds() {
    if (isMultiple) {
      throw new IllegalArgumentException("a multiple needs a tail that was measured");
    }
    return value;
  }

  /** In seconds, for a model on a server. */
  public double seconds(ServingTable table) {
    return isMultiple ? value * table.tailAlone() : value;
  }
}
