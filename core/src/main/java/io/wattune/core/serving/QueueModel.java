package io.wattune.core.serving;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.DoubleSupplier;
import java.util.function.IntToDoubleFunction;

/**
 * The 95th percentile of latency, waiting included, of a server that takes what waits up to a
 * batch, one batch after another. For requests one at a time, and for even ones, it runs a sample
 * of arrivals through the server, the same each time; for batches of those that come at random it
 * is a recursion ({@link BatchQueue}), kept as a table. Latencies of single requests that come at
 * random are M/D/1's where services do not vary: by chance of the sample they are 4 % off Erlang's
 * formula (1909) up to a utilisation of 0.6, and 3 % (one standard deviation) at 0.8. Test: {@code
 * QueueModelTest}.
 */
public final class QueueModel {
  /** Of the tails that are kept: a sample of fewer is off by chance where queues are long. */
  public static final int REQUESTS = 40_000;

  /** Of a run for a batch, of which there are many. */
  private static final int OF_BATCH = 6000;

  /** Steps of utilisation for single requests, whose tails are kept. */
  private static final int STEPS = 100;

  private final boolean isRandom;
  private final Map<Integer, BatchTails> ofBatches = new HashMap<>();
  private final double[] gaps;
  private final double[] stretches;
  private final double[] ofUtilisation = new double[STEPS + 1];

  private QueueModel(Arrivals arrivals, double[] gaps, double[] stretches) {
    this.isRandom = arrivals == Arrivals.RANDOM;
    this.gaps = gaps;
    this.stretches = stretches;
    for (int step = 1; step <= STEPS; step++) {
      ofUtilisation[step] = run(REQUESTS, (double) step / STEPS, 1, waiting -> 1);
    }
    ofUtilisation[0] = run(REQUESTS, 1e-6, 1, waiting -> 1);
  }

  /**
   * A model of a sample that somebody draws, the same each time: tables are made before anything
   * runs.
   *
   * @param spread standard deviation of the time of a request, as a part of its mean
   * @param uniform draws from 0 up to 1
   * @param gaussian draws from a standard normal distribution
   */
  public static QueueModel drawn(
      Arrivals arrivals, double spread, DoubleSupplier uniform, DoubleSupplier gaussian) {
    double[] gaps = new double[REQUESTS];
    double[] stretches = new double[REQUESTS];
    for (int i = 0; i < REQUESTS; i++) {
      gaps[i] = arrivals == Arrivals.EVEN ? 1 : -StrictMath.log(1 - uniform.getAsDouble());
      stretches[i] = Math.max(0.5, 1 + spread * gaussian.getAsDouble());
    }
    return new QueueModel(arrivals, gaps, stretches);
  }

  /** The tail of a setting; infinite where it cannot keep up. */
  public double tailSeconds(ServingProfile profile, ServingSetting setting, double rate) {
    double single = profile.seconds(setting.ofBatch(1));
    if (setting.batch() == 1) {
      return single * ofUtilisation(rate * single);
    }
    if (rate * profile.seconds(setting) >= setting.batch()) {
      return Double.POSITIVE_INFINITY;
    }
    if (isRandom) {
      return ofBatches(setting.batch()).tailSeconds(single, profile.seconds(setting), rate);
    }
    double[] seconds = new double[setting.batch() + 1];
    for (int batch = 1; batch < seconds.length; batch++) {
      seconds[batch] = profile.seconds(setting.ofBatch(batch));
    }
    return run(OF_BATCH, rate, setting.batch(), batch -> seconds[batch]);
  }

  private synchronized BatchTails ofBatches(int batch) {
    return ofBatches.computeIfAbsent(batch, BatchTails::new);
  }

  /**
   * Batches a second. Even requests are alone until they cannot be, and then in batches that fill
   * the time.
   */
  public double batchesASecond(ServingProfile profile, ServingSetting setting, double rate) {
    double single = profile.seconds(setting.ofBatch(1));
    double full = profile.seconds(setting);
    if (setting.batch() == 1 || (!isRandom && rate * single <= 1)) {
      return rate;
    }
    if (isRandom) {
      return ofBatches(setting.batch()).batchesASecond(single, full, rate);
    }
    double further = (full - single) / (setting.batch() - 1);
    return Math.max(rate / setting.batch(), (1 - rate * further) / (single - further));
  }

  /** Tails of a service of a second, straight between the steps. */
  private double ofUtilisation(double utilisation) {
    if (utilisation >= 1) {
      return Double.POSITIVE_INFINITY;
    }
    int below = (int) (utilisation * STEPS);
    double part = utilisation * STEPS - below;
    return ofUtilisation[below] * (1 - part) + ofUtilisation[below + 1] * part;
  }

  private double run(int requests, double rate, int most, IntToDoubleFunction seconds) {
    double sum = 0;
    for (int i = 0; i < requests; i++) {
      sum += gaps[i];
    }
    double[] arrivals = new double[requests];
    double at = 0;
    for (int i = 0; i < requests; i++) {
      // The sample has exactly the rate that it is for.
      at += gaps[i] * requests / sum / rate;
      arrivals[i] = at;
    }
    double[] latencies = new double[requests];
    double free = 0;
    int next = 0;
    while (next < requests) {
      double start = Math.max(free, arrivals[next]);
      int batch = 1;
      while (batch < most && next + batch < requests && arrivals[next + batch] <= start) {
        batch++;
      }
      free = start + stretches[next] * seconds.applyAsDouble(batch);
      for (int i = 0; i < batch; i++) {
        latencies[next + i] = free - arrivals[next + i];
      }
      next += batch;
    }
    return percentile95(latencies);
  }

  /** The value that 95 % do not exceed. */
  public static double percentile95(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[(int) Math.ceil(0.95 * sorted.length) - 1];
  }
}
