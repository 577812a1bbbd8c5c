package io.wattune.core.sensor;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.reading.PowerUnit;
import io.wattune.core.reading.Sample;
import io.wattune.core.reading.SampleFilter;
import io.wattune.core.reading.SampleFilter.Outcome;
import io.wattune.core.reading.SampleState;
import io.wattune.core.reading.Spacing;
import io.wattune.core.sensor.StepCalibrator.Lesson;
import io.wattune.core.simulated.Polls;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A calibrator behind a filter, and what it learned when. */
final class CalibrationRun {
  final CalibrationState state = new CalibrationState();
  final SampleState sampleState = new SampleState();
  final List<Lesson> lessons = new ArrayList<>();
  final List<Double> constants = new ArrayList<>();

  /** Errors that were reported with a bound, in seconds. */
  final List<Double> bounds = new ArrayList<>();

  /** The classes that were reported, from the first on. */
  final Set<SensorClass> classes = EnumSet.noneOf(SensorClass.class);

  /** The newest response that was reported with its class; null where none was. */
  @Nullable SensorModel reported;

  int mostCollected;
  private final TreeMap<Long, Double> samples = new TreeMap<>();
  int gaps;
  double firstConstant;
  double firstError;

  static CalibrationRun of(Polls polls) {
    var run = new CalibrationRun();
    var filter = new SampleFilter();
    for (int i = 0; i < polls.size(); i++) {
      if (filter.accept(run.sampleState, polls.timesNanos()[i], polls.values()[i])
          == Outcome.SAMPLE) {
        run.take(filter.sample(), filter.sample().value * PowerUnit.MILLIWATTS.watts());
      }
    }
    return run;
  }

  private void take(Sample sample, double watts) {
    gaps += sample.spacing == Spacing.SEEN ? 0 : 1;
    samples.put(sample.timeNanos, watts);
    Lesson lesson =
        StepCalibrator.accept(
            state,
            sample,
            watts,
            SampleFilter.periodNanos(sampleState) * 1e-9,
            sampleState.resolution * 1e-3,
            this::copy);
    mostCollected = Math.max(mostCollected, state.collected);
    if (lesson == Lesson.BOUNDED) {
      bounds.add(TaughtResponse.of(state, lesson, 0).slopeErrorSeconds());
    } else if (lesson != Lesson.NOTHING) {
      double period = SampleFilter.periodNanos(sampleState) * 1e-9;
      SensorModel model = TaughtResponse.of(state, lesson, period);
      lessons.add(lesson);
      if (lesson != Lesson.SHORT) {
        reported = model;
        classes.add(model.sensorClass());
      }
      if (lesson == Lesson.LAG) {
        if (constants.isEmpty()) {
          firstConstant = model.timeConstantSeconds();
          firstError = model.timeConstantErrorSeconds();
        }
        constants.add(model.timeConstantSeconds());
      }
    }
  }

  private void copy(long afterNanos, double[] seconds, double[] watts) {
    int i = 0;
    for (Map.Entry<Long, Double> sample : samples.tailMap(afterNanos, false).entrySet()) {
      if (i < seconds.length) {
        seconds[i] = (sample.getKey() - afterNanos) * 1e-9;
        watts[i++] = sample.getValue();
      }
    }
    assertThat(i).as("samples of the step").isEqualTo(seconds.length);
  }

  double constant() {
    return TaughtResponse.timeConstantSeconds(state);
  }

  double error() {
    return TaughtResponse.timeConstantErrorSeconds(state);
  }
}
