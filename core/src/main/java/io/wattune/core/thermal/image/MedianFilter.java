package io.wattune.core.thermal.image;

import java.util.Arrays;

/**
 * Replaces pixels on steep slopes by the median around them, until none is left: pixels that are
 * dead or stuck. The slope that counts as steep is a percentile of the first image and stays: taken
 * anew each time, a tenth of the pixels would be above the 90th for ever. Slopes are the largest
 * difference to a neighbour, in kelvin. Test: {@code MedianFilterTest}.
 *
 * @param window side of the square that a median is of, pixels
 * @param percentile share of slopes that are not steep, 0 to 1
 * @param mostPasses passes after which it ends in any case
 */
public record MedianFilter(int window, double percentile, int mostPasses) {
  /** The document's: 20 x 20 pixels, 90th percentile. It flattens peaks as narrow as its window. */
  public static final MedianFilter DOCUMENT = new MedianFilter(20, 0.9, 50);

  /** Takes single pixels out and leaves what is as wide as its window. */
  public static final MedianFilter NARROW = new MedianFilter(3, 0.98, 10);

  public MedianFilter {
    if (window < 2 || window > 101 || !(percentile > 0 && percentile < 1) || mostPasses < 1) {
      throw new IllegalArgumentException(
          "not a median filter: " + window + " pixels, percentile " + percentile);
    }
  }

  /** The filtered image. */
  public ThermalImage filtered(ThermalImage image) {
    double[] slopes = slopes(image);
    double[] sorted = slopes.clone();
    Arrays.sort(sorted);
    double steep = sorted[(int) Math.floor(percentile * (sorted.length - 1))];
    ThermalImage now = image;
    for (int pass = 0; pass < mostPasses; pass++) {
      double[] next = now.values().clone();
      boolean changed = false;
      for (int i = 0; i < next.length; i++) {
        if (slopes[i] > steep) {
          next[i] = median(now, i / now.columns(), i % now.columns());
          changed |= next[i] != now.values()[i];
        }
      }
      if (!changed) {
        break;
      }
      now = now.with(next);
      slopes = slopes(now);
    }
    return now;
  }

  /** The steepest slope to a neighbour, kelvin per pixel. */
  static double[] slopes(ThermalImage image) {
    double[] slopes = new double[image.values().length];
    for (int i = 0; i < image.rows(); i++) {
      for (int j = 0; j < image.columns(); j++) {
        double here = image.at(i, j);
        double most = 0;
        if (i > 0) {
          most = Math.max(most, Math.abs(here - image.at(i - 1, j)));
        }
        if (i < image.rows() - 1) {
          most = Math.max(most, Math.abs(here - image.at(i + 1, j)));
        }
        if (j > 0) {
          most = Math.max(most, Math.abs(here - image.at(i, j - 1)));
        }
        if (j < image.columns() - 1) {
          most = Math.max(most, Math.abs(here - image.at(i, j + 1)));
        }
        slopes[i * image.columns() + j] = most;
      }
    }
    return slopes;
  }

  private double median(ThermalImage image, int row, int column) {
    int before = (window - 1) / 2;
    int top = Math.max(0, row - before);
    int left = Math.max(0, column - before);
    int bottom = Math.min(image.rows(), row - before + window);
    int right = Math.min(image.columns(), column - before + window);
    double[] around = new double[(bottom - top) * (right - left)];
    int n = 0;
    for (int i = top; i < bottom; i++) {
      for (int j = left; j < right; j++) {
        around[n++] = image.at(i, j);
      }
    }
    Arrays.sort(around);
    return n % 2 == 1 ? around[n / 2] : (around[n / 2 - 1] + around[n / 2]) / 2;
  }
}
