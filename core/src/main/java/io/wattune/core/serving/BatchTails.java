package io.wattune.core.serving;

/**
 * Tails of servers that take up to so many requests at once, in times of a request alone, by how
 * much a further request of a batch takes of that and by how busy the server is. Rows are made when
 * somebody asks for them, and are the same each time; between them it is straight. A look allocates
 * nothing.
 *
 * <p>Error: tails are convex in how busy the server is, so that straight lines are above them; with
 * {@link BatchQueue}'s own, from 1.5 % below to 3 % above where at most 90 % of the time is busy; 4
 * % of the batches. Test: {@code BatchTailsTest}. For any thread.
 */
final class BatchTails {
  /**
   * Steps of what a further request takes, from nothing to as long as one alone; of its root, since
   * a full batch of many changes most where it is little.
   */
  private static final int SHARES = 8;

  /** Steps of how busy it is; beyond the last but one, no tail is promised. */
  private static final int BUSY = 40;

  private final int limit;
  private final double[][] rows = new double[SHARES + 1][];

  BatchTails(int limit) {
    this.limit = limit;
  }

  /**
   * The 95th percentile of latency, seconds.
   *
   * @param alone seconds of a request alone
   * @param full seconds of a full batch
   */
  double tailSeconds(double alone, double full, double rate) {
    double busy = rate * full / limit;
    if (busy >= 1 - 1.0 / BUSY) {
      return Double.POSITIVE_INFINITY;
    }
    return full * value(alone, full, busy, 0);
  }

  /** Batches a second. */
  double batchesASecond(double alone, double full, double rate) {
    double busy = rate * full / limit;
    if (busy >= 1 - 1.0 / BUSY) {
      return Math.max(rate / limit, Math.min(1 / full, rate));
    }
    return rate * value(alone, full, busy, 1);
  }

  /** Tails by a full batch's time, or batches by requests, one after another for each step. */
  private double value(double alone, double full, double busy, int which) {
    double share =
        StrictMath.sqrt(Math.max(0, Math.min(1, (full / alone - 1) / (limit - 1)))) * SHARES;
    int row = Math.min(SHARES - 1, (int) share);
    double part = share - row;
    double lower = ofRow(row(row), busy, which);
    return part == 0 ? lower : lower + part * (ofRow(row(row + 1), busy, which) - lower);
  }

  private static double ofRow(double[] row, double busy, int which) {
    int step = (int) (busy * BUSY);
    double part = busy * BUSY - step;
    double lower = row[2 * step + which];
    return lower + part * (row[2 * step + 2 + which] - lower);
  }

  private synchronized double[] row(int at) {
    double[] known = rows[at];
    if (known != null) {
      return known;
    }
    double further = (double) at * at / (SHARES * SHARES);
    double full = 1 + (limit - 1) * further;
    var queue = new BatchQueue(1 - further, further, limit, 1);
    double[] row = new double[2 * BUSY];
    row[0] = 1 / full;
    row[1] = 1;
    for (int step = 1; step < BUSY; step++) {
      double rate = (double) step / BUSY * limit / full;
      queue.at(rate);
      row[2 * step] = queue.tailSeconds() / full;
      row[2 * step + 1] = queue.batchesASecond() / rate;
    }
    rows[at] = row;
    return row;
  }
}
