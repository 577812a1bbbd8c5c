package io.wattune.core.estimate;

import io.wattune.core.sensor.SensorModel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;

/**
 * Energy of an activity that is one of many alike, each too short for the sensor to resolve.
 *
 * <p>Power in a segment {@code s} of group {@code g} is {@code p_s = m_g + u_s}: activities of one
 * name share a level {@code m_g}, the gaps between activities another, and each differs from its
 * group's by a random effect {@code u_s} of variance {@code (r m_g)^2}. A sample is a weighted sum
 * of segments ({@link ResponseWeights}) and noise, so that everything is jointly normal, and the
 * energies follow from conditioning on the samples:
 *
 * <pre>p | y = m + K A' V^-1 (y - A m),  V = S + A K A',  K = D + G M G'</pre>
 *
 * (best linear unbiased prediction, Henderson 1975) with {@code D} the random effects, {@code M}
 * what is known of levels beforehand, {@code S} the noise. Of a name's level nothing is known
 * ({@value CrudeLevels#FREE} times a crude guess); of the gaps', what {@link Pool#idle} says. How
 * large {@code r} is, and by how much more than their noise samples differ since power is not
 * steady within segments, is not known: the fit is made for a ladder of both, weighted by
 * likelihood. Rungs of {@code r} are half a decade apart, down to what no sensor shows: between
 * none and too large a one errors of single energies would be stated up to three times too small.
 *
 * <p>Where activities come and go with a period that the window holds a whole number of times, all
 * samples show the same, and nothing but {@link Pool#idle} separates on from off. The error says
 * so, and it is common to all of the name: {@link PooledFit#commonJoules}, the covariance of the
 * energy with the sum over the name, over the sum's standard error. What an energy has beyond that
 * is not correlated with the sum, so that a sum of entries whose common parts are added, and the
 * others squared, is not stated too small.
 *
 * <p>The sensor's own constants are not exact, and one error away from a window that is blind is
 * another that is not: the likeliest fit is made again with window or time constant, and with the
 * delay, moved by one and two standard errors to both sides, and all are weighted by likelihood.
 * What lies between is linear: half an error moves all samples together, by the steps between
 * levels and between random effects, which is part of {@code S} and taken to be the same in all of
 * these fits. Units J, W, s. Cost: {@code n^3} for {@code n} samples, some million operations.
 * Tests: {@code PooledLevelsTest} (closed forms), {@code RepeatedActivitiesTest} (errors over
 * stated errors on sensors and loads drawn at random).
 */
public final class PooledLevels {
  private static final double[] SPREADS = {0, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3};
  private static final double[] RESTLESS = {1, 4, 16};

  /** How far the sensor's constants are moved, in their standard errors. */
  private static final double[] DEVIATIONS = {-2, -1, 1, 2};

  /** Between two of these, and between the first and none, samples are taken to move evenly. */
  private static final double BETWEEN = 0.5;

  private static final double LEAST_SECONDS = 1e-3;

  /** What is so much less likely, as a logarithm, is lost in a sum of doubles. */
  private static final double NO_WEIGHT = 40;

  private PooledLevels() {}

  /**
   * Fits.
   *
   * @param model the sensor's response; its error counts
   * @param delayErrorSeconds standard error of the delay
   * @param segment the activity
   */
  public static PooledFit energy(
      SensorModel model, double delayErrorSeconds, Pool pool, int segment) {
    var response = new Response(model, pool, delayErrorSeconds);
    PooledSolver solver = response.solver(segment);
    var ladder = new Ladder(solver);
    ladder.climb();
    PooledSolver.Solution likeliest = ladder.likeliest.solution();
    double spread = ladder.spread;
    double restless = ladder.restless;
    PooledSolver.Solution mixed =
        ladder
            .mixed()
            .andMoved(
                likeliest,
                overDeviations(
                    likeliest,
                    ResponseWeights.errorOf(model),
                    by -> solver.moved(response.weights(by, 0)).fit(spread, restless).solution()))
            .andMoved(
                likeliest,
                overDeviations(
                    likeliest,
                    delayErrorSeconds,
                    by -> solver.moved(response.weights(0, by)).fit(spread, restless).solution()));
    double sumError = Math.sqrt(Math.max(0, mixed.sumVariance()));
    double common = sumError > 0 ? Math.max(0, mixed.covariance() / sumError) : 0;
    double variance = Math.max(mixed.variance(), common * common);
    return new PooledFit(
        mixed.joules(),
        variance,
        common,
        mixed.idleExplained(),
        Math.max(0, mixed.idleJoules()),
        spread,
        restless);
  }

  /** The likeliest fit with a constant of the sensor as it may be, weighted by likelihood. */
  private static PooledSolver.Solution overDeviations(
      PooledSolver.Solution likeliest,
      double error,
      DoubleFunction<PooledSolver.Solution> movedBy) {
    if (error <= 0) {
      return likeliest;
    }
    PooledSolver.Solution[] fits = new PooledSolver.Solution[1 + DEVIATIONS.length];
    double[] priors = new double[fits.length];
    fits[0] = likeliest;
    for (int i = 0; i < DEVIATIONS.length; i++) {
      fits[1 + i] = movedBy.apply(DEVIATIONS[i]);
      priors[1 + i] = -0.5 * DEVIATIONS[i] * DEVIATIONS[i];
    }
    return mixed(fits, priors);
  }

