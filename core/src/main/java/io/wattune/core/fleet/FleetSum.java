package io.wattune.core.fleet;

import io.wattune.core.Quality;
import org.jspecify.annotations.Nullable;

/**
 * A sum over devices, exact in every order: integers only, and the worst quality. The square of the
 * standard error is summed, {@code s^2 = sum s_i^2} in mW^2: errors of different devices are taken
 * as independent, which the error of a common scale is not. Test: {@code FleetSumPropertyTest}.
 *
 * @param atNanos newest of the event times that the parts are seen from; 0 for none
 * @param powerMilliwatts of the fresh devices
 * @param varianceSquareMilliwatts square of the standard error of that
 * @param worst worst quality among them; null where no device is fresh
 * @param energy of all devices of which the ledger was read; null for none
 * @param freshDevices devices that are in the sum of power
 * @param staleDevices devices whose newest sample is too old
 * @param silentDevices devices that have never given a sample
 */
public record FleetSum(
    long atNanos,
    long powerMilliwatts,
    long varianceSquareMilliwatts,
    @Nullable Quality worst,
    @Nullable EnergySum energy,
    int freshDevices,
    int staleDevices,
    int silentDevices) {

  /** The sum over nothing. */
  public static final FleetSum EMPTY = new FleetSum(0, 0, 0, null, null, 0, 0, 0);

  /** One fresh device. */
  static FleetSum fresh(PowerSample sample) {
    long error = sample.errorMilliwatts();
    return new FleetSum(0, sample.milliwatts(), error * error, sample.quality(), null, 1, 0, 0);
  }

  /** One stale device. */
  static FleetSum stale() {
    return new FleetSum(0, 0, 0, null, null, 0, 1, 0);
  }

  /** One silent device. */
  static FleetSum silent() {
    return new FleetSum(0, 0, 0, null, null, 0, 0, 1);
  }

  /** The energy of one device. */
  static FleetSum energy(long microjoules) {
    return new FleetSum(0, 0, 0, null, EnergySum.ofMicrojoules(microjoules), 0, 0, 0);
  }

  /** The sum of both. */
  public FleetSum plus(FleetSum other) {
    return new FleetSum(
        Math.max(atNanos, other.atNanos),
        Math.addExact(powerMilliwatts, other.powerMilliwatts),
        saturated(varianceSquareMilliwatts, other.varianceSquareMilliwatts),
        worst(worst, other.worst),
        energy(energy, other.energy),
        freshDevices + other.freshDevices,
        staleDevices + other.staleDevices,
        silentDevices + other.silentDevices);
  }

  /** The same, seen from a time. */
  FleetSum seenFrom(long nanos) {
    return new FleetSum(
        nanos,
        powerMilliwatts,
        varianceSquareMilliwatts,
        worst,
        energy,
        freshDevices,
        staleDevices,
        silentDevices);
  }

  /** A device whose error is 2000 kW says nothing any more; neither does a sum with it. */
  private static long saturated(long a, long b) {
    return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
  }

  private static @Nullable Quality worst(@Nullable Quality a, @Nullable Quality b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    return a.worst(b);
  }

  private static @Nullable EnergySum energy(@Nullable EnergySum a, @Nullable EnergySum b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    return a.plus(b);
  }

  /** Standard error of the power, rounded. */
  public long errorMilliwatts() {
    return Math.round(Math.sqrt((double) varianceSquareMilliwatts));
  }

  /** Worst quality in the sum; INVALID where nothing is: no reading, not no power. */
  public Quality quality() {
    return worst == null ? Quality.INVALID : worst;
  }

  /** All devices. */
  public int devices() {
    return freshDevices + staleDevices + silentDevices;
  }
}
