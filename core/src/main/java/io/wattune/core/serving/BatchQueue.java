package io.wattune.core.serving;

import java.util.Arrays;

/**
 * A server that takes what waits, up to a limit, as one batch, and one batch after another:
 * requests that come meanwhile are of the next one. A batch of {@code b} takes {@code f + p b}
 * seconds. A limit of one is a server that takes one request at a time.
 *
 * <p>Requests come in groups at random times, of a size that is geometric with mean {@code g}: one
 * by one for {@code g = 1}, and the variance of their number by its mean is {@code 2 g - 1}. The
 * numbers that wait when batches begin are a Markov chain (Bailey 1954, "On queueing processes with
 * bulk service"; here with a time that goes by the batch), whose stationary distribution is found
 * by elimination (Grassmann, Taksar and Heyman 1985). Groups see time averages, so that a request's
 * latency is what is left of the batch that is served, the full batches before its own, and its
 * own, which has the size that it has when it begins. Requests that come after a request's place in
 * the queue was taken make its batch larger, not later.
 *
 * <p>Error: arrivals within a batch are taken at {@link #PLACES} places of it, and the queue ends
 * where less than 3 of 10,000 are beyond. Against a queue that was simulated independently, 3 % of
 * the 95th percentile where at most 85 % of the time is busy, and chance of the simulation. Test:
 * {@code BatchQueueTest} in the testbed, and {@code QueueModelTest} against Erlang.
 *
 * <p>Not for two threads at once.
 */
public final class BatchQueue {
  private static final int PLACES = 32;
  private static final int BINS = 8192;
  private static final double LATE = 0.05;

  /** More states than this are not solved for: the queue is too near to what it can serve. */
  private static final int MOST_STATES = 600;

  private final double fixed;
  private final double further;
  private final int limit;
  private final double group;

  /** Parameter of a group's size: one more follows with this chance. */
  private final double follows;

  private double tail;
  private double batches;

  /**
   * A server.
   *
   * @param fixedSeconds of a batch
   * @param furtherSeconds of each of its requests
   * @param limit of a batch
   * @param group mean number of requests that come together, from 1
   */
  public BatchQueue(double fixedSeconds, double furtherSeconds, int limit, double group) {
    if (!(fixedSeconds >= 0) || !(furtherSeconds >= 0) || limit < 1 || !(group >= 1)) {
      throw new IllegalArgumentException("times are not negative, limit and group from 1 on");
    }
    this.fixed = fixedSeconds;
    this.further = furtherSeconds;
    this.limit = limit;
    this.group = group;
    this.follows = 1 - 1 / group;
  }

  private double seconds(int batch) {
    return fixed + further * batch;
  }

  /** The 95th percentile of latency at a rate that was given last; infinite beyond its capacity. */
  public double tailSeconds() {
    return tail;
  }

  /** Batches a second at the rate that was given last. */
  public double batchesASecond() {
    return batches;
  }

  /** Finds what a rate of requests makes of it. */
  public void at(double rate) {
    double busiest = rate * seconds(limit) / limit;
    double dispersion = 2 * group - 1;
    // Beyond so many requests the chance has fallen by e^-8 (Kingman's limit of heavy traffic).
    double states = 2 * limit + 24 + 4 * dispersion / Math.max(1e-9, 1 - busiest);
    if (busiest >= 1 || states > MOST_STATES) {
      tail = Double.POSITIVE_INFINITY;
      batches = 1 / seconds(limit);
      return;
    }
    int most = (int) states;
    double[][] came = new double[limit + 1][];
    for (int batch = 1; batch <= limit; batch++) {
      came[batch] = arrivals(rate * seconds(batch), most);
    }
    double[] atStart = stationary(transitions(came, most));
    double idle = 0;
    double served = 0;
    double[] sizes = new double[limit + 1];
    for (int n = 1; n <= most; n++) {
      int batch = Math.min(n, limit);
      sizes[batch] += atStart[n - 1];
      served += atStart[n - 1] * seconds(batch);
      idle += n <= limit ? atStart[n - 1] * came[batch][0] : 0;
    }
    double idleSeconds = idle * group / rate;
    double cycle = served + idleSeconds;
    batches = 1 / cycle;
    var latencies = new Latencies((3 + (double) most / limit) * seconds(limit));
    latencies.came(new double[] {1}, 0, 0, idleSeconds / cycle, rate);
    for (int batch = 1; batch <= limit; batch++) {
      double[] left = {1};
      if (batch == limit) {
        left = new double[most - limit + 1];
        for (int n = limit; n <= most; n++) {
          left[n - limit] = atStart[n - 1] / sizes[limit];
        }
      }
      double share = sizes[batch] * seconds(batch) / cycle;
      for (int place = 0; place < PLACES && share > 1e-9; place++) {
        double passed = seconds(batch) * (place + 0.5) / PLACES;
        latencies.came(
            convolved(left, arrivals(rate * passed, most), most),
            seconds(batch) - passed,
            seconds(batch) / PLACES,
            share / PLACES,
            rate);
      }
    }
    tail = latencies.percentile();
  }

