package io.wattune.core.ledger.device;

import io.wattune.core.detect.DetectedLoad;
import io.wattune.core.detect.LoadDetector;
import io.wattune.core.ledger.Activity;
import io.wattune.core.ledger.Book;
import io.wattune.core.ledger.DetectionState;
import io.wattune.core.ledger.DeviceState;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.ledger.entry.DetectedEnds;
import io.wattune.core.power.PowerColumns;
import io.wattune.core.power.PowerCorrector;
import io.wattune.core.power.PowerState;
import io.wattune.core.power.TruePower;
import io.wattune.core.reading.Spacing;
import io.wattune.core.ring.RingWalk;
import io.wattune.core.ring.SampleRing;
import io.wattune.core.sensor.ProfileSource;
import io.wattune.core.sensor.SensorClass;
import io.wattune.core.sensor.SensorProfile;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes activities of the loads that a device's true power shows ({@link LoadDetector}): spans that
 * are named {@value DetectedEnds#DETECTED}, and whose labels say how well their ends are known.
 *
 * <p>It begins once the sensor is known, with all samples since; or after {@value #LONGEST_WAIT} ns
 * and by the trace's end with what is assumed of it. What it finds depends on the samples alone,
 * not on how they were cut into blocks. Test: {@code DetectionTest}.
 */
final class Detection {
  /** What activities' ids begin with; the start in microseconds follows. */
  static final String ID = "detected-";

  /** A sensor that has not been learned by then is taken as it is assumed to be. */
  static final long LONGEST_WAIT = 60_000_000_000L;

  /** Neighbours that are less than this part of the usual time apart. A choice. */
  private static final double CLOSE = 0.5;

  private static final double SPACING_STEP = 1.05;

  /**
   * Samples behind a gap of which the times are the polls', not yet the sensor's own, so that the
   * slope between them is off: three on a simulated K20.
   */
  private static final int SETTLING = 4;

  private final LedgerSettings settings;
  private final String device;
  private final DeviceState state;
  private final DetectionState detection;
  private final LoadDetector detector;
  private final List<Activity> found = new ArrayList<>();

  Detection(LedgerSettings settings, String device, DeviceState state) {
    this.settings = settings;
    this.device = device;
    this.state = state;
    DetectionState held = state.detection;
    this.detection = held == null ? new DetectionState() : held;
    state.detection = detection;
    this.detector = new LoadDetector(detection.loads, this::found);
  }

  /** Takes true power that has been put out: for the first time, or once more. */
  void accept(TruePower power) {
    if (!detection.begun) {
      if (state.newestProfile().source() == ProfileSource.PRIOR) {
        return;
      }
      detection.begun = true;
    }
    take(power);
  }

  private void take(TruePower power) {
    double timeError = timeErrorSeconds();
    for (int i = 0; i < power.samples(); i++) {
      long timeNanos = power.timesNanos()[i];
      if (timeNanos > detection.takenNanos) {
        sample(timeNanos, power.trueMilliwatts()[i], timeError);
      }
    }
  }

  private void sample(long timeNanos, int milliwatts, double timeError) {
    long spacing = detection.waitingNanos == 0 ? 0 : timeNanos - detection.takenNanos;
    if (spacing > 0) {
      learnSpacing(spacing);
    }
    waiting(spacing, timeError);
    boolean isKnown = milliwatts != TruePower.NONE;
    detection.settling = isKnown ? Math.max(0, detection.settling - 1) : SETTLING + 1;
    if (isKnown && detection.settling == 0) {
      detection.waitingNanos = timeNanos;
      detection.waitingWatts = milliwatts * 1e-3;
      detection.waitingSpacingNanos = spacing;
    }
    detection.takenNanos = timeNanos;
  }

  /**
   * Judges the sample that waits. Of a sensor that lags noise goes as one over the time to the
   * neighbours, so that one that is close to another says nothing.
   */
  private void waiting(long afterNanos, double timeError) {
    if (detection.waitingNanos != 0) {
      long before = detection.waitingSpacingNanos;
      boolean isClose =
          (before > 0 && before < CLOSE * detection.spacingNanos)
              || (afterNanos > 0 && afterNanos < CLOSE * detection.spacingNanos);
      if (!isClose || state.newestProfile().sensorClass() != SensorClass.FIRST_ORDER_LAG) {
        detector.accept(detection.waitingNanos, detection.waitingWatts, timeError);
      }
    }
    detection.waitingNanos = 0;
  }

  private void learnSpacing(long nanos) {
    double known = detection.spacingNanos;
    if (known == 0) {
      detection.spacingNanos = nanos;
    } else {
      detection.spacingNanos = nanos > known ? known * SPACING_STEP : known / SPACING_STEP;
    }
  }

  /** Whether it must begin before a poll, whatever is known of the sensor. */
  boolean isDue(long timeNanos) {
    long wait = Math.min(LONGEST_WAIT, settings.horizonNanos() / 2);
    return !detection.begun && state.ring.samples > 0 && timeNanos - state.ring.firstNanos > wait;
  }

  /** Begins with what is assumed of the sensor, with all samples but the newest. */
  void begin(SampleRing ring) {
    if (detection.begun || state.ring.samples == 0) {
      return;
    }
    detection.begun = true;
    SensorProfile profile = state.newestProfile();
    var power = new PowerState();
    var columns = new PowerColumns();
    new RingWalk(ring)
        .from(
            Long.MIN_VALUE,
            (timeNanos, value, spacing) ->
                PowerCorrector.accept(
                    power,
                    profile,
                    timeNanos,
                    value * state.unit.watts(),
                    spacing == Spacing.SEEN,
                    columns));
    take(columns.take(device, state.signal, 0, profile.profileId(), state.setBacks()));
  }

  /** The readings have ended. */
  void finish(SampleRing ring) {
    if (state.ring.samples == 0) {
      return;
    }
    begin(ring);
    waiting(0, timeErrorSeconds());
    detector.finish(timeErrorSeconds());
  }

  /** The clock was set back. */
  void cut() {
    detector.cut();
    detection.takenNanos = Long.MIN_VALUE;
    detection.waitingNanos = 0;
    found.clear(); // the books have cut off what ran
  }

  /** Takes out what was found since. */
  List<Activity> drain() {
    List<Activity> drained = List.copyOf(found);
    found.clear();
    return drained;
  }

  private void found(DetectedLoad load) {
    var ends = new DetectedEnds(load.startErrorSeconds(), load.endErrorSeconds());
    found.add(
        new Activity(
            device,
            ID + Math.floorDiv(load.startNanos(), 1000L),
            Book.SPAN,
            DetectedEnds.DETECTED,
            load.startNanos(),
            load.hasEnded() ? load.endNanos() : Activity.RUNNING,
            null,
            ends.labels(load.hasEnded())));
  }

  /** How far the times of all samples may be off: delay, and where the class is not known all. */
  private double timeErrorSeconds() {
    SensorProfile profile = state.newestProfile();
    double unknown = profile.source() == ProfileSource.PRIOR ? profile.slopeErrorSeconds() : 0;
    return StrictMath.hypot(profile.delayErrorSeconds(), unknown);
  }
}
