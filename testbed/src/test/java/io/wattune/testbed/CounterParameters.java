package io.wattune.testbed;

/**
 * A simulated energy counter.
 *
 * @param updatePeriodNanos time between two updates
 * @param microjoulesPerCount energy that one count really stands for
 * @param statedMicrojoulesPerCount energy that the device says one count stands for
 * @param bits width of the counter, 16 to 63: it wraps to 0
 * @param gain counted energy per true energy
 * @param startJoules what it had counted when the trace began
 */
public record CounterParameters(
    long updatePeriodNanos,
    double microjoulesPerCount,
    double statedMicrojoulesPerCount,
    int bits,
    double gain,
    double startJoules) {

  public CounterParameters {
    above0("updatePeriodNanos", (double) updatePeriodNanos);
    above0("microjoulesPerCount", microjoulesPerCount);
    above0("statedMicrojoulesPerCount", statedMicrojoulesPerCount);
    above0("gain", gain);
    if (bits < 16 || bits > 63) {
      throw new IllegalArgumentException("bits must be in 16..63, was " + bits);
    }
    if (!(startJoules >= 0 && startJoules < 1e12)) {
      throw new IllegalArgumentException("startJoules must be in 0..1e12, was " + startJoules);
    }
  }

  /**
   * NVML's total energy of Volta and later: millijoules since the driver was loaded. 20 ms between
   * updates is one of several figures in circulation (10 to 100 ms).
   */
  public static CounterParameters nvml() {
    return new CounterParameters(20_000_000L, 1000, 1000, 63, 1, 12_345.678);
  }

  /**
   * An older AMD accumulator: 32 bits of 2^-16 J, which its library rounds to 15.3 uJ, 0.27 % too
   * much.
   */
  public static CounterParameters amd32() {
    return new CounterParameters(1_000_000L, 1e6 / 65_536, 15.3, 32, 1, 60_000);
  }

  private static void above0(String name, double value) {
    if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(name + " must be finite and above 0, was " + value);
    }
  }
}
