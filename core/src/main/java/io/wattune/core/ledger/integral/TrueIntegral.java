package io.wattune.core.ledger.integral;

import io.wattune.core.ledger.DeviceState;
import io.wattune.core.ledger.LedgerPoint;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.ledger.ProfileSpan;
import io.wattune.core.ledger.attribution.Mark;
import io.wattune.core.power.PowerCorrector;
import io.wattune.core.reading.SampleFilter;
import io.wattune.core.ring.RingPoint;
import io.wattune.core.ring.RunningIntegral;
import io.wattune.core.ring.SampleRing;
import io.wattune.core.sensor.SensorProfile;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * True energy of one device as a function of time.
 *
 * <p>A first-order sensor obeys {@code P = y + C dy/dt} (Burtscher et al. 2014, section 4).
 * Integrated, without any differentiation and exactly:
 *
 * <pre>E(t1..t2) = integral of y over (t1..t2) + C (y(t2) - y(t1))</pre>
 *
 * so {@code F(t) = gain (S(t + d) + C y(t + d)) + offset * (time seen)} with the running integral
 * {@code S} and the delay {@code d} is an antiderivative of true power, and an interval's energy is
 * the difference of two of its values. {@code C = 0} gives pass-through. Across a gap that was not
 * bridged the step of {@code y} is taken out of the end points: both sides stand for themselves.
 * Between two samples {@code y} is a line, but for its {@link Corner}s. Where one profile follows
 * another a constant makes {@code F} continuous.
 *
 * <p>For a boxcar {@code C} is half the window {@code W}; where it sees all of the time, {@link
 * BoxcarIntegral} adds what power did within the window. Where it does not there is nothing to add:
 * with trapezoids over samples {@code T} apart, {@code S + W/2 y} at the samples is the sum of
 * {@code W} times each reading and {@code T - W} times the mean of each two neighbours, which is to
 * say that a sample stands for its window, and what lies between is like what lies about it.
 *
 * <p>What the device's energy counter knows better is on top of it at the points that the books
 * take: {@link CounterChoice}.
 *
 * <p>Units: J, W, s. Error: {@link EnergyError}. Tests: {@code TrueIntegralTest} (closed form of a
 * simulated step, additivity), {@code BoxcarIntegralTest}, {@code DeviceLedgerTest}.
 */
public final class TrueIntegral {
  /** Longest stretch on either side of a time that its mean power is taken over. */
  private static final long LONGEST_SIDE_NANOS = 10_000_000_000L;

  /** How far about a time its books look: what the ring must keep before the horizon. */
  public static final long REACH_NANOS =
      LONGEST_SIDE_NANOS + LedgerSettings.LONGEST_DELAY_NANOS + 1_000_000_000L;

  private static final int SIDE_PERIODS = 3;
  private static final double SQRT_12 = Math.sqrt(12);

  private final DeviceState state;
  private final SampleRing ring;
  private final long horizonNanos;
  private final RingPoint point = new RingPoint();
  private final Corner corner;
  private final RunningIntegral here = new RunningIntegral();

  /** Of the time that was looked up last: how far its reading lies off the line. */
  private double offLineWatts;

  /** Made when a boxcar first needs it. */
  private @Nullable BoxcarIntegral boxcar;

  /**
   * @param horizonNanos how much later than a time the entries that end there become final: only
   *     half of that may be used of what follows, the other half being a bridged gap's
   */
  public TrueIntegral(DeviceState state, SampleRing ring, long horizonNanos) {
    this.state = state;
    this.ring = ring;
    this.corner = new Corner(ring);
    this.horizonNanos = horizonNanos;
  }

  /** The books at a time. */
  public LedgerPoint at(long timeNanos) {
    ProfileSpan span = spanAt(timeNanos);
    SensorProfile profile = span.profile();
    double joules = trueJoules(span, timeNanos);
    here.set(point.integral);
    boolean inside = point.fromNanos != Long.MIN_VALUE && point.toNanos != Long.MAX_VALUE;
    long interval = inside ? point.toNanos - point.fromNanos : 0;
    // A corner that is seen says when power stepped, as exactly as the samples' own times are
    // known.
    BoxcarIntegral found = profile.averagesAll() ? boxcar : null;
    boolean isSeen = found != null || offLineWatts != 0;
    long placed = isSeen ? Math.min(interval, state.sample.pollNanos) : interval;
    double watts = point.watts;
    double endVariance = 0;
    double before;
    double after;
    if (found != null) {
      before = trueWatts(profile, found.beforeWatts);
      after = trueWatts(profile, found.afterWatts);
      watts = found.anchorWatts;
      endVariance = profile.gain() * profile.gain() * found.variance;
    } else {
      long period =
          Math.min(SampleFilter.periodNanos(state.sample), SampleFilter.PRIOR_PERIOD_NANOS);
      long side = Math.min(LONGEST_SIDE_NANOS, SIDE_PERIODS * Math.max(interval, period));
      // In this order the ring goes on from the look-up before, and so does the next interval's.
      after = meanWatts(span, timeNanos + side, joules, 1);
      before = meanWatts(span, timeNanos - side, joules, -1);
    }
    boolean bothSides = !Double.isNaN(before) && !Double.isNaN(after);
    double mean = bothSides ? 0.5 * (before + after) : Double.isNaN(before) ? after : before;
    long correction = CounterChoice.microjoulesAt(state.counter, timeNanos);
    return new LedgerPoint(
        timeNanos,
        Math.round(joules * 1e6) + correction,
        correction,
        CounterChoice.secondsBefore(state.counter, timeNanos),
        Math.round(rawJoules(profile, timeNanos) * 1e6),
        watts - here.brokenWatts,
        Double.isNaN(mean) ? 0 : mean,
        bothSides ? after - before : 0,
        placed * 1e-9 / SQRT_12,
        endVariance + CounterChoice.endVariance(state.counter, timeNanos),
        here.spanNanos,
        here.gapNanos,
        here.gapVariance,
        here.seenVariance,
        here.restlessness,
        here.heldSquares,
        PowerCorrector.quality(profile));
  }