  /**
   * Chances of 0, 1, ... requests where a mean number of them comes: groups are Poisson's, sizes
   * geometric (Polya and Aeppli), by Panjer's recursion.
   */
  private double[] arrivals(double mean, int most) {
    double groups = mean / group;
    double[] chance = new double[most + 1];
    chance[0] = StrictMath.exp(-groups);
    if (most >= 1) {
      chance[1] = groups * (1 - follows) * chance[0];
    }
    for (int n = 1; n < most; n++) {
      double next =
          (2 * n * follows + groups * (1 - follows)) * chance[n]
              - follows * follows * (n - 1) * chance[n - 1];
      chance[n + 1] = Math.max(0, next / (n + 1));
    }
    return chance;
  }

  /** From the number that is there when a batch begins to that when the next one begins. */
  private double[][] transitions(double[][] came, int most) {
    double[][] to = new double[most][most];
    for (int n = 1; n <= most; n++) {
      int batch = Math.min(n, limit);
      int left = n - batch;
      double[] row = to[n - 1];
      double sum = 0;
      for (int more = 0; left + more < most; more++) {
        int next = left + more;
        if (next == 0) {
          double size = came[batch][0] * (1 - follows);
          for (int first = 1; first < most; first++) {
            row[first - 1] += size;
            sum += size;
            size *= follows;
          }
        } else {
          row[next - 1] += came[batch][more];
          sum += came[batch][more];
        }
      }
      row[most - 1] += Math.max(0, 1 - sum);
    }
    return to;
  }

  /** Elimination without subtractions, so that nothing is lost by rounding. */
  private static double[] stationary(double[][] to) {
    int states = to.length;
    for (int n = states - 1; n > 0; n--) {
      double down = 0;
      for (int k = 0; k < n; k++) {
        down += to[n][k];
      }
      for (int i = 0; i < n; i++) {
        double share = to[i][n] / down;
        to[i][n] = share;
        if (share > 0) {
          for (int k = 0; k < n; k++) {
            to[i][k] += share * to[n][k];
          }
        }
      }
    }
    double[] chance = new double[states];
    chance[0] = 1;
    double sum = 1;
    for (int n = 1; n < states; n++) {
      for (int i = 0; i < n; i++) {
        chance[n] += chance[i] * to[i][n];
      }
      sum += chance[n];
    }
    for (int n = 0; n < states; n++) {
      chance[n] /= sum;
    }
    return chance;
  }

  private static double[] convolved(double[] a, double[] b, int most) {
    if (a.length == 1) {
      return b;
    }
    double[] sum = new double[most + 1];
    for (int i = 0; i < a.length; i++) {
      for (int k = 0; a[i] > 1e-12 && i + k <= most && k < b.length; k++) {
        sum[i + k] += a[i] * b[k];
      }
    }
    return sum;
  }

  /** How long requests take, as a histogram. */
  private final class Latencies {
    private final double width;

    /** What each bin has more than the one before, so that a range is two additions. */
    private final double[] rises = new double[BINS + 2];

    Latencies(double longest) {
      width = longest / BINS;
    }

    /**
     * Requests come while a server is busy, or idle.
     *
     * @param before chances of so many that wait
     * @param free seconds until the next batch begins
     * @param range within which that is
     * @param share of all requests
     */
    void came(double[] before, double free, double range, double share, double rate) {
      // As many of its group are before it, and as many after it, by the same chances.
      double[] ahead = before.length == 1 ? grouped(before, MOST_STATES / 2) : grouped(before, 0);
      double[][] after = new double[ahead.length / limit + 1][];
      for (int place = 0; place < ahead.length; place++) {
        double chance = share * ahead[place];
        if (chance < 1e-10) {
          continue;
        }
        int full = place / limit;
        double start = free + full * seconds(limit);
        double[] later = after[full];
        if (later == null) {
          later = grouped(arrivals(rate * start, limit), 0);
          after[full] = later;
        }
        int own = place % limit + 1;
        double rest = 1;
        for (int more = 0; own + more < limit; more++) {
          add(start + seconds(own + more), range, chance * later[more]);
          rest -= later[more];
        }
        add(start + seconds(limit), range, chance * Math.max(0, rest));
      }
    }

    /** With those of the same group. */
    private double[] grouped(double[] chances, int longer) {
      if (follows == 0) {
        return chances;
      }
      double[] with = new double[chances.length + longer];
      double carried = 0;
      for (int n = 0; n < with.length; n++) {
        carried = carried * follows + (n < chances.length ? chances[n] * (1 - follows) : 0);
        with[n] = carried;
      }
      return with;
    }

    private void add(double seconds, double range, double chance) {
      int low = bin(seconds - range / 2);
      int high = Math.max(low, bin(seconds + range / 2));
      rises[low] += chance / (high - low + 1);
      rises[high + 1] -= chance / (high - low + 1);
    }

    private int bin(double seconds) {
      return Math.max(0, Math.min(BINS, (int) (seconds / width)));
    }

    double percentile() {
      double[] shares = new double[BINS + 1];
      double now = 0;
      for (int i = 0; i <= BINS; i++) {
        now += rises[i];
        shares[i] = now;
      }
      double late = LATE * Arrays.stream(shares).sum();
      double beyond = 0;
      int at = BINS;
      while (at > 0 && beyond + shares[at] < late) {
        beyond += shares[at];
        at--;
      }
      // Straight within the bin.
      double part = shares[at] > 0 ? (late - beyond) / shares[at] : 0;
      return (at + 1 - part) * width;
    }
  }
}
