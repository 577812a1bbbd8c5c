package io.wattune.core.sensor;

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
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A calibrator behind a filter, and what it learned when. */
final class CalibrationRun {
  final CalibrationState state = new CalibrationState();
  final SampleState sampleState = new SampleState();
  final List<Lesson> lessons = new ArrayList<>();
  final List<Double> constants = new ArrayList<>();

  /** The classes that were told, from the first on. */
  final Set<SensorClass> classes = EnumSet.noneOf(SensorClass.class);

  /** The newest response that was told with its class; null where none was. */
  @Nullable SensorModel told;

  int mostCollected;
  int longestBuffer;
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
    Lesson lesson =
        StepCalibrator.accept(
            state,
            sample,
            watts,
            SampleFilter.periodNanos(sampleState) * 1e-9,
            sampleState.resolution * 1e-3);
    mostCollected = Math.max(mostCollected, state.collected);
    longestBuffer = Math.max(longestBuffer, state.stepWatts.length);
    if (lesson != Lesson.NOTHING) {
      double period = SampleFilter.periodNanos(sampleState) * 1e-9;
      SensorModel model = StepCalibrator.model(state, lesson, period);
      lessons.add(lesson);
      if (lesson != Lesson.SHORT) {
        told = model;
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

  double constant() {
    return StepCalibrator.timeConstantSeconds(state);
  }

  double error() {
    return StepCalibrator.timeConstantErrorSeconds(state);
  }
}
