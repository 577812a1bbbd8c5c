package io.wattune.evaluation.estimators;

import io.wattune.core.ledger.Activity;
import io.wattune.core.meter.MeterTrace;
import io.wattune.core.reading.SampleFilter;
import io.wattune.core.reading.SampleState;
import io.wattune.core.sensor.SensorProfile;
import io.wattune.evaluation.recording.Recording;
import io.wattune.replay.ReplayInput;
import io.wattune.replay.file.DeviceTrace;
import io.wattune.schemas.failure.EngineException;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;

/**
 * A card that was recorded beside a meter. Its sensor is what the meter says that it is: gain,
 * offset and delay are taken out of the samples with it, so that what is left is the estimators'
 * own error, and how far the sensor is from the best model of its class.
 */
final class RecordedCase {
  private RecordedCase() {}

  static SensedTrace of(Recording recording, ZoneId zone) throws EngineException {
    ReplayInput input = recording.readWithMeter(zone);
    if (input.meter() == null) {
      throw new IllegalStateException("a recording without a meter");
    }
    DeviceTrace polls = input.traces().get(0);
    SensorProfile profile = input.profiles().start(polls.device(), polls.signal());
    var truth = new Meter(input.meter().trace(), boundaries(input.activities()));
    var filter = new SampleFilter();
    var state = new SampleState();
    double[] seconds = new double[polls.polls()];
    double[] watts = new double[polls.polls()];
    int samples = 0;
    for (int i = 0; i < polls.polls(); i++) {
      int value = polls.values()[i];
      if (filter.accept(state, polls.timesNanos()[i], value) == SampleFilter.Outcome.SAMPLE) {
        long at = filter.sample().timeNanos - profile.delayNanos();
        seconds[samples] = (at - truth.startNanos()) * 1e-9;
        watts[samples] = profile.gain() * value * polls.unit().watts() + profile.offsetWatts();
        samples++;
      }
    }
    var sensor =
        new KnownSensor(
            recording.card() + ", " + recording.signal(),
            profile.response(),
            profile.updatePeriodSeconds(),
            state.pollNanos * 1e-9,
            profile.gain()
                * Math.hypot(
                    profile.noiseWatts(),
                    state.resolution * polls.unit().watts() / SensedTrace.SQRT_12));
    return new SensedTrace(
        sensor, truth, Arrays.copyOf(seconds, samples), Arrays.copyOf(watts, samples));
  }

  private static long[] boundaries(List<Activity> activities) {
    return activities.stream()
        .filter(activity -> !activity.activityId().equals(ReplayInput.WHOLE_TRACE))
        .flatMapToLong(
            activity -> java.util.stream.LongStream.of(activity.startNanos(), activity.endNanos()))
        .sorted()
        .distinct()
        .toArray();
  }

  /** What a meter saw, in the mean over some milliseconds: its single readings are noisy. */
  @SuppressWarnings("ArrayRecordComponent") // Documented: owned, never compared.
  private record Meter(MeterTrace trace, long startNanos, double[] boundaries) implements Truth {
    private static final long HALF_NANOS = 1_000_000L;

    Meter(MeterTrace trace, long[] boundariesNanos) {
      this(
          trace,
          trace.startNanos(),
          Arrays.stream(boundariesNanos)
              .mapToDouble(at -> (at - trace.startNanos()) * 1e-9)
              .toArray());
    }

    @Override
    public double powerWatts(double seconds) {
      long at = startNanos + Math.round(seconds * 1e9);
      return trace.covers(at - HALF_NANOS, at + HALF_NANOS)
          ? trace.meanWatts(at - HALF_NANOS, at + HALF_NANOS)
          : Double.NaN;
    }
  }
}
