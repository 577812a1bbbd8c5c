package io.wattune.core.ledger.brief;

import static io.wattune.core.algebra.Products.square;

import io.wattune.core.Quality;
import io.wattune.core.estimate.EnergyFit;
import io.wattune.core.estimate.KnownBoundaryFit;
import io.wattune.core.estimate.Stretch;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.DeviceState;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.ledger.entry.ShortEnergy;
import io.wattune.core.ledger.integral.EnergyError;
import io.wattune.core.ledger.integral.NearSamples;
import io.wattune.core.ledger.integral.TrueIntegral;
import io.wattune.core.reading.SampleFilter;
import io.wattune.core.ring.RunningIntegral;
import io.wattune.core.ring.SampleRing;
import io.wattune.core.sensor.ProfileSource;
import io.wattune.core.sensor.SensorProfile;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Energy of activities that are short beside the sensor's response, by {@link KnownBoundaryFit}.
 *
 * <p>The difference of two points of {@link TrueIntegral} takes the reading at an activity's ends
 * from the samples about them. A step of power makes a corner in a lag's reading there, and hides
 * in a boxcar's window; how far off a line the reading lies must be guessed from samples that know
 * nothing of the step. The fit knows where it is. It is taken where its stated error is the smaller
 * one, else the difference stands. The difference also stands where noise limits it and not the
 * sampling: a fit averages that too, but energies that meet should add up.
 *
 * <p>The fit sees two, four or eight samples to both sides, whichever gives the smallest error. Few
 * are little worse (the end of a line through {@code n} samples has {@code 4/n} of one's variance),
 * and what else happened close by does not disturb them. Activities with more than {@value
 * #MOST_SAMPLES} samples or {@value #MOST_BOUNDARIES} boundaries in reach are not fitted, nor are
 * those of samples so sparse that power may go up and down between two: that bounds the cost of an
 * entry to some million operations.
 *
 * <p>Fewer than {@value #LEAST_VALUES} new values inside leave nothing to check a steady power
 * with: the error is widened, and the quality is a gap's; while nothing is known of the sensor it
 * is ESTIMATED, since whether so few are too few is not known either, and nothing is missing that
 * the sensor had to say: the error is the whole range of readings. The difference of two points
 * cannot even see by how much power steps at the ends then, so the fit is taken whatever the errors
 * say, unless its own error is more than could ever hide there: the whole range of readings, for as
 * long as the activity, the response and a sample last. Not so of a span, at whose ends nothing
 * need happen. An activity shorter than the response (time constant or window) is ESTIMATED; a
 * longer one keeps its quality, since there the fit only mends the corners. Tests: {@code
 * ShortActivitiesTest}.
 */
public record ShortActivities(DeviceState state, SampleRing ring) {
  static final int MOST_SAMPLES = 128;
  static final int MOST_BOUNDARIES = 32;
  static final int LEAST_VALUES = 3;
  private static final int[] REACHES = {2, 4, 8};
  private static final int FARTHEST_REACH = 8;

  /** Noise limits an energy whose error is below so many times what noise alone makes of it. */
  private static final double NOISE_LIMITS = 2;

  /** What an error is widened by where nothing checks it. A choice, not a derivation. */
  private static final double UNCHECKED = 2;

  /** The ring keeps no more than this before the horizon for certain. */
  private static final long LONGEST_NANOS = 60_000_000_000L;

  private static final double LEAST_NOISE_WATTS = 1e-3;
  private static final double SQRT_12 = Math.sqrt(12);

  /** Error of the delay up to which samples are put to activities, in times between samples. */
  private static final double MOST_DELAY_ERROR = 0.5;

  /**
   * What to say of an activity's energy.
   *
   * @param identity the entry as the difference of two points gives it
   * @param profile the profile that holds
   * @return null where the entry should stand
   */
  public @Nullable ShortEnergy of(LedgerEntry identity, SensorProfile profile) {
    long spacing = Math.max(SampleFilter.periodNanos(state.sample), state.sample.pollNanos);
    long window = Math.round(profile.windowSeconds() * 1e9);
    long reach = FARTHEST_REACH * spacing + spacing / 2;
    long length = identity.endNanos() - identity.startNanos();
    long most = Math.min(LONGEST_NANOS, MOST_SAMPLES * spacing);
    if (state.ring.samples == 0
        || spacing > RunningIntegral.SPARSE_NANOS
        || length > most
        || window + length + 2 * reach > most) {
      return null;
    }
    long origin = identity.startNanos() + profile.delayNanos();
    NearSamples near =
        NearSamples.of(ring, state.unit.watts(), origin, window + reach, length, reach);
    if (near.isUnfit()) {
      return null;
    }
    boolean few = near.inside() < LEAST_VALUES;
    if (!few && isLimitedByNoise(identity, profile, spacing)) {
      return null;
    }
    // Samples are looked at about the activity: they must be its own, whatever the delay.
    boolean isPlaced = profile.delayErrorSeconds() <= MOST_DELAY_ERROR * spacing * 1e-9;
    EnergyFit fit =
        profile.source() == ProfileSource.PRIOR || !isPlaced
            ? null
            : fit(near, identity, profile, spacing);
    return choose(identity, profile, fit, few);
  }

  private @Nullable EnergyFit fit(
      NearSamples near, LedgerEntry identity, SensorProfile profile, long spacing) {
    double window = profile.windowSeconds();
    long back = Math.round(window * 1e9) + (FARTHEST_REACH + 1) * spacing;
    long start = identity.startNanos();
    long[] between =
        KnownBoundaries.between(state, start - back, identity.endNanos(), MOST_BOUNDARIES);
    if (between.length > MOST_BOUNDARIES) {
      return null;
    }
    double length = (identity.endNanos() - start) * 1e-9;
    double[] boundaries = boundaries(between, start, length);
    double variance = noiseVariance(state, profile);
    double time = Math.min(spacing, state.sample.pollNanos) * 1e-9 / SQRT_12;
    EnergyFit best = null;
    for (int samples : REACHES) {
      double reach = (samples + 0.5) * spacing * 1e-9;
      Stretch stretch = near.stretch(window + reach, reach, variance, time, boundaries);
      EnergyFit fit =
          KnownBoundaryFit.energy(
              profile.response(), profile.delayErrorSeconds(), stretch, 0, length);
      best = best == null || fit.variance() < best.variance() ? fit : best;
    }
    return best;
  }

  /** Whether the entry's error is little more than that of the samples' noise and of the scale. */
  private boolean isLimitedByNoise(LedgerEntry identity, SensorProfile profile, long spacing) {
    double seconds = (identity.endNanos() - identity.startNanos()) * 1e-9;
    double c = profile.slopeSeconds();
    double noise = noiseVariance(state, profile) * (spacing * 1e-9 * seconds + 2 * c * c);
    double scale = square(identity.scaleErrorMicrojoules() * 1e-6);
    double all = square(identity.standardErrorMicrojoules() * 1e-6);
    return all - scale <= square(NOISE_LIMITS * profile.gain()) * noise;
  }

  /** Variance of a sample, in W^2 of the sensor. */
  static double noiseVariance(DeviceState state, SensorProfile profile) {
    double resolution = state.sample.resolution * state.unit.watts() / SQRT_12;
    return square(Math.max(LEAST_NOISE_WATTS, Math.max(resolution, profile.noiseWatts())));
  }

  /** In seconds since the start, the activity's own two among them. */
  private static double[] boundaries(long[] between, long startNanos, double lengthSeconds) {
    double[] all = new double[between.length + 2];
    for (int i = 0; i < between.length; i++) {
      all[i] = (between[i] - startNanos) * 1e-9;
    }
    all[between.length + 1] = lengthSeconds;
    Arrays.sort(all);
    return all;
  }

  private @Nullable ShortEnergy choose(
      LedgerEntry identity, SensorProfile profile, @Nullable EnergyFit fit, boolean few) {
    double seconds = (identity.endNanos() - identity.startNanos()) * 1e-9;
    double response = Math.max(profile.timeConstantSeconds(), profile.windowSeconds());
    double error = identity.standardErrorMicrojoules() * 1e-6;
    if (fit == null || !Double.isFinite(fit.variance())) {
      return few ? marked(identity, profile) : null;
    }
    double scale = identity.scaleErrorMicrojoules() * 1e-6;
    double variance = fit.variance() + unseenVariance(state, profile, fit.joules(), seconds);
    double fitError = Math.sqrt(square(profile.gain()) * variance + square(scale));
    boolean hasEnds = identity.book() != Book.SPAN;
    if ((few && hasEnds) ? fitError > hidden(profile, seconds + response) : fitError >= error) {
      return few ? marked(identity, profile) : null;
    }
    Quality fitted = seconds < response ? Quality.ESTIMATED : Quality.MEASURED;
    return energy(
        profile.gain() * fit.joules() + profile.offsetWatts() * seconds,
        (few ? UNCHECKED : 1) * fitError,
        identity.scaleErrorMicrojoules(),
        identity.quality().worst(few ? Quality.GAP : fitted));
  }

  /** The most energy that can hide in a time and a sample beside it. */
  private double hidden(SensorProfile profile, double seconds) {
    double range = Math.max(0, state.highestWatts - state.lowestWatts);
    double sample = Math.max(SampleFilter.periodNanos(state.sample), state.sample.pollNanos) * 1e-9;
    return profile.gain() * range * (seconds + sample);
  }

  /**
   * Steadiness between samples is assumed, and samples may agree by chance: a tenth of the power,
   * as in {@link EnergyError}, for the share of each update period that a sensor does not see. A
   * lag forgets nothing, and so sees all.
   */
  static double unseenVariance(
      DeviceState state, SensorProfile profile, double joules, double seconds) {
    double poll = state.sample.pollNanos * 1e-9;
    double period = Math.max(profile.updatePeriodSeconds(), poll);
    double seen =
        switch (profile.sensorClass()) {
          case FIRST_ORDER_LAG -> 1;
          case BOXCAR -> EnergyError.seenShare(profile, poll);
          case PASS_THROUGH -> 0;
        };
    double unseen = EnergyError.LEAST_UNSEEN_ERROR * (1 - seen) * joules;
    return unseen * unseen * period / seconds;
  }

  /** The difference of two points, not trusted. */
  private ShortEnergy marked(LedgerEntry identity, SensorProfile profile) {
    double seconds = (identity.endNanos() - identity.startNanos()) * 1e-9;
    double alike = UNCHECKED * EnergyError.alikeJoules(state, profile, seconds);
    double scale = StrictMath.hypot(identity.scaleErrorMicrojoules() * 1e-6, alike);
    return energy(
        identity.energyMicrojoules() * 1e-6,
        UNCHECKED * identity.standardErrorMicrojoules() * 1e-6,
        Math.round(scale * 1e6),
        identity.quality().worst(unchecked(profile)));
  }

  /** Of what nothing checks. A response that is only assumed says nothing of what was not seen. */
  private static Quality unchecked(SensorProfile profile) {
    return profile.source() == ProfileSource.PRIOR ? Quality.ESTIMATED : Quality.GAP;
  }

  private static ShortEnergy energy(double joules, double error, long scale, Quality quality) {
    return new ShortEnergy(Math.round(joules * 1e6), Math.round(error * 1e6), scale, quality);
  }
}
