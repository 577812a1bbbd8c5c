package io.wattune.report;

import java.math.BigDecimal;
import java.util.Locale;

/** Writes numbers the same way in every locale. */
public final class Decimals {
  private Decimals() {}

  /** Integer thousandths as a decimal number, exactly: -1500 gives {@code -1.500}. */
  public static String fromMilli(long milli) {
    return BigDecimal.valueOf(milli, 3).toPlainString();
  }

  /** Integer millionths as a decimal number, exactly. */
  public static String fromMicro(long micro) {
    return BigDecimal.valueOf(micro, 6).toPlainString();
  }

  /** A number with the given number of digits after the point. */
  public static String fixed(double value, int digits) {
    return String.format(Locale.ROOT, "%." + digits + "f", value);
  }

  /** A share as percent, with the given number of digits after the point. */
  public static String percent(double share, int digits) {
    return fixed(100 * share, digits) + " %";
  }

  /** A value with digits after the point that its error makes sense of: two digits of the error. */
  public static String withError(double value, double error) {
    int digits = digits(error);
    return fixed(value, digits) + " +- " + fixed(error, digits);
  }

  private static int digits(double error) {
    if (!(error > 0)) {
      return 3;
    }
    int magnitude = (int) Math.floor(Math.log10(error));
    return Math.max(0, Math.min(6, 1 - magnitude));
  }
}
