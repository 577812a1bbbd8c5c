package io.wattune.core.policy;

import io.wattune.core.sensitivity.SensitivityBin;

/**
 * Where the coarse half puts a tunable, as shares of its own setting.
 *
 * @param low where its sensitivity is LOW
 * @param medium where it is MEDIUM
 * @param high where it is HIGH
 */
public record BinShares(double low, double medium, double high) {

  public BinShares {
    if (!(low > 0 && low <= medium && medium <= high && high <= 1)) {
      throw new IllegalArgumentException(
          "low, medium and high must ascend in (0, 1], were %s, %s and %s"
              .formatted(low, medium, high));
    }
  }

  /** That of a bin. */
  public double of(SensitivityBin bin) {
    return switch (bin) {
      case LOW -> low;
      case MEDIUM -> medium;
      case HIGH -> high;
    };
  }
}
