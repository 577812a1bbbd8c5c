package io.wattune.core.thermal.image;

import java.util.ArrayList;
import java.util.List;

/**
 * Power from temperature: the negative Laplacian with known conductivity, {@code q = h T - k t
 * laplacian(T)}, regularised, as it makes noise larger by the square of the inverse of the pixel.
 * In the cosine transform's terms: {@code q(c) = H T(c)/(H^2 + l c^2)}, H the sheet's response, c
 * the curvature. The weight l is the one of generalised cross-validation (Golub, Heath and Wahba
 * 1979): it predicts each pixel best from the others, and needs no noise level. The same weight
 * serves images of one camera: it is chosen on all of them together. W/m^2; the error is stated.
 * Test: {@code PowerMapTest}.
 */
public final class PowerMap {
  /**
   * Noise that hangs together over some pixels, as a median filter leaves it, would be taken for
   * power; with this factor it is not (Kim and Gu 2004).
   */
  private static final double DEAR = 1.4;

  private static final int STEPS = 60;
  private static final double LEAST = 1e-14;
  private static final double MOST = 1e2;

  private final CosineTransform transform;
  private final int rows;
  private final int columns;
  private final double[] response;
  private final double[] penalty;

  /** For images of one size. */
  public PowerMap(ImagedSheet sheet, int rows, int columns, double pixel) {
    this.rows = rows;
    this.columns = columns;
    transform = new CosineTransform(rows, columns);
    response = new double[rows * columns];
    penalty = new double[rows * columns];
    double flat = sheet.response(0);
    for (int k = 0; k < rows; k++) {
      for (int m = 0; m < columns; m++) {
        int at = k * columns + m;
        double curvature = transform.curvature(k, m);
        response[at] = sheet.response(curvature / (pixel * pixel));
        // Relative to the flat response, so that the weight has no unit.
        penalty[at] = flat * flat * curvature * curvature;
      }
    }
  }

  /**
   * Maps of power.
   *
   * @param maps W/m^2 of each pixel, an image for each one that went in
   * @param noise W/m^2, standard error of a pixel from the camera's noise
   * @param cameraNoise kelvin, as the images show it
   * @param weight of the regularisation
   */
  public record Result(List<ThermalImage> maps, double noise, double cameraNoise, double weight) {}

  /** What power makes these temperatures. */
  public Result of(List<ThermalImage> images) {
    double[][] coefficients = new double[images.size()][];
    for (int i = 0; i < coefficients.length; i++) {
      ThermalImage image = images.get(i);
      if (image.rows() != rows || image.columns() != columns) {
        throw new IllegalArgumentException("an image has other pixels than the others");
      }
      coefficients[i] = transform.forward(image.values());
    }
    double weight = bestWeight(coefficients);
    var maps = new ArrayList<ThermalImage>();
    for (int i = 0; i < coefficients.length; i++) {
      double[] power = new double[response.length];
      for (int c = 0; c < power.length; c++) {
        power[c] = coefficients[i][c] * inverse(c, weight);
      }
      maps.add(images.get(i).with(transform.backward(power)));
    }
    double camera = cameraNoise(coefficients, weight);
    double sum = 0;
    for (int c = 0; c < response.length; c++) {
      double factor = inverse(c, weight);
      sum += factor * factor;
    }
    return new Result(List.copyOf(maps), camera * Math.sqrt(sum / response.length), camera, weight);
  }

  private double inverse(int c, double weight) {
    return response[c] / (response[c] * response[c] + weight * penalty[c]);
  }

  /** The kelvin that power shows as in an image. */
  public ThermalImage shown(ThermalImage power) {
    double[] coefficients = transform.forward(power.values());
    for (int c = 0; c < coefficients.length; c++) {
      coefficients[c] *= response[c];
    }
    return power.with(transform.backward(coefficients));
  }

  private double bestWeight(double[][] coefficients) {
    double best = LEAST;
    double least = Double.POSITIVE_INFINITY;
    for (int step = 0; step <= STEPS; step++) {
      double weight = LEAST * StrictMath.pow(MOST / LEAST, step / (double) STEPS);
      double score = score(coefficients, weight);
      if (score < least) {
        least = score;
        best = weight;
      }
    }
    return best;
  }

  /** {@code residual^2/(degrees of freedom that are left)^2}, those that are used counting more. */
  private double score(double[][] coefficients, double weight) {
    double[] sums = sums(coefficients, weight);
    double free = response.length - DEAR * (response.length - sums[1]);
    return free > 0 ? sums[0] / (free * free) : Double.POSITIVE_INFINITY;
  }

  private double cameraNoise(double[][] coefficients, double weight) {
    double[] sums = sums(coefficients, weight);
    return Math.sqrt(sums[0] / (sums[1] * coefficients.length));
  }

  private double[] sums(double[][] coefficients, double weight) {
    double residual = 0;
    double free = 0;
    for (int c = 0; c < response.length; c++) {
      double lost = 1 - response[c] * inverse(c, weight);
      free += lost;
      for (double[] image : coefficients) {
        residual += lost * lost * image[c] * image[c];
      }
    }
    return new double[] {residual, free};
  }
}
