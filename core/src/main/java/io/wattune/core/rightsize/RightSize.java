package io.wattune.core.rightsize;

import java.util.OptionalDouble;

/**
 * How many compute units a kernel needs.
 *
 * @param kernel its name, as its runtime launches it
 * @param kernelSize its blocks
 * @param inputSize size of the input, such as the batch
 * @param leastUnits the least within the table's tolerance of its time on the whole device
 * @param units what it is to have: these and the table's margin
 * @param fullSeconds its time on the whole device
 * @param fullError standard error of that, seconds
 * @param seconds its time on the units that it is to have
 * @param error standard error of that, seconds
 */
public record RightSize(
    String kernel,
    long kernelSize,
    long inputSize,
    int leastUnits,
    int units,
    double fullSeconds,
    OptionalDouble fullError,
    double seconds,
    OptionalDouble error) {

  public RightSize {
    if (kernel.isEmpty() || kernelSize < 1 || inputSize < 1) {
      throw new IllegalArgumentException("a kernel has a name, and sizes from 1 on");
    }
    if (leastUnits < 1 || units < leastUnits) {
      throw new IllegalArgumentException(
          "kernel '" + kernel + "' has " + units + " units, of at least " + leastUnits);
    }
    if (!isTime(fullSeconds) || !isTime(seconds) || !isError(fullError) || !isError(error)) {
      throw new IllegalArgumentException(
          "times of kernel '" + kernel + "' are above 0, and errors not negative");
    }
  }

  private static boolean isTime(double seconds) {
    return seconds > 0 && Double.isFinite(seconds);
  }

  private static boolean isError(OptionalDouble error) {
    return error.isEmpty() || (error.getAsDouble() >= 0 && Double.isFinite(error.getAsDouble()));
  }
}
