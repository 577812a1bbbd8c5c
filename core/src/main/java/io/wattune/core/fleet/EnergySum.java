package io.wattune.core.fleet;

import java.math.BigInteger;
import java.util.OptionalLong;

/**
 * An exact sum of energies. A long counts 9.2e12 J in microjoules, which 10,000 GPUs of 500 W use
 * in three weeks; hence whole joules beside it.
 *
 * @param joules whole joules, rounded down
 * @param microjoules what is left, 0..999999
 */
public record EnergySum(long joules, int microjoules) {
  private static final int PER_JOULE = 1_000_000;

  /** No energy. */
  public static final EnergySum ZERO = new EnergySum(0, 0);

  public EnergySum {
    if (microjoules < 0 || microjoules >= PER_JOULE) {
      throw new IllegalArgumentException("microjoules must be in 0..999999, was " + microjoules);
    }
  }

  /** The energy of one device. */
  public static EnergySum ofMicrojoules(long microjoules) {
    return new EnergySum(
        Math.floorDiv(microjoules, PER_JOULE), Math.floorMod(microjoules, PER_JOULE));
  }

  /** The sum of both. */
  public EnergySum plus(EnergySum other) {
    int rest = microjoules + other.microjoules;
    int carry = rest >= PER_JOULE ? 1 : 0;
    return new EnergySum(
        Math.addExact(Math.addExact(joules, other.joules), carry), rest - carry * PER_JOULE);
  }

  /** All of it in microjoules, whatever its size. */
  public BigInteger exactMicrojoules() {
    return BigInteger.valueOf(joules)
        .multiply(BigInteger.valueOf(PER_JOULE))
        .add(BigInteger.valueOf(microjoules));
  }

  /** All of it in microjoules; empty where that does not fit. */
  public OptionalLong fittingMicrojoules() {
    BigInteger exact = exactMicrojoules();
    return exact.bitLength() < Long.SIZE
        ? OptionalLong.of(exact.longValue())
        : OptionalLong.empty();
  }
}
