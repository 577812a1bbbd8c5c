package io.wattune.core.estimate;

import static io.wattune.core.algebra.Products.square;

import io.wattune.core.sensor.SensorModel;
import java.util.function.Function;

/**
 * Energy of an activity whose boundaries are known, from the samples in and about it.
 *
 * <p>Power steps freely at boundaries and walks at random between them. How much it walks is not
 * known: the fit is made for each {@link RandomWalk} of a ladder, and the fits are weighted by
 * their likelihoods with the unknown levels integrated out (what restricted maximum likelihood
 * maximises), under one prior weight each. So the variance contains how much the fits differ, and
 * nothing is claimed that only the best walk would allow. A ladder in place of a search also makes
 * the cost the same for all.
 *
 * <p>The sensor's own constants are not exact: the fit is made again with the time constant (or
 * window) and with the delay moved by one standard error each, the delay to either side, and the
 * squares of the (larger) differences are added. Units: J, W, s. Tests: {@code
 * KnownBoundaryFitTest}.
 */
public final class KnownBoundaryFit {
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
    double constant = model.constantSeconds();
    Function<RandomWalk, EnergyFit> fitter = fitter(model, constant, stretch, from, to);
    EnergyFit[] fits = new EnergyFit[RandomWalk.LADDER.size()];
    int best = 0;
    double highest = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < fits.length; i++) {
      fits[i] = fitter.apply(RandomWalk.LADDER.get(i));
      if (fits[i].logLikelihood() > highest) {
        highest = fits[i].logLikelihood();
        best = i;
      }
    }
    EnergyFit mixed = mixed(fits, highest);
    RandomWalk likeliest = RandomWalk.LADDER.get(best);
    double variance = mixed.variance();
    double constantError = model.constantErrorSeconds();
    if (constantError > 0) {
      EnergyFit other = fitter(model, constant + constantError, stretch, from, to).apply(likeliest);
      variance += square(other.joules() - fits[best].joules());
    }
    if (delayErrorSeconds > 0) {
      // A delay that is known badly may be wrong to either side, and only one may show a load.
      double most = 0;
      for (int sign = -1; sign <= 1; sign += 2) {
        Stretch moved = moved(stretch, sign * delayErrorSeconds, from, to);
        EnergyFit other = fitter(model, constant, moved, from, to).apply(likeliest);
        most = Math.max(most, square(other.joules() - fits[best].joules()));
      }
      variance += most;
    }
    return new EnergyFit(mixed.joules(), variance, mixed.logLikelihood());
  }

  /** The fit for any given walk. */
  private static Function<RandomWalk, EnergyFit> fitter(
      SensorModel model, double constant, Stretch stretch, double from, double to) {
    if (model.isBoxcar()) {
      var cells = new WindowCells(stretch, constant);
      return walk -> cells.fit(walk).energy(from, to);
    }
    return walk -> LagEnergy.fit(stretch, constant, walk, from, to);
  }

  /** A walk that numbers cannot bear (no likelihood) has no weight. */
  private static EnergyFit mixed(EnergyFit[] fits, double highest) {
    double weights = 0;
    double joules = 0;
    for (EnergyFit fit : fits) {
      double weight = weight(fit, highest);
      weights += weight;
      joules += weight > 0 ? weight * fit.joules() : 0;
    }
    joules /= weights;
    double variance = 0;
    for (EnergyFit fit : fits) {
      double weight = weight(fit, highest) / weights;
      variance += weight > 0 ? weight * (fit.variance() + square(fit.joules() - joules)) : 0;
    }
    return new EnergyFit(joules, variance, highest);
  }

  private static double weight(EnergyFit fit, double highest) {
    return Double.isNaN(fit.logLikelihood()) ? 0 : StrictMath.exp(fit.logLikelihood() - highest);
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
}
