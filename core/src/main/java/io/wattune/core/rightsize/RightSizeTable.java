package io.wattune.core.rightsize;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * How many compute units each kernel of a served model needs on a model of device (Chow 2023,
 * section 3.3.2).
 *
 * @param product model of the device, as its descriptor has it
 * @param model name of the model, as its server shows it
 * @param version ascending with each table of the same two
 * @param fullUnits compute units of the whole device
 * @param tolerance part by which a kernel may take longer than on the whole device; 0.01 there
 * @param margin units that were added to the least
 * @param measuredNanos when it was measured, epoch nanoseconds
 * @param measuredBy who measured it, or with what
 */
public record RightSizeTable(
    String product,
    String model,
    long version,
    int fullUnits,
    double tolerance,
    int margin,
    long measuredNanos,
    String measuredBy,
    List<RightSize> kernels) {

  public RightSizeTable {
    kernels = List.copyOf(kernels);
    if (product.isEmpty() || model.isEmpty() || kernels.isEmpty()) {
      throw new IllegalArgumentException(
          "a table is of a device's model and a server's model, and has a kernel");
    }
    if (fullUnits < 1 || margin < 0 || !(tolerance >= 0 && tolerance <= 1)) {
      throw new IllegalArgumentException(
          "a device has a unit, a margin is not negative, a tolerance from 0 to 1");
    }
    Set<Key> keys = new HashSet<>();
    for (RightSize each : kernels) {
      if (each.units() > fullUnits) {
        throw new IllegalArgumentException(
            "kernel '" + each.kernel() + "' has " + each.units() + " units of " + fullUnits);
      }
      if (!keys.add(new Key(each.kernel(), each.kernelSize(), each.inputSize()))) {
        throw new IllegalArgumentException("kernel '" + each.kernel() + "' stands there twice");
      }
    }
  }

  private record Key(String kernel, long kernelSize, long inputSize) {}

  /** The key of its record. */
  public String key() {
    return key(product, model);
  }

  /** The key of the record of a device's model and a server's. */
  public static String key(String product, String model) {
    return product + "/" + model;
  }

  /**
   * Units of the kernels by their time on the whole device, as a part of all of it: what is in use
   * while they run one after another. Each kernel counts once, since a table does not say how often
   * one is launched.
   */
  public double share() {
    double used = 0;
    double whole = 0;
    for (RightSize each : kernels) {
      used += each.fullSeconds() * each.units();
      whole += each.fullSeconds() * fullUnits;
    }
    return used / whole;
  }
}
