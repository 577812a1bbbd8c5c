package io.wattune.core.rightsize;

import java.util.Arrays;

/**
 * Seconds of each kernel of a model alone on each number of units, from a profile. Times need not
 * fall with each unit more: blocks are dealt to engines in equal shares, so that a unit in a new
 * engine can cost time. Immutable.
 */
public final class KernelTimes {
  private final double[][] seconds;
  private final int units;

  /**
   * Of a profile.
   *
   * @param seconds for each kernel, its seconds on 1, 2, ... units; as many for each
   */
  public KernelTimes(double[][] seconds) {
    if (seconds.length == 0 || seconds[0].length == 0) {
      throw new IllegalArgumentException("a model has at least a kernel, a GPU at least a unit");
    }
    this.units = seconds[0].length;
    this.seconds = new double[seconds.length][];
    for (int kernel = 0; kernel < seconds.length; kernel++) {
      if (seconds[kernel].length != units) {
        throw new IllegalArgumentException("kernel " + kernel + " has not " + units + " times");
      }
      for (double each : seconds[kernel]) {
        if (!(each >= 0) || Double.isInfinite(each)) {
          throw new IllegalArgumentException("kernel " + kernel + " has a time of " + each);
        }
      }
      this.seconds[kernel] = seconds[kernel].clone();
    }
  }

  /** The same kernels where none may have more units than some. */
  public KernelTimes upTo(int most) {
    double[][] part = new double[seconds.length][];
    for (int kernel = 0; kernel < part.length; kernel++) {
      part[kernel] = Arrays.copyOf(seconds[kernel], Math.min(most, units));
    }
    return new KernelTimes(part);
  }

  /** How many kernels there are. */
  public int kernels() {
    return seconds.length;
  }

  /** How many units the GPU has. */
  public int units() {
    return units;
  }

  /** Seconds of a kernel on a number of units, from 1. */
  public double seconds(int kernel, int count) {
    return seconds[kernel][count - 1];
  }

  /** Seconds of a kernel on the whole GPU. */
  public double onAll(int kernel) {
    return seconds[kernel][units - 1];
  }

  /** Seconds of the model with so many units for each kernel. */
  public double sum(int[] counts) {
    double sum = 0;
    for (int kernel = 0; kernel < seconds.length; kernel++) {
      sum += seconds[kernel][counts[kernel] - 1];
    }
    return sum;
  }

  /** Seconds of the model on the whole GPU. */
  public double sumOnAll() {
    double sum = 0;
    for (int kernel = 0; kernel < seconds.length; kernel++) {
      sum += onAll(kernel);
    }
    return sum;
  }

  /** Seconds of the model with the best number of units for each kernel. */
  public double least() {
    double sum = 0;
    for (double[] ofKernel : seconds) {
      sum += Arrays.stream(ofKernel).min().orElseThrow();
    }
    return sum;
  }

  /**
   * The least units of each kernel that are within a part of its time on the whole GPU: the
   * document's right-size (Chow 2023, section 3.3.2), there within 1 %.
   */
  public int[] rightSizes(double within) {
    int[] sizes = new int[seconds.length];
    for (int kernel = 0; kernel < sizes.length; kernel++) {
      int count = 1;
      while (count < units && seconds(kernel, count) > (1 + within) * onAll(kernel)) {
        count++;
      }
      sizes[kernel] = count;
    }
    return sizes;
  }
}
