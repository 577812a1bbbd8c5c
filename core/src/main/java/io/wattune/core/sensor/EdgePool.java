package io.wattune.core.sensor;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Weighs what many edges say together of a response that lasts only a few updates.
 *
 * <p>One such edge has one or two samples on its way, and its own time is not known: a lag, a
 * boxcar of many widths and a ramp of power fit it alike. But edges fall at random between two
 * updates. A boxcar shorter than the update period {@code T} shows a value between the levels on
 * the share {@code W / T} of its edges, evenly spread between the levels; a lag shows values that
 * crowd towards the new level, and a geometric tail; pass-through shows none. So each edge adds to
 * the evidence of each response of {@link ResponseGrid} the logarithm of
 *
 * <pre>L = integral over the edge's time u, even over two periods, of
 *     product over updates k of N(f(k); g(u + k T), s^2)</pre>
 *
 * with {@code f} the samples as shares of the step, {@code g} the response to a unit step, and
 * {@code s} the noise and {@value #MODEL_ERROR} of the step together. Within a cell of the
 * integration {@code s^2} grows by what {@code g} moves there.
 *
 * <p><b>No edge decides alone:</b> it takes at most {@value #MOST_EVIDENCE} from any response. An
 * edge that nothing fits is no evidence, and counted. Old edges fade over {@value #REMEMBERED}.
 *
 * <p><b>Edges that keep step with the updates</b> fall at one place between them and say nothing of
 * shares; they come at the same number of updates after one another again and again. Nothing is
 * resolved from such.
 *
 * <p>A class is resolved when its best response leads the best of each other class by {@value
 * #MARGIN} (odds of 150 to 1), {@value #PENALTY} more where it has a constant to fit and
 * pass-through has not. Then the constant is the mean over the class, weighed with the evidence.
 * Test: {@code ClassOfRandomSensorsTest}.
 */
final class EdgePool {
  static final double MODEL_ERROR = 0.007;
  static final double MARGIN = 5;
  static final double PENALTY = 1.5;
  static final double MOST_EVIDENCE = 3;
  static final int REMEMBERED = 64;

  /** With fewer, chance would have too much to say. */
  static final int LEAST_EDGES = 4;

  /** Edges in a row that are over within an update until that much is taken as known. */
  static final int SHORT_ROW = 3;

  /** An edge fits where its residuals are no larger than this many standard deviations. */
  private static final double LARGEST_MISFIT = 1.7;

  private static final double MOST_ODD = 0.34;
  private static final double LEAST_FRESH = 0.2;

  /** Beyond this an edge's likelihood at a time does not count. */
  private static final double HOPELESS = 80;

  /** Error of the constant that is accepted: of a constant, or of the period where that is more. */
  private static final double LARGEST_ERROR = 0.1;

  private static final double LARGEST_PERIOD_ERROR = 0.15;

  private EdgePool() {}

  /**
   * A class that the edges have settled.
   *
   * @param sensorClass which
   * @param periods its constant, in update periods; 0 for pass-through
   * @param errorPeriods standard error of the constant
   */
  record SettledClass(SensorClass sensorClass, double periods, double errorPeriods) {}

  /**
   * Adds an edge.
   *
   * @param shares samples as shares of the step, one for each update: the last one before the edge
   *     was noticed, then those after; at most {@link ResponseGrid#UPDATES} and one
   * @param count number of them
   * @param noise standard deviation of a share
   * @param edgeNanos time of the first of them
   * @param updates updates since the edge before, about
   */
  static void add(
      PoolState pool, double[] shares, int count, double noise, long edgeNanos, long updates) {
    if (pool.evidence.length == 0) {
      pool.evidence = new float[ResponseGrid.SIZE];
    }
    double sigma = StrictMath.hypot(MODEL_ERROR, noise);
    fade(pool);
    noteInterval(pool, edgeNanos, updates);
    boolean over = true;
    for (int k = 2; k < count; k++) {
      over &= Math.abs(shares[k] - 1) <= 3 * sigma;
    }
    pool.shortRow = over ? pool.shortRow + 1 : 0;
    double[] logs = new double[ResponseGrid.SIZE];
    double misfit = likelihoods(shares, count, sigma, logs);
    if (misfit > LARGEST_MISFIT) {
      pool.oddWeight++;
      return;
    }
    double best = Arrays.stream(logs).max().orElseThrow();
    for (int i = 0; i < logs.length; i++) {
      pool.evidence[i] += (float) Math.max(-MOST_EVIDENCE, logs[i] - best);
    }
    pool.edges++;
    pool.weight++;
  }

  private static void fade(PoolState pool) {
    if (pool.weight + pool.oddWeight < REMEMBERED) {
      return;
    }
    double kept = 1 - 1.0 / REMEMBERED;
    pool.weight *= kept;
    pool.oddWeight *= kept;
    pool.freshWeight *= kept;
    for (int i = 0; i < pool.evidence.length; i++) {
      pool.evidence[i] *= (float) kept;
    }
  }

  private static void noteInterval(PoolState pool, long edgeNanos, long updates) {
    if (pool.interval != 0 && updates != pool.interval) {
      pool.freshWeight++;
    }
    pool.interval = pool.edgeNanos == Long.MIN_VALUE ? 0 : updates;
    pool.edgeNanos = edgeNanos;
  }

  /** Logarithms of the likelihoods; returns the least root mean square residual, in deviations. */
  private static double likelihoods(double[] shares, int count, double sigma, double[] logs) {
    double variance = sigma * sigma;
    double least = HOPELESS;
    for (int response = 0; response < ResponseGrid.SIZE; response++) {
      float[] means = ResponseGrid.means(response);
      float[] moves = ResponseGrid.moves(response);
      double sum = 0;
      for (int cell = 0; cell < 2 * ResponseGrid.CELLS; cell++) {
        double square = 0;
        double spread = 1;
        for (int k = 0; k < count && square < HOPELESS; k++) {
          int at = cell + ResponseGrid.CELLS * (k - 1);
          double mean = at < 0 ? 0 : means[at];
          double move = at < 0 ? 0 : moves[at];
          double widened = 1 + move * move / (12 * variance);
          double off = shares[k] - mean;
          square += off * off / (variance * widened);
          spread *= widened;
        }
        if (square < HOPELESS) {
          sum += StrictMath.exp(-0.5 * square) / Math.sqrt(spread);
          least = Math.min(least, square);
        }
      }
      logs[response] = StrictMath.log(sum / ResponseGrid.CELLS + 1e-30);
    }
    return Math.sqrt(least / count);
  }

  /** Whether the response is known to be over within about one update. */
  static boolean isShort(PoolState pool) {
    return pool.shortRow >= SHORT_ROW;
  }

  /** The class that the edges have settled; null while they have not. */
  static @Nullable SettledClass verdict(PoolState pool) {
    double all = pool.weight + pool.oddWeight;
    if (pool.edges < LEAST_EDGES
        || pool.oddWeight > MOST_ODD * all
        || pool.freshWeight < LEAST_FRESH * all) {
      return null;
    }
    double pass = pool.evidence[ResponseGrid.PASS];
    double boxcar = most(pool, ResponseGrid.FIRST_BOXCAR, ResponseGrid.FIRST_LAG);
    double lag = most(pool, ResponseGrid.FIRST_LAG, ResponseGrid.SIZE);
    if (pass >= Math.max(boxcar, lag) + MARGIN) {
      return new SettledClass(SensorClass.PASS_THROUGH, 0, 0);
    }
    if (boxcar >= Math.max(pass + PENALTY, lag) + MARGIN) {
      return known(pool, SensorClass.BOXCAR, ResponseGrid.FIRST_BOXCAR, ResponseGrid.FIRST_LAG);
    }
    if (lag >= Math.max(pass + PENALTY, boxcar) + MARGIN) {
      return known(pool, SensorClass.FIRST_ORDER_LAG, ResponseGrid.FIRST_LAG, ResponseGrid.SIZE);
    }
    return null;
  }

  private static double most(PoolState pool, int from, int to) {
    double most = Double.NEGATIVE_INFINITY;
    for (int i = from; i < to; i++) {
      most = Math.max(most, pool.evidence[i]);
    }
    return most;
  }

  private static @Nullable SettledClass known(
      PoolState pool, SensorClass sensorClass, int from, int to) {
    double most = most(pool, from, to);
    double weights = 0;
    double mean = 0;
    double square = 0;
    for (int i = from; i < to; i++) {
      double weight = StrictMath.exp(pool.evidence[i] - most);
      double constant = ResponseGrid.constant(i);
      weights += weight;
      mean += weight * constant;
      square += weight * constant * constant;
    }
    mean /= weights;
    double grid = ResponseGrid.STEP * mean / 2;
    double error = Math.sqrt(Math.max(0, square / weights - mean * mean) + grid * grid);
    double allowed =
        Math.max(
            LARGEST_ERROR * mean, sensorClass == SensorClass.BOXCAR ? LARGEST_PERIOD_ERROR : 0);
    boolean atTheEnd = mean > 0.94 * ResponseGrid.constant(to - 1);
    return error > allowed || atTheEnd ? null : new SettledClass(sensorClass, mean, error);
  }

  /** A single edge has determined the class: what the pool has gathered is no longer used. */
  static void close(PoolState pool) {
    pool.evidence = new float[0];
  }
}
