package io.wattune.core.policy;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What is to be as small as possible, among the settings whose loss of delivered work rate is
 * within the bound. Per work, with {@code P} the power and {@code r} the delivered work rate:
 * {@code P / r}, {@code P / r^2} and {@code P / r^3}.
 */
public enum Objective {
  /** Energy per work. */
  ENERGY(1),
  /** Energy times time, each per work. */
  ED(2),
  /** Energy times the square of time, each per work. */
  ED2(3);

  private final int exponent;

  Objective(int exponent) {
    this.exponent = exponent;
  }

  /** Power of the delivered work rate by which power is divided. */
  int exponent() {
    return exponent;
  }

  /** Its name in options, files and labels. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The objective of this name; empty for one that is not known. */
  public static Optional<Objective> named(String text) {
    return Arrays.stream(values()).filter(each -> each.text().equals(text)).findFirst();
  }

  /** Their names, the default first. */
  public static List<String> names() {
    return Arrays.stream(values()).map(Objective::text).toList();
  }
}
