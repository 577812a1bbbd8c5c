package io.wattune.core.sensor;

import io.wattune.core.reading.PowerUnit;
import io.wattune.core.reading.SampleFilter;
import io.wattune.core.reading.SampleFilter.Outcome;
import io.wattune.core.reading.SampleState;
import io.wattune.core.sensor.StepCalibrator.Lesson;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Learns a sensor's profile from a whole trace of polls, by what the ledger uses: the same filter,
 * the same calibrator, the same lessons in the same order. Beyond that it keeps the newest edges,
 * to be shown. Test: {@code OfflineCalibrationTest}.
 */
public final class TraceCalibrator {
  private static final int MOST_EDGES = 200;

  private final SampleFilter filter = new SampleFilter();
  private final SampleState samples = new SampleState();
  private final CalibrationState state = new CalibrationState();
  private final List<EdgeRecord> edges = new ArrayList<>();
  private final PowerUnit unit;
  private long[] keptNanos = new long[1024];
  private double[] keptWatts = new double[1024];
  private int kept;
  private SensorProfile profile;
  private long taken;

  /**
   * Prepares.
   *
   * @param start what is assumed before anything is known
   */
  public TraceCalibrator(SensorProfile start, PowerUnit unit) {
    this.profile = start;
    this.unit = unit;
  }

  /** Takes a poll. */
  public void accept(long timeNanos, int value) {
    if (filter.accept(samples, timeNanos, value) != Outcome.SAMPLE) {
      return;
    }
    taken++;
    double watts = filter.sample().value * unit.watts();
    double period = SampleFilter.periodNanos(samples) * 1e-9;
    double resolution = samples.resolution * unit.watts();
    keep(filter.sample().timeNanos, watts);
    Lesson lesson =
        StepCalibrator.accept(state, filter.sample(), watts, period, resolution, this::edge);
    if (lesson != Lesson.NOTHING) {
      learn(lesson, period, resolution);
    }
  }

  private void keep(long timeNanos, double watts) {
    if (kept == keptNanos.length) {
      int older = state.collected == 0 ? kept - CalibrationState.HISTORY : 0;
      int length = older > 0 ? kept : 2 * kept;
      keptNanos = Arrays.copyOf(Arrays.copyOfRange(keptNanos, older, kept), length);
      keptWatts = Arrays.copyOf(Arrays.copyOfRange(keptWatts, older, kept), length);
      kept -= older;
    }
    keptNanos[kept] = timeNanos;
    keptWatts[kept++] = watts;
  }

  /** A step has been collected to its end. Its samples are moved to their comb when judged. */
  private void edge(long afterNanos, double[] seconds, double[] watts) {
    int first = Arrays.binarySearch(keptNanos, 0, kept, afterNanos + 1);
    first = first < 0 ? -first - 1 : first;
    for (int i = 0; i < seconds.length; i++) {
      seconds[i] = (keptNanos[first + i] - afterNanos) * 1e-9;
      watts[i] = keptWatts[first + i];
    }
    if (edges.size() < MOST_EDGES) {
      edges.add(new EdgeRecord(afterNanos, state.baseWatts, seconds, watts));
    }
  }

  private void learn(Lesson lesson, double period, double resolution) {
    SensorModel model = TaughtResponse.of(state, lesson, period);
    double noise = StepCalibrator.noiseWatts(state, resolution);
    int steps = TaughtResponse.steps(state, lesson);
    if (!lesson.isOfClass() && isResolved()) {
      return;
    }
    profile =
        lesson.isOfClass()
            ? profile.learned(model, period, noise, steps, Long.MIN_VALUE)
            : profile.narrowed(model, period, noise, steps, Long.MIN_VALUE);
  }

  /** What is known of the sensor now. */
  public SensorProfile profile() {
    return profile;
  }

  /** Whether the class is known from these readings. */
  public boolean isResolved() {
    return profile.source() == ProfileSource.LEARNED;
  }

  /** The first edges, as they were collected. */
  public List<EdgeRecord> edges() {
    return List.copyOf(edges);
  }

  /** Counts of what the edges showed. */
  public EdgeCounts counts() {
    return new EdgeCounts(
        taken,
        state.judged,
        state.lagSteps,
        state.boxcarSteps,
        state.pool.edges,
        Math.round(state.pool.oddWeight),
        state.falls);
  }
}