  private double rawJoules(SensorProfile profile, long timeNanos) {
    if (profile.delayNanos() == 0) {
      return here.rawJoules;
    }
    ring.at(timeNanos, point);
    return point.integral.rawJoules;
  }

  /** From here on the ring has the books at any time, whatever else comes. */
  long keptFromNanos() {
    return state.sample.clockNanos - horizonNanos;
  }

  /** Whether the ring has the books at a time, though it may be before what it must keep. */
  boolean isKept(long timeNanos) {
    return timeNanos - REACH_NANOS >= ring.oldestNanos() || state.ring.oldestNumber == 0;
  }

  /** What is shared out of the books at a time, for the price of one or two look-ups. */
  public Mark markAt(long timeNanos) {
    ProfileSpan span = spanAt(timeNanos);
    double joules = trueJoules(span, timeNanos);
    long spanNanos = point.integral.spanNanos;
    if (span.profile().delayNanos() != 0) {
      ring.at(timeNanos, point);
    }
    long raw = Math.round(point.integral.rawJoules * 1e6);
    long correction = CounterChoice.microjoulesAt(state.counter, timeNanos);
    return new Mark(timeNanos, Math.round(joules * 1e6) + correction, raw, spanNanos);
  }

  /**
   * Time that the first sample after a time describes; {@link Long#MAX_VALUE} where there is none
   * yet.
   */
  public long nextSampleNanos(long timeNanos) {
    long delay = spanAt(timeNanos).profile().delayNanos();
    ring.at(timeNanos + delay, point);
    return point.toNanos == Long.MAX_VALUE ? Long.MAX_VALUE : point.toNanos - delay;
  }

  /** The profile span that holds at a time. */
  public ProfileSpan spanAt(long timeNanos) {
    List<ProfileSpan> spans = state.profiles;
    int i = spans.size() - 1;
    while (i > 0 && spans.get(i).profile().validFromNanos() > timeNanos) {
      i--;
    }
    return spans.get(i);
  }

  /** The constant that lets a new profile continue the true energy at the time it holds from. */
  public double constantFor(SensorProfile next) {
    long from = next.validFromNanos();
    double before = trueJoules(spanAt(from), from);
    return before - trueJoules(new ProfileSpan(next, 0), from);
  }

  private double trueJoules(ProfileSpan span, long timeNanos) {
    SensorProfile profile = span.profile();
    long sensorNanos = timeNanos + profile.delayNanos();
    ring.at(sensorNanos, point);
    offLineWatts = corner.offLineWatts(profile, sensorNanos, point);
    double watts = point.watts + offLineWatts;
    double sensor =
        point.integral.joules + profile.slopeSeconds() * (watts - point.integral.brokenWatts);
    if (profile.averagesAll()) {
      double within = withinWindow(profile, sensorNanos);
      // Nothing is known before the first sample, and what was shared out up to a time there must
      // stay as it is when the class is learned.
      sensor += sensorNanos < state.ring.firstNanos ? 0 : within;
    }
    return profile.gain() * sensor
        + profile.offsetWatts() * (point.integral.spanNanos * 1e-9)
        + span.constantJoules();
  }

  private double withinWindow(SensorProfile profile, long sensorNanos) {
    BoxcarIntegral integral = boxcar;
    if (integral == null) {
      integral = new BoxcarIntegral(ring, state.unit);
      boxcar = integral;
    }
    integral.at(
        sensorNanos,
        profile,
        horizonNanos / 2 - Math.abs(profile.delayNanos()),
        state.sample.pollNanos * 1e-9 / SQRT_12,
        state.ring.firstNanos,
        point.integral.repeatShare);
    return integral.joules;
  }

  private static double trueWatts(SensorProfile profile, double sensorWatts) {
    return profile.gain() * sensorWatts + profile.offsetWatts();
  }

  /** Mean true power between here and another time; NaN where nothing was seen in between. */
  private double meanWatts(ProfileSpan span, long timeNanos, double joulesHere, int sign) {
    double there = trueJoules(span, timeNanos);
    long seen = sign * (point.integral.spanNanos - here.spanNanos);
    return seen > 0 ? sign * (there - joulesHere) / (seen * 1e-9) : Double.NaN;
  }
}
