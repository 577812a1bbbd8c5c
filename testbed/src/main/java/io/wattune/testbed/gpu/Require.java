package io.wattune.testbed.gpu;

import java.nio.charset.StandardCharsets;

/** Checks of the numbers of a data file; each names the parameter, the rule and the value. */
final class Require {

  private Require() {}

  static void positive(String parameter, double value) {
    require(value > 0 && value < Double.POSITIVE_INFINITY, parameter, "be above 0", value);
  }

  static void notNegative(String parameter, double value) {
    require(value >= 0 && value < Double.POSITIVE_INFINITY, parameter, "be finite and >= 0", value);
  }

  static void positive(String parameter, long value) {
    if (value <= 0) {
      throw new IllegalArgumentException(parameter + " must be above 0, was " + value);
    }
  }

  static void notNegative(String parameter, long value) {
    if (value < 0) {
      throw new IllegalArgumentException(parameter + " must not be negative, was " + value);
    }
  }

  static void fraction(String parameter, double value) {
    require(value >= 0 && value <= 1, parameter, "be in 0..1", value);
  }

  static void within(String parameter, double value, double low, double high) {
    require(value >= low && value <= high, parameter, "be in " + low + ".." + high, value);
  }

  static void named(String parameter, String value, int mostBytes) {
    int bytes = value.getBytes(StandardCharsets.UTF_8).length;
    if (bytes == 0 || bytes > mostBytes) {
      throw new IllegalArgumentException(
          parameter + " must have 1 to " + mostBytes + " bytes in UTF-8, was '" + value + "'");
    }
  }

  private static void require(boolean holds, String parameter, String rule, double value) {
    if (!holds) {
      throw new IllegalArgumentException(parameter + " must " + rule + ", was " + value);
    }
  }
}
