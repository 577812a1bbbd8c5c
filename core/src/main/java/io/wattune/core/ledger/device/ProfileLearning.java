package io.wattune.core.ledger.device;

import io.wattune.core.ledger.DeviceState;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.ledger.ProfileSpan;
import io.wattune.core.ledger.entry.LedgerOutput;
import io.wattune.core.reading.Sample;
import io.wattune.core.reading.SampleFilter;
import io.wattune.core.ring.RingWalk;
import io.wattune.core.ring.SampleRing;
import io.wattune.core.sensor.DriftWatch;
import io.wattune.core.sensor.ProfileSource;
import io.wattune.core.sensor.SensorClass;
import io.wattune.core.sensor.SensorModel;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.core.sensor.StepCalibrator;
import io.wattune.core.sensor.StepCalibrator.Lesson;
import io.wattune.core.sensor.StepSamples;
import io.wattune.core.sensor.TaughtResponse;

/**
 * Learns a device's sensor profile from its samples, or watches a profile that was given. A profile
 * that its sensor has drifted away from is put out with the time of that ({@link DriftWatch}).
 *
 * <p>A first profile holds from the start of the horizon on: the class and the constants of a
 * sensor belong to the board, so they hold for the edge that taught them. The entries and the true
 * power since are put out again. Before the class is known a prior that is narrowed holds alike.
 * Later refinements hold from the sample that taught them, and so does what was published of the
 * device's model, which takes the place of the general prior alone: it is assumed, not learned.
 */
final class ProfileLearning {
  private final LedgerSettings settings;
  private final DeviceState state;
  private final SampleRing ring;
  private final DeviceBooks books;
  private final PowerOutput power;
  private final Smoothing smoothing;
  private final LedgerOutput out;
  private final StepSamples steps = this::copy;

  ProfileLearning(
      LedgerSettings settings,
      DeviceState state,
      SampleRing ring,
      DeviceBooks books,
      PowerOutput power,
      Smoothing smoothing,
      LedgerOutput out) {
    this.settings = settings;
    this.state = state;
    this.ring = ring;
    this.books = books;
    this.power = power;
    this.smoothing = smoothing;
    this.out = out;
  }

  /**
   * Before a poll: what is given to the device, which may not have been given when its state began,
   * and, where its model has been named, to that, or was published of it. It holds from what the
   * newest sample says on, by either delay, or from that poll where nothing has been read before.
   * Test: {@code NamedModelTest}, {@code GivenProfilesTest}.
   *
   * @param model the model; empty where it is not named just now
   */
  void settle(String model, long pollNanos) {
    boolean isFirst = state.ring.samples == 0;
    SensorProfile now = state.newestProfile();
    SensorProfile next = settings.profiles().inPlaceOf(now, model, pollNanos).orElse(null);
    if (next == null) {
      return;
    }
    if (!isFirst) {
      // Where one follows the other both must know the energy: no sample says it later than this.
      next = next.from(state.ring.newestNanos - Math.max(now.delayNanos(), next.delayNanos()));
    }
    double constant = isFirst ? 0 : books.integral().constantFor(next);
    if (isFirst) {
      state.profiles.clear();
    }
    state.profiles.add(new ProfileSpan(next, constant));
    out.profile(next);
  }

  /** Takes the ring's newest sample. */
  void accept(Sample sample, double watts) {
    if (!learns() && !watches()) {
      return;
    }
    double period = SampleFilter.periodNanos(state.sample) * 1e-9;
    double resolution = state.sample.resolution * state.unit.watts();
    Lesson lesson =
        StepCalibrator.accept(state.calibration, sample, watts, period, resolution, steps);
    if (lesson != Lesson.NOTHING) {
      long driftedNanos = driftedNanos(lesson, period);
      if (learns()) {
        learn(lesson, period, resolution, driftedNanos);
      }
      if (state.newestProfile().driftedAtNanos() != driftedNanos) {
        reportDrift(driftedNanos);
      }
    }
  }

  private void copy(long afterNanos, double[] seconds, double[] watts) {
    int[] copied = {0};
    new RingWalk(ring)
        .from(
            afterNanos + 1,
            (timeNanos, value, spacing) -> {
              int i = copied[0];
              if (i < seconds.length) {
                seconds[i] = (timeNanos - afterNanos) * 1e-9;
                watts[i] = value * state.unit.watts();
                copied[0]++;
              }
            });
  }

  private boolean learns() {
    return state.newestProfile().source() != ProfileSource.GIVEN
        && (state.profiles.get(0).profile().source() == ProfileSource.PRIOR
            || state.profilesLearned > 0);
  }

  /** A profile that was given is held to: its sensor is watched all the same. */
  private boolean watches() {
    SensorProfile profile = state.newestProfile();
    return profile.source() == ProfileSource.GIVEN
        && profile.sensorClass() != SensorClass.PASS_THROUGH;
  }

  /**
   * Time of the newest drift. A profile that follows its sensor keeps it, since it has moved; one
   * that was given loses it once it fits again.
   */
  private long driftedNanos(Lesson lesson, double period) {
    SensorProfile now = state.newestProfile();
    SensorModel taken =
        now.source() == ProfileSource.PRIOR
            ? TaughtResponse.of(state.calibration, lesson, period)
            : now.response();
    if (DriftWatch.alarms(state.calibration, taken, learns())) {
      out.drifted(now);
      return state.ring.newestNanos;
    }
    boolean fits = !learns() && !state.calibration.drifting;
    return fits ? SensorProfile.NEVER : now.driftedAtNanos();
  }

  private void reportDrift(long driftedNanos) {
    int newest = state.profiles.size() - 1;
    ProfileSpan span = state.profiles.get(newest);
    SensorProfile drifted = span.profile().driftedAt(driftedNanos);
    state.profiles.set(newest, new ProfileSpan(drifted, span.constantJoules()));
    out.profile(drifted);
  }

  private void learn(Lesson lesson, double period, double resolution, long driftedNanos) {
    SensorProfile now = state.newestProfile();
    SensorModel model = TaughtResponse.of(state.calibration, lesson, period);
    boolean isKnown = now.source() == ProfileSource.LEARNED;
    if (isUnchanged(now, model) || (isKnown && !lesson.isOfClass())) {
      return;
    }
    power.flush();
    long first = state.ring.firstNanos - now.delayNanos();
    long from =
        isKnown
            ? state.ring.newestNanos - now.delayNanos()
            : Math.max(first, state.sample.clockNanos - settings.horizonNanos());
    double noise = StepCalibrator.noiseWatts(state.calibration, resolution);
    int edges = TaughtResponse.steps(state.calibration, lesson);
    SensorProfile learned =
        lesson.isOfClass()
            ? now.learned(model, period, noise, edges, from)
            : now.narrowed(model, period, noise, edges, from);
    SensorProfile next = learned.driftedAt(driftedNanos);
    double constant = books.integral().constantFor(next);
    long reach = isKnown ? 0 : smoothing.reach(next);
    if (from == first) {
      state.profiles.clear();
    }
    state.profiles.add(new ProfileSpan(next, constant));
    state.profilesLearned++;
    out.profile(next);
    if (!isKnown) {
      power.again(ring, next);
      books.reportAgain(from);
      smoothing.learned(reach);
    }
  }

  private static boolean isUnchanged(SensorProfile now, SensorModel model) {
    return now.source() == ProfileSource.LEARNED
        && model.sensorClass() == now.sensorClass()
        && Math.abs(model.slopeSeconds() - now.slopeSeconds()) <= now.slopeErrorSeconds();
  }
}
