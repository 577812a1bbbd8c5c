package io.wattune.core.serving;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Whether a server has used up what an objective at the 95th percentile allows. It counts late
 * requests of the last minute; above four in a hundred the server is to be left alone until they
 * are below three.
 */
final class ObjectiveGuard {
  /** Polls of a minute at half a second. */
  private static final int POLLS = 120;

  private static final double TOO_MANY = 0.04;
  private static final double FEW = 0.03;

  /** A share of fewer requests says nothing. */
  private static final int ENOUGH = 20;

  private final double objectiveSeconds;
  private final Deque<double[]> polls = new ArrayDeque<>();
  private double late;
  private double all;
  private boolean isExceeded;

  ObjectiveGuard(double objectiveSeconds) {
    this.objectiveSeconds = objectiveSeconds;
  }

  boolean isExceededAfter(ServingPoll poll) {
    int lateNow = 0;
    for (double latency : poll.latencies()) {
      lateNow += latency > objectiveSeconds ? 1 : 0;
    }
    return isExceededAfter(lateNow, poll.latencies().size());
  }

  /**
   * The same where latencies are known as a distribution.
   *
   * @param lateNow how many of the requests that were answered were late; need not be whole
   * @param answered how many that were
   */
  boolean isExceededAfter(double lateNow, double answered) {
    polls.addLast(new double[] {lateNow, answered});
    if (polls.size() > POLLS) {
      polls.removeFirst();
    }
    // Summed anew: what is added and taken away again leaves parts behind.
    late = 0;
    all = 0;
    for (double[] each : polls) {
      late += each[0];
      all += each[1];
    }
    if (late > TOO_MANY * Math.max(ENOUGH, all)) {
      isExceeded = true;
    } else if (late <= FEW * all) {
      isExceeded = false;
    }
    return isExceeded;
  }

  /** Late ones of the last poll. */
  double newestLate() {
    double[] newest = polls.peekLast();
    return newest == null ? 0 : newest[0];
  }

  /** Late ones of the last minute, as a part of all; 0 where there were none. */
  double lateShare() {
    return all > 0 ? late / all : 0;
  }
}
