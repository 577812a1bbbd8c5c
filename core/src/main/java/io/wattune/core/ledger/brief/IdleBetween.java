package io.wattune.core.ledger.brief;

import static io.wattune.core.algebra.Products.square;

import io.wattune.core.estimate.Pool.IdleLevel;
import io.wattune.core.ledger.DeviceState;
import io.wattune.core.ledger.LedgerPoint;
import io.wattune.core.ledger.integral.EnergyError;
import io.wattune.core.ledger.integral.TrueIntegral;
import io.wattune.core.reading.Spacing;
import io.wattune.core.ring.RingWalk;
import io.wattune.core.ring.SampleRing;
import io.wattune.core.sensor.SensorClass;
import io.wattune.core.sensor.SensorProfile;
import org.jspecify.annotations.Nullable;

/**
 * What power in the gaps between activities is taken to be before the samples there are looked at:
 * what the device holds in expectation of more. That shows once no more comes, in the first quiet
 * after the activity that is long enough for the sensor; where there is none, as {@code ActiveIdle}
 * has learned it; where that has learned nothing, anything from the lowest reading ever to the mean
 * of the samples.
 *
 * <p>That a gap is like the quiet after it is not measured: a tenth of the power is allowed for, as
 * for all that no sensor saw (a choice, not a derivation: {@link EnergyError}). On a recorded RTX
 * 3090 the meter shows half a percent, and 15 % less in the first two of 79 gaps.
 */
record IdleBetween(DeviceState state, SampleRing ring, TrueIntegral integral) {
  /** How far after an activity a quiet is looked for. */
  static final long FARTHEST_NANOS = 30_000_000_000L;

  /** How soon readings must be there that saw nothing but the quiet. */
  private static final long SOON_NANOS = 1_100_000_000L;

  private static final long LEAST_NANOS = 300_000_000L;
  private static final int LEAST_SAMPLES = 3;
  private static final double UNSEEN = EnergyError.LEAST_UNSEEN_ERROR;
  private static final double LEAST_ERROR_WATTS = 0.1;
  private static final double SQRT_12 = Math.sqrt(12);

  /**
   * Power in gaps, by the sensor's scale.
   *
   * @param watts the samples about the activity
   */
  IdleLevel level(Neighbours near, SensorProfile profile, double[] watts, long spacingNanos) {
    long window = Math.round(profile.windowSeconds() * 1e9);
    long settle = Math.max(window, spacingNanos);
    long length = Math.max(LEAST_NANOS, LEAST_SAMPLES * spacingNanos);
    long quiet = near.quietFromNanos(settle + length);
    if (quiet != Long.MAX_VALUE) {
      IdleLevel shown =
          profile.sensorClass() == SensorClass.FIRST_ORDER_LAG
              ? corrected(profile, quiet + settle, quiet + settle + length)
              : read(quiet + window + profile.delayNanos());
      if (shown != null) {
        return shown;
      }
    }
    double learned = state.idle.activeWatts();
    if (!Double.isNaN(learned)) {
      return level((learned - profile.offsetWatts()) / profile.gain(), 0);
    }
    return anything(watts);
  }

  /** Of a sensor that forgets: its first readings that saw nothing but the quiet. */
  private @Nullable IdleLevel read(long fromNanos) {
    var first = new FirstReadings();
    new RingWalk(ring).between(fromNanos, fromNanos + SOON_NANOS, first::accept);
    if (first.count == 0) {
      return null;
    }
    double mean = first.sum / first.count;
    double variance = Math.max(0, first.squares / first.count - mean * mean);
    return level(mean, Math.sqrt(variance));
  }

  private final class FirstReadings {
    private int count;
    private double sum;
    private double squares;

    void accept(long timeNanos, int value, Spacing spacing) {
      if (count < LEAST_SAMPLES) {
        double watts = value * state.unit.watts();
        count++;
        sum += watts;
        squares += watts * watts;
      }
    }
  }

  /** Of a sensor that lags, which forgets nothing. */
  private @Nullable IdleLevel corrected(SensorProfile profile, long fromNanos, long toNanos) {
    if (toNanos + profile.delayNanos() > state.ring.seenToNanos) {
      return null;
    }
    LedgerPoint from = integral.at(fromNanos);
    LedgerPoint to = integral.at(toNanos);
    if (to.spanNanos() - from.spanNanos() != toNanos - fromNanos) {
      return null;
    }
    double seconds = (toNanos - fromNanos) * 1e-9;
    double joules = (to.trueMicrojoules() - from.trueMicrojoules()) * 1e-6;
    EnergyError error = EnergyError.between(state, from, to, profile);
    double own = Math.sqrt(Math.max(0, square(error.joules()) - square(error.scaleJoules())));
    double watts = (joules / seconds - profile.offsetWatts()) / profile.gain();
    return level(watts, own / seconds / profile.gain());
  }

  private static IdleLevel level(double watts, double errorWatts) {
    double error = StrictMath.hypot(errorWatts, UNSEEN * watts);
    return new IdleLevel(watts, Math.max(LEAST_ERROR_WATTS, error));
  }

  /** Of what lies between spans nothing is known: anything that was ever read, and beyond. */
  IdleLevel unknown() {
    double low = Math.min(state.lowestWatts, state.highestWatts);
    double high = Math.max(state.lowestWatts, state.highestWatts);
    return new IdleLevel(0.5 * (low + high), Math.max(LEAST_ERROR_WATTS, high - low));
  }

  /** As likely anywhere in between. */
  private IdleLevel anything(double[] watts) {
    double mean = 0;
    for (double each : watts) {
      mean += each / watts.length;
    }
    double low = Math.min(mean, state.lowestWatts);
    return new IdleLevel(
        0.5 * (low + mean), Math.max((mean - low) / SQRT_12, LEAST_ERROR_WATTS + UNSEEN * mean));
  }
}