  /**
   * The fits of the ladder that weigh something. Where noise that is so much larger is next to
   * impossible, with the likeliest spread and with none, it is with the others and so is a still
   * larger one: adding to a variance that is too large already makes it no likelier.
   */
  private static final class Ladder {
    private final PooledSolver solver;
    private final List<PooledSolver.Fit> fits = new ArrayList<>();
    private PooledSolver.Fit likeliest;
    private double spread = SPREADS[0];
    private double restless = RESTLESS[0];

    Ladder(PooledSolver solver) {
      this.solver = solver;
      this.likeliest = solver.fit(spread, restless);
      fits.add(likeliest);
    }

    void climb() {
      for (int s = 1; s < SPREADS.length; s++) {
        tried(SPREADS[s], RESTLESS[0]);
      }
      for (int r = 1; r < RESTLESS.length; r++) {
        double likely = spread;
        boolean isLikely = tried(likely, RESTLESS[r]);
        isLikely |= likely != SPREADS[0] && tried(SPREADS[0], RESTLESS[r]);
        if (!isLikely) {
          return;
        }
        for (int s = 1; s < SPREADS.length; s++) {
          if (SPREADS[s] != likely) {
            tried(SPREADS[s], RESTLESS[r]);
          }
        }
      }
    }

    /** Fits, and says whether it weighs something beside the likeliest. */
    private boolean tried(double newSpread, double newRestless) {
      PooledSolver.Fit fit = solver.fit(newSpread, newRestless);
      boolean weighs = !(fit.logLikelihood() < likeliest.logLikelihood() - NO_WEIGHT);
      if (weighs && !Double.isNaN(fit.logLikelihood())) {
        fits.add(fit);
        if (!(fit.logLikelihood() <= likeliest.logLikelihood())) {
          likeliest = fit;
          spread = newSpread;
          restless = newRestless;
        }
      }
      return weighs;
    }

    PooledSolver.Solution mixed() {
      PooledSolver.Solution[] solutions =
          fits.stream()
              .filter(fit -> !(fit.logLikelihood() < likeliest.logLikelihood() - NO_WEIGHT))
              .map(PooledSolver.Fit::solution)
              .toArray(PooledSolver.Solution[]::new);
      return PooledLevels.mixed(solutions, new double[solutions.length]);
    }
  }

  /** A solver's response is the constants' own, and what lies between the ones that are tried. */
  static final class Response {
    private final SensorModel model;
    private final Pool pool;
    private final double constant;
    private final double constantError;
    private final double delayError;

    Response(SensorModel model, Pool pool, double delayError) {
      this.model = model;
      this.pool = pool;
      this.constant = ResponseWeights.constantOf(model, pool.placeSeconds());
      this.constantError = ResponseWeights.errorOf(model);
      this.delayError = delayError;
    }

    PooledSolver solver(int segment) {
      double window = Math.max(constant, LEAST_SECONDS);
      double between = Math.min(BETWEEN * constantError, 0.5 * window);
      List<PooledSolver.Doubt> doubts = new ArrayList<>();
      doubts.add(doubt(window, 0, pool.placeSeconds(), false));
      if (constantError > 0) {
        doubts.add(doubt(window, between, 0, true));
      }
      if (delayError > 0) {
        doubts.add(doubt(window, 0, BETWEEN * delayError, true));
      }
      return new PooledSolver(pool, weights(0, 0), doubts, segment);
    }

    /** Moved by so many standard errors. */
    double[][] weights(double constantBy, double laterBy) {
      double window = Math.max(constant + constantBy * constantError, LEAST_SECONDS);
      return ResponseWeights.of(pool, model, window, laterBy * delayError);
    }

    private PooledSolver.Doubt doubt(
        double window, double windowBy, double laterBy, boolean isCommon) {
      return new PooledSolver.Doubt(
          ResponseWeights.of(pool, model, window - windowBy, -laterBy),
          ResponseWeights.of(pool, model, window + windowBy, laterBy),
          isCommon);
    }
  }

  private static PooledSolver.Solution mixed(PooledSolver.Solution[] fits, double[] priors) {
    double highest = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < fits.length; i++) {
      double own = fits[i].logLikelihood() + priors[i];
      highest = own > highest ? own : highest;
    }
    double weights = 0;
    double joules = 0;
    double sum = 0;
    double idleExplained = 0;
    double idleJoules = 0;
    for (int i = 0; i < fits.length; i++) {
      double weight = weight(fits[i], priors[i] - highest);
      weights += weight;
      joules += weight > 0 ? weight * fits[i].joules() : 0;
      sum += weight > 0 ? weight * fits[i].sumJoules() : 0;
      idleExplained += weight > 0 ? weight * fits[i].idleExplained() : 0;
      idleJoules += weight > 0 ? weight * fits[i].idleJoules() : 0;
    }
    joules /= weights;
    sum /= weights;
    double variance = 0;
    double covariance = 0;
    double sumVariance = 0;
    for (int i = 0; i < fits.length; i++) {
      double weight = weight(fits[i], priors[i] - highest) / weights;
      if (weight > 0) {
        double own = fits[i].joules() - joules;
        double all = fits[i].sumJoules() - sum;
        variance += weight * (fits[i].variance() + own * own);
        covariance += weight * (fits[i].covariance() + own * all);
        sumVariance += weight * (fits[i].sumVariance() + all * all);
      }
    }
    return new PooledSolver.Solution(
        highest,
        joules,
        sum,
        variance,
        covariance,
        sumVariance,
        idleExplained / weights,
        idleJoules / weights);
  }

  /** What numbers cannot bear (no likelihood) has no weight. */
  private static double weight(PooledSolver.Solution fit, double relative) {
    return Double.isNaN(fit.logLikelihood()) ? 0 : StrictMath.exp(fit.logLikelihood() + relative);
  }
}
