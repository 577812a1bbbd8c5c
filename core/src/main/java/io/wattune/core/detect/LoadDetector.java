package io.wattune.core.detect;

import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Finds loads in true power, sample by sample: what Burtscher et al. (2014, section 4) do with a
 * threshold just above active idle, 52.5 W on their board, with thresholds that are learned.
 *
 * <p><b>Rest</b> is the mean of the newest {@value #MEAN_SAMPLES} samples at which nothing ran. A
 * load begins where power rises above rest by the <b>least height</b>: 6 standard deviations of a
 * sample, {@value #LEAST_SHARE} of rest, {@value #LEAST_WATTS} W, and a tenth of the median height
 * of the newest loads, whichever is most. It ends where power falls below half of its height above
 * <b>active idle</b>; once two falls have shown what the device holds after work (the lower
 * quartile of the newest {@value #REMEMBERED}, since a fall may also lead to a lighter part of a
 * load), below a quarter. Two samples in a row decide; one alone does where it is twice as far.
 *
 * <p><b>Noise</b> is learned from the median difference of neighbours, which follows its sign step
 * by step, so that edges, fewer than half of the samples, hardly count.
 *
 * <p><b>Edges</b> lie where power crosses the middle between what it was before and after, on the
 * straight line between the two samples about it. Standard error: {@code h / sqrt(12)} for samples
 * {@code h} apart, the noise over the slope, and what is not known of the sensor's own time,
 * together. A pause ends a load at the last sample before it, with the pause over {@code sqrt(12)}.
 *
 * <p>A load that runs at the first sample is not found, nor one shorter than two samples that is
 * not twice as high as the least height. Pure; units W and epoch ns. Test: {@code DetectionTest}.
 */
public final class LoadDetector {
  /** Samples that are held: two edges' worth, and the first noise. */
  static final int KEPT = 16;

  private static final int MEAN_SAMPLES = 32;
  private static final int REMEMBERED = 9;
  private static final double LEAST_SHARE = 0.05;
  private static final double LEAST_WATTS = 1;
  private static final double LEAST_OF_HEIGHT = 0.1;
  private static final double LEAST_SIGMAS = 6;

  /** Of the difference of two normal draws the median is 0.954 standard deviations of one. */
  private static final double SIGMAS_OF_DIFFERENCE = 1 / 0.954;

  /** What a driver's milliwatts hide. */
  private static final double LEAST_DIFFERENCE_WATTS = 0.005;

  private static final double DIFFERENCE_STEP = 0.05;

  /** Samples of rest after a fall that show active idle. */
  private static final int IDLE_SAMPLES = 4;

  /** Longer than drivers stand still, and than what the ledger bridges. */
  private static final long PAUSE_NANOS = 2_000_000_000L;

  private static final double UNIFORM = 1 / Math.sqrt(12);

  private final LoadState state;
  private final Consumer<DetectedLoad> found;

  /**
   * Goes on with a device.
   *
   * @param found receives each load when its rise is seen, and again when its fall is
   */
  public LoadDetector(LoadState state, Consumer<DetectedLoad> found) {
    this.state = state;
    this.found = found;
  }

  /**
   * Takes the next sample.
   *
   * @param timeNanos its time, after the one before
   * @param watts true power
   * @param timeErrorSeconds standard error of the sensor's own time, common to all samples
   */
  public void accept(long timeNanos, double watts, double timeErrorSeconds) {
    if (state.kept > 0 && timeNanos - newestNanos() > PAUSE_NANOS) {
      pause(timeNanos);
    }
    keep(timeNanos, watts);
    state.samples++;
    if (state.samples < KEPT) {
      return;
    }
    if (state.samples == KEPT) {
      begin(timeErrorSeconds);
    } else {
      if (state.kept > 1) {
        learnDifference(Math.abs(watts - state.watts[state.kept - 2]));
      }
      judge(state.kept - 1, timeErrorSeconds);
    }
  }

  /** No sample follows for now: judges those that are held where there are too few to begin. */
  public void finish(double timeErrorSeconds) {
    if (state.samples > 2 && state.samples < KEPT) {
      begin(timeErrorSeconds);
    }
  }

  /** Samples are not continued, as where a clock was set back: a load ends at the newest one. */
  public void cut() {
    if (state.runs) {
      end(newestNanos() + 1, 0);
    }
    state.kept = 0;
    state.samples = 0;
    state.beyond = 0;
    state.below = 0;
    state.restSamples = 0;
    state.followsLoad = false;
  }

  private void begin(double timeErrorSeconds) {
    double[] differences = new double[Math.max(1, state.kept - 1)];
    for (int i = 1; i < state.kept; i++) {
      differences[i - 1] = Math.abs(state.watts[i] - state.watts[i - 1]);
    }
    Arrays.sort(differences);
    double median = differences[differences.length / 2];
    state.differenceWatts = Math.max(LEAST_DIFFERENCE_WATTS, median);
    for (int i = 0; i < state.kept; i++) {
      judge(i, timeErrorSeconds);
    }
  }

  private void learnDifference(double difference) {
    double step = 1 + DIFFERENCE_STEP;
    double next =
        difference > state.differenceWatts
            ? state.differenceWatts * step
            : state.differenceWatts / step;
    state.differenceWatts = Math.max(LEAST_DIFFERENCE_WATTS, next);
  }

  /** Judges a sample that is held, by those up to it. */
  private void judge(int at, double timeErrorSeconds) {
    if (state.runs) {
      inLoad(at, timeErrorSeconds);
    } else {
      atRest(at, timeErrorSeconds);
    }
  }

  private void atRest(int at, double timeErrorSeconds) {
    double watts = state.watts[at];
    if (state.restSamples == 0) {
      rest(watts, 1);
      return;
    }
    double height = leastHeight();
    double above = watts - state.restWatts;
    if (above > height) {
      state.below = 0;
      if (++state.beyond == 2) {
        start(at, timeErrorSeconds);
      }
      return;
    }
    if (state.beyond == 1 && state.watts[at - 1] - state.restWatts > 2 * height) {
      oneSample(at, timeErrorSeconds);
      return;
    }
    state.beyond = 0;
    if (above < -height) {
      if (++state.below == 2) {
        rest(0.5 * (watts + state.watts[at - 1]), 2);
      }
      return;
    }
    state.below = 0;
    rest(
        state.restWatts + above / (Math.min(state.restSamples, MEAN_SAMPLES - 1) + 1),
        state.restSamples + 1);
  }

  private void rest(double watts, int samples) {
    state.restWatts = watts;
    state.restSamples = Math.min(samples, MEAN_SAMPLES);
    if (state.followsLoad && state.restSamples >= IDLE_SAMPLES) {
      state.idleWatts = remembering(state.idleWatts, watts);
      state.followsLoad = false;
    }
    if (state.restSamples <= 2) {
      state.beyond = 0;
      state.below = 0;
    }
  }

  /** One sample alone was a load. */
  private void oneSample(int at, double timeErrorSeconds) {
    double top = state.watts[at - 1];
    double middle = 0.5 * (state.restWatts + top);
    begun(at - 1, middle, timeErrorSeconds);
    state.loadWatts = top;
    ended(at, middle, timeErrorSeconds);
    state.beyond = 0;
  }

  private void start(int at, double timeErrorSeconds) {
    double level = state.watts[at];
    begun(at - 1, 0.5 * (state.restWatts + level), timeErrorSeconds);
    state.loadWatts = level;
    state.loadSamples = 1;
    state.beyond = 0;
    state.followsLoad = false;
  }

  /** The rise lies before a sample, or before one between it and the newest. */
  private void begun(int firstAbove, double middle, double timeErrorSeconds) {
    int at = firstAbove;
    while (state.watts[at] < middle) {
      at++;
    }
    Edge edge = edge(at, middle, timeErrorSeconds);
    state.runs = true;
    state.startNanos = edge.nanos;
    state.startErrorSeconds = edge.errorSeconds;
    found.accept(new DetectedLoad(state.startNanos, state.startErrorSeconds, DetectedLoad.RUNS, 0));
  }

  private void inLoad(int at, double timeErrorSeconds) {
    double watts = state.watts[at];
    double idle = activeIdle();
    double known = Double.isNaN(idle) ? state.restWatts : Math.min(idle, state.loadWatts);
    double share = Double.isNaN(idle) ? 0.5 : 0.25;
    double height = leastHeight();
    double threshold = known + Math.max(height, share * (state.loadWatts - known));
    if (watts >= threshold) {
      if (state.beyond == 1 && state.watts[at - 1] <= known + height) {
        dip(at, timeErrorSeconds);
        return;
      }
      state.beyond = 0;
      state.loadSamples = Math.min(state.loadSamples + 1, MEAN_SAMPLES);
      state.loadWatts += (watts - state.loadWatts) / state.loadSamples;
      return;
    }
    if (++state.beyond < 2) {
      return;
    }
    fall(at - 1, watts, timeErrorSeconds);
    state.beyond = 0;
    state.followsLoad = true;
    rest(0.5 * (watts + state.watts[at - 1]), 2);
  }

  /** One sample alone was none: two loads with rest between. */
  private void dip(int at, double timeErrorSeconds) {
    double low = state.watts[at - 1];
    fall(at - 1, low, timeErrorSeconds);
    double level = state.watts[at];
    begun(at, 0.5 * (low + level), timeErrorSeconds);
    state.loadWatts = level;
    state.loadSamples = 1;
    state.beyond = 0;
  }

  /** Ends the load at the crossing that lies at a sample or behind it. */
  private void fall(int firstBelow, double after, double timeErrorSeconds) {
    // A window that is averaged may show the fall itself in the sample before.
    double before = after;
    for (int i = Math.max(0, firstBelow - 2); i < firstBelow; i++) {
      before = Math.max(before, state.watts[i]);
    }
    double middle = 0.5 * (before + after);
    state.heightsWatts = remembering(state.heightsWatts, state.loadWatts - state.restWatts);
    ended(firstBelow, middle, timeErrorSeconds);
  }

  private void ended(int firstBelow, double middle, double timeErrorSeconds) {
    int at = firstBelow;
    while (at < state.kept - 1 && state.watts[at] > middle) {
      at++;
    }
    Edge edge = edge(at, middle, timeErrorSeconds);
    end(Math.max(edge.nanos, state.startNanos + 1), edge.errorSeconds);
  }

  private void end(long endNanos, double errorSeconds) {
    state.runs = false;
    found.accept(
        new DetectedLoad(state.startNanos, state.startErrorSeconds, endNanos, errorSeconds));
  }

  private void pause(long nextNanos) {
    if (state.runs) {
      end(
          Math.max(newestNanos(), state.startNanos + 1),
          (nextNanos - newestNanos()) * 1e-9 * UNIFORM);
    }
    state.restSamples = 0;
    state.beyond = 0;
    state.below = 0;
    state.followsLoad = false;
    state.kept = 0;
  }

  private record Edge(long nanos, double errorSeconds) {}

  /** Where power crosses a level between a sample and the one before. */
  private Edge edge(int at, double middle, double timeErrorSeconds) {
    if (at == 0) {
      return new Edge(state.timesNanos[0], timeErrorSeconds);
    }
    double before = state.watts[at - 1];
    double step = state.watts[at] - before;
    double spacing = state.timesNanos[at] - state.timesNanos[at - 1];
    double place = step == 0 ? 1 : Math.max(0, Math.min(1, (middle - before) / step));
    double noise = step == 0 ? 0 : Math.min(1, sigma() / Math.abs(step));
    double seconds = spacing * 1e-9;
    double error = StrictMath.hypot(seconds * UNIFORM, seconds * noise);
    return new Edge(
        state.timesNanos[at - 1] + Math.round(place * spacing),
        StrictMath.hypot(error, timeErrorSeconds));
  }

  private double leastHeight() {
    double height = Math.max(LEAST_WATTS, LEAST_SIGMAS * sigma());
    height = Math.max(height, LEAST_SHARE * Math.abs(state.restWatts));
    return Math.max(height, LEAST_OF_HEIGHT * quantile(state.heightsWatts, 0.5));
  }

  private double sigma() {
    return SIGMAS_OF_DIFFERENCE * state.differenceWatts;
  }

  /** Power that the device holds after work; NaN while fewer than two falls have shown it. */
  private double activeIdle() {
    return state.idleWatts.length < 2 ? Double.NaN : quantile(state.idleWatts, 0.25);
  }

  private static double quantile(double[] values, double share) {
    if (values.length == 0) {
      return 0;
    }
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[(int) (share * (sorted.length - 1))];
  }

  private static double[] remembering(double[] values, double newest) {
    int dropped = values.length == REMEMBERED ? 1 : 0;
    double[] next = Arrays.copyOfRange(values, dropped, values.length + 1);
    next[next.length - 1] = newest;
    return next;
  }

  private void keep(long timeNanos, double watts) {
    if (state.kept == KEPT) {
      System.arraycopy(state.timesNanos, 1, state.timesNanos, 0, KEPT - 1);
      System.arraycopy(state.watts, 1, state.watts, 0, KEPT - 1);
      state.kept--;
    }
    state.timesNanos[state.kept] = timeNanos;
    state.watts[state.kept] = watts;
    state.kept++;
  }

  private long newestNanos() {
    return state.timesNanos[state.kept - 1];
  }
}
