package io.wattune.core.thermal.image;

import java.util.List;

/**
 * What a camera shows: a value for each square pixel, row by row from the top. Temperatures in
 * kelvin above the coolant, or power in watts per square metre.
 *
 * @param rows rows of pixels
 * @param columns columns of pixels
 * @param pixel side of a pixel on the chip, metres
 * @param values row by row
 */
@SuppressWarnings("ArrayRecordComponent") // Images are large and are read, not compared.
public record ThermalImage(int rows, int columns, double pixel, double[] values) {
  /** Above any infrared camera; bounds the work. */
  public static final int MOST_PIXELS = 1 << 20;

  public ThermalImage {
    if (rows < 8 || columns < 8 || (long) rows * columns > MOST_PIXELS) {
      throw new IllegalArgumentException(
          "an image has at least 8 x 8 and at most %s pixels, not %s x %s"
              .formatted(MOST_PIXELS, rows, columns));
    }
    if (values.length != rows * columns) {
      throw new IllegalArgumentException(
          "an image of " + rows + " x " + columns + " pixels has not " + values.length + " values");
    }
    if (!(pixel > 0 && pixel < 0.1)) {
      throw new IllegalArgumentException("a pixel's side must be above 0 m, is " + pixel);
    }
    for (double value : values) {
      if (!Double.isFinite(value)) {
        throw new IllegalArgumentException("an image has only finite values, not " + value);
      }
    }
  }

  /** A pixel's value. */
  public double at(int row, int column) {
    return values[row * columns + column];
  }

  /** The same pixels with other values. */
  ThermalImage with(double[] others) {
    return new ThermalImage(rows, columns, pixel, others);
  }

  /**
   * This image less another: a workload less the mean of all, so that what takes more than usual is
   * a peak.
   */
  public ThermalImage minus(ThermalImage other) {
    refuseUnlike(other);
    double[] difference = values.clone();
    for (int i = 0; i < difference.length; i++) {
      difference[i] -= other.values[i];
    }
    return with(difference);
  }

  /** The mean of images of one size. */
  public static ThermalImage mean(List<ThermalImage> images) {
    ThermalImage first = images.get(0);
    double[] sum = new double[first.values.length];
    for (ThermalImage image : images) {
      first.refuseUnlike(image);
      for (int i = 0; i < sum.length; i++) {
        sum[i] += image.values[i] / images.size();
      }
    }
    return first.with(sum);
  }

  private void refuseUnlike(ThermalImage other) {
    if (other.rows != rows || other.columns != columns || other.pixel != pixel) {
      throw new IllegalArgumentException(
          "images must have the same pixels, not %s x %s and %s x %s"
              .formatted(rows, columns, other.rows, other.columns));
    }
  }
}
