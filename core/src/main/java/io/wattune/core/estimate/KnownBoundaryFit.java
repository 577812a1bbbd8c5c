package io.wattune.core.estimate;

import io.wattune.core.sensor.Boxcar;
import io.wattune.core.sensor.SensorModel;

/**
 * Energy of an activity whose boundaries are known, from the samples in and about it.
 *
 * <p>Power steps freely at boundaries and walks at random between them. How much it walks is not
 * known: the fit is made for each of a ladder of {@code q}, a decade apart, and the fits are
 * weighted by their likelihoods with the unknown levels integrated out (what restricted maximum
 * likelihood maximises), under one prior weight per decade. So the variance contains how much the
 * fits differ, and nothing is claimed that only the best {@code q} would allow. A ladder in place
 * of a search also makes the cost the same for all.
 *
 * <p>The sensor's own constants are not exact: the fit is made again with the time constant (or
 * window) and with the delay moved by one standard error each, and the squares of the differences
 * are added. Units: J, W, s. Tests: {@code KnownBoundaryFitTest}.
 */
public final class KnownBoundaryFit {
  /**
   * Standard deviation of a walk within a second from 0.01 W to 1 kW: still, to no order at all.
   */
  private static final int LOWEST_DECADE = -4;

  /** Number of rungs of the ladder. */
  static final int DECADES = 11;

  private KnownBoundaryFit() {}

  /**
   * Fits.
   *
   * @param model the sensor's response; its error counts
   * @param delayErrorSeconds standard error of the delay, which the stretch's times are without
   * @param stretch samples and boundaries, with {@code from} and {@code to} among its nodes
   * @param from start of the activity
   * @param to its end
   */
  public static EnergyFit energy(
      SensorModel model, double delayErrorSeconds, Stretch stretch, double from, double to) {
    double constant = constantOf(model);
    EnergyFit[] fits = new EnergyFit[DECADES];
    int best = 0;
    for (int i = 0; i < DECADES; i++) {
      fits[i] = fit(model, constant, stretch, walk(i), from, to);
      if (!(fits[i].logLikelihood() <= fits[best].logLikelihood())) {
        best = i;
      }
    }
    EnergyFit mixed = mixed(fits, fits[best].logLikelihood());
    double variance = mixed.variance();
    double constantError = errorOf(model);
    if (constantError > 0) {
      double moved = fit(model, constant + constantError, stretch, walk(best), from, to).joules();
      variance += square(moved - fits[best].joules());
    }
    if (delayErrorSeconds > 0) {
      Stretch later = moved(stretch, delayErrorSeconds, from, to);
      double moved = fit(model, constant, later, walk(best), from, to).joules();
      variance += square(moved - fits[best].joules());
    }
    return new EnergyFit(mixed.joules(), variance, mixed.logLikelihood());
  }

  /** The fit for one given walk. */
  static EnergyFit fit(
      SensorModel model, double constant, Stretch stretch, double q, double from, double to) {
    return model instanceof Boxcar
        ? new WindowCells(stretch, constant).fit(q).energy(from, to)
        : LagEnergy.fit(stretch, constant, q, from, to);
  }

  /** A rung of the ladder, in W^2/s. */
  static double walk(int decade) {
    return Math.pow(10, (double) LOWEST_DECADE + decade);
  }

  private static EnergyFit mixed(EnergyFit[] fits, double highest) {
    double weights = 0;
    double joules = 0;
    for (EnergyFit fit : fits) {
      double weight = Math.exp(fit.logLikelihood() - highest);
      weights += weight;
      joules += weight * fit.joules();
    }
    joules /= weights;
    double variance = 0;
    for (EnergyFit fit : fits) {
      double weight = Math.exp(fit.logLikelihood() - highest);
      variance += weight / weights * (fit.variance() + square(fit.joules() - joules));
    }
    return new EnergyFit(joules, variance, highest);
  }

  /** Samples later by some seconds, boundaries where they were. */
  private static Stretch moved(Stretch stretch, double bySeconds, double from, double to) {
    int samples = 0;
    int boundaries = 0;
    for (int i = 0; i < stretch.nodes(); i++) {
      samples += stretch.isSample(i) ? 1 : 0;
      boundaries += stretch.steps()[i] ? 1 : 0;
    }
    double[] seconds = new double[samples];
    double[] watts = new double[samples];
    double[] variances = new double[samples];
    double[] steps = new double[boundaries];
    int s = 0;
    int b = 0;
    for (int i = 0; i < stretch.nodes(); i++) {
      if (stretch.isSample(i)) {
        seconds[s] = stretch.seconds()[i] + bySeconds;
        watts[s] = stretch.watts()[i];
        variances[s++] = stretch.variances()[i];
      }
      if (stretch.steps()[i]) {
        steps[b++] = stretch.seconds()[i];
      }
    }
    return Stretch.of(seconds, watts, variances, steps, new double[] {from, to});
  }

  private static double constantOf(SensorModel model) {
    return model instanceof Boxcar ? model.windowSeconds() : model.timeConstantSeconds();
  }

  private static double errorOf(SensorModel model) {
    return model instanceof Boxcar ? model.windowErrorSeconds() : model.timeConstantErrorSeconds();
  }

  private static double square(double x) {
    return x * x;
  }
}
