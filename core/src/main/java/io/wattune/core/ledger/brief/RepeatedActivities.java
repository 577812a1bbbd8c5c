package io.wattune.core.ledger.brief;

import io.wattune.core.Quality;
import io.wattune.core.estimate.Pool;
import io.wattune.core.estimate.PooledFit;
import io.wattune.core.estimate.PooledLevels;
import io.wattune.core.estimate.PooledSteps;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.DeviceState;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.ledger.entry.LedgerEntry;
import io.wattune.core.ledger.entry.ShortEnergy;
import io.wattune.core.ledger.integral.TrueIntegral;
import io.wattune.core.reading.SampleFilter;
import io.wattune.core.reading.Spacing;
import io.wattune.core.ring.RingWalk;
import io.wattune.core.ring.RunningIntegral;
import io.wattune.core.ring.SampleRing;
import io.wattune.core.sensor.ProfileSource;
import io.wattune.core.sensor.SensorClass;
import io.wattune.core.sensor.SensorProfile;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Energy of an activity that is shorter than the sensor can resolve and comes again and again under
 * one name: by {@link PooledLevels} over those about it. It is taken whatever error the difference
 * of two points, or a fit of the activity alone, would state: both take readings that hardly move
 * for power that is steady, and loads that come and go in step with the sensor look like that.
 *
 * <p>A pool reaches {@value #SAMPLES_BESIDE} samples and {@value Neighbours#MOST_BESIDE} activities
 * to both sides, so that its cost is bounded. A quiet that the sensor resolves has a level of its
 * own; a shorter one is a gap, and all gaps of a pool have one level: what the device holds in
 * expectation of more ({@link IdleBetween}).
 *
 * <p>The part of the error that repeats have in common is part of what the entry says of errors
 * that entries of the device share, so that sums of entries state it in full. Where samples do not
 * halve what is not known of the gaps beforehand, on and off are hardly separable, and the quality
 * is a gap's: unless gaps are so brief that it makes no more than {@value #OF_NO_WEIGHT} of the
 * energy, as between kernels of 40 ms that follow each other within a quarter of a millisecond.
 *
 * <p>A span is a time that somebody asks about, and nothing need happen at its ends. Whether power
 * goes by them the samples say ({@link PooledSteps}): then the pool is taken for spans, too, if its
 * error is the smaller one. Nothing is assumed of power between them. Tests: {@code
 * RepeatedActivitiesTest}, {@code RepeatedSpansTest}.
 */
public record RepeatedActivities(
    LedgerSettings settings, DeviceState state, SampleRing ring, TrueIntegral integral) {
  /** Fewer are no repeats. */
  static final int LEAST_REPEATS = 3;

  static final int SAMPLES_BESIDE = 40;
  private static final int MOST_SAMPLES = 128;
  private static final int MOST_SEGMENTS = 8 * Neighbours.MOST_BESIDE;
  private static final long LONGEST_REACH_NANOS = 20_000_000_000L;

  /**
   * Of repeats that follow each other sooner on average few are pooled: a whole pool costs some
   * milliseconds of processor time, and they come by the dozen in a second.
   */
  static final long DENSE_NANOS = 50_000_000L;

  /** Activities to either side of one that is among such. */
  static final int MOST_BESIDE_DENSE = 5;

  /** Samples within something that the sensor resolves. */
  private static final int RESOLVED_SAMPLES = 3;

  /**
   * Samples that explain less of the variance in gaps have not even halved its standard deviation.
   */
  private static final double HARDLY_EXPLAINED = 0.75;

  /** Energy that is known so well whatever power was in gaps does not hang on it. */
  private static final double OF_NO_WEIGHT = 0.02;

  /**
   * How far a comb's samples are from the sensor's own times: all of them together, and each for
   * itself, as shares of the standard deviation of a time anywhere between two polls. Measured: a
   * comb is pulled in where a poll contradicts it, and keeps what it is off until then. Test:
   * {@code SampleFilterTest}.
   */
  private static final double COMMON_LATENESS = 0.5;

  private static final double OWN_LATENESS = 0.25;

  private static final double SQRT_12 = Math.sqrt(12);

  /**
   * What to say of an activity's energy.
   *
   * @param entry the entry as it would stand
   * @return null where it should stand
   */
  public @Nullable ShortEnergy of(LedgerEntry entry, SensorProfile profile) {
    String name = entry.name();
    long spacing = Math.max(SampleFilter.periodNanos(state.sample), state.sample.pollNanos);
    long window = Math.round(profile.windowSeconds() * 1e9);
    long length = entry.endNanos() - entry.startNanos();
    long resolved = Math.max(window, RESOLVED_SAMPLES * spacing);
    if (name == null
        || profile.source() == ProfileSource.PRIOR
        || spacing > RunningIntegral.SPARSE_NANOS
        || length >= resolved
        || state.ring.samples == 0) {
      return null;
    }
    long quiet = window + RESOLVED_SAMPLES * spacing;
    long reach = Math.min(LONGEST_REACH_NANOS, SAMPLES_BESIDE * spacing + window);
    long half = settings.horizonNanos() / 2 - Math.abs(profile.delayNanos());
    long ahead = Math.min(half, reach + IdleBetween.FARTHEST_NANOS);
    long key = RecentActivities.keyOf(entry.book(), name);
    long from = entry.startNanos() - reach;
    long until = entry.endNanos() + ahead;
    Neighbours near = Neighbours.of(state, entry, key, from, until, Neighbours.MOST_BESIDE);
    if (near.own < 0 || near.repeats() < LEAST_REPEATS) {
      return null;
    }
    if (near.spacingNanos() < DENSE_NANOS) {
      near = near.closer(MOST_BESIDE_DENSE);
    }
    long to = Math.min(near.toNanos, entry.endNanos() + Math.min(reach, half));
    Segments segments = Segments.of(near, near.fromNanos, to, quiet);
    return segments.count() > MOST_SEGMENTS
        ? null
        : fitted(entry, profile, near, segments, spacing);
  }

  private @Nullable ShortEnergy fitted(
      LedgerEntry entry, SensorProfile profile, Neighbours near, Segments segments, long spacing) {
    var samples =
        new Samples(entry.startNanos() + profile.delayNanos(), profile, segments, spacing);
    new RingWalk(ring)
        .between(
            segments.fromNanos() + profile.delayNanos(),
            segments.toNanos() + profile.delayNanos(),
            samples::accept);
    if (samples.count < RESOLVED_SAMPLES || samples.count > MOST_SAMPLES) {
      return null;
    }
    boolean isSpan = entry.book() == Book.SPAN;
    double[] watts = Arrays.copyOf(samples.watts, samples.count);
    double[] variances = new double[samples.count];
    Arrays.fill(variances, ShortActivities.noiseVariance(state, profile));
    double poll = state.sample.pollNanos * 1e-9;
    double late = Math.min(spacing * 1e-9, poll) / SQRT_12;
    boolean isOnComb = SampleFilter.isOversampled(state.sample);
    var idle = new IdleBetween(state, ring, integral);
    Pool pool =
        new Pool(
            Arrays.copyOf(samples.seconds, samples.count),
            watts,
            variances,
            segments.cutsSeconds(entry.startNanos()),
            segments.groups(),
            isSpan ? idle.unknown() : idle.level(near, profile, watts, spacing),
            isOnComb ? OWN_LATENESS * late : late);
    double delayError =
        isOnComb
            ? StrictMath.hypot(profile.delayErrorSeconds(), COMMON_LATENESS * late)
            : profile.delayErrorSeconds();
    int segment = segments.at(entry.startNanos());
    PooledFit fit = PooledLevels.energy(profile.response(), delayError, pool, segment);
    double hidden =
        isSpan ? PooledSteps.hiddenJoules(profile.response(), delayError, pool, fit, segment) : 0;
    return said(entry, profile, fit, hidden);
  }

  private @Nullable ShortEnergy said(
      LedgerEntry entry, SensorProfile profile, PooledFit fit, double hiddenJoules) {
    double seconds = (entry.endNanos() - entry.startNanos()) * 1e-9;
    double joules = profile.gain() * fit.joules() + profile.offsetWatts() * seconds;
    double common = profile.gain() * StrictMath.hypot(fit.commonJoules(), hiddenJoules);
    double variance =
        fit.variance()
            + hiddenJoules * hiddenJoules
            + ShortActivities.unseenVariance(state, profile, fit.joules(), seconds);
    double grown = Math.max(1, joules / Math.max(1e-6, entry.energyMicrojoules() * 1e-6));
    double scale = grown * entry.scaleErrorMicrojoules() * 1e-6;
    double error = StrictMath.hypot(profile.gain() * Math.sqrt(variance), scale);
    if (!(error <= Double.MAX_VALUE)) {
      return null;
    }
    boolean isGuess =
        fit.idleExplained() < HARDLY_EXPLAINED
            && fit.idleJoules() > OF_NO_WEIGHT * Math.abs(fit.joules());
    Quality quality = isGuess ? Quality.GAP : Quality.ESTIMATED;
    return new ShortEnergy(
        Math.round(joules * 1e6),
        Math.round(error * 1e6),
        Math.round(StrictMath.hypot(scale, common) * 1e6),
        entry.quality().worst(quality));
  }

  /** The samples of which the pool knows all that they saw, and that lie near an activity. */
  private final class Samples {
    private final long originNanos;
    private final boolean forgets;
    private final double window;
    private final long delayNanos;
    private final long afterNanos;
    private final long beforeNanos;
    private final double fromSeconds;
    private final Segments segments;
    private double[] seconds = new double[64];
    private double[] watts = new double[64];
    private int count;
    private int newest = Integer.MIN_VALUE;

    Samples(long originNanos, SensorProfile profile, Segments segments, long spacing) {
      this.originNanos = originNanos;
      this.segments = segments;
      this.forgets = profile.sensorClass() != SensorClass.FIRST_ORDER_LAG;
      this.window = profile.windowSeconds();
      this.delayNanos = profile.delayNanos();
      this.beforeNanos = RESOLVED_SAMPLES * spacing;
      this.afterNanos = beforeNanos + Math.round(1e9 * window);
      this.fromSeconds = (segments.fromNanos() + profile.delayNanos() - originNanos) * 1e-9;
    }

    void accept(long timeNanos, int value, Spacing spacing) {
      double at = (timeNanos - originNanos) * 1e-9;
      boolean isFar = forgets && segments.isQuiet(timeNanos - delayNanos, afterNanos, beforeNanos);
      // A repeat adds nothing where the update period is right, and errs where it is not; when the
      // first sample behind a gap was taken is not known.
      boolean repeats = value == newest;
      newest = value;
      if (repeats
          || spacing != Spacing.SEEN
          || at - window < fromSeconds
          || isFar
          || count > MOST_SAMPLES) {
        return;
      }
      if (count == seconds.length) {
        seconds = Arrays.copyOf(seconds, 2 * count);
        watts = Arrays.copyOf(watts, 2 * count);
      }
      seconds[count] = at;
      watts[count++] = value * state.unit.watts();
    }
  }
}
