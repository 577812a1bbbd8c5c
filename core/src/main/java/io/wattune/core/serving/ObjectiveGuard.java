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
  private final Deque<int[]> polls = new ArrayDeque<>();
  private int late;
  private int all;
  private boolean isExceeded;

  ObjectiveGuard(double objectiveSeconds) {
    this.objectiveSeconds = objectiveSeconds;
  }

  boolean isExceededAfter(ServingPoll poll) {
    int lateNow = 0;
    for (double latency : poll.latencies()) {
      lateNow += latency > objectiveSeconds ? 1 : 0;
    }
    polls.addLast(new int[] {lateNow, poll.latencies().size()});
    late += lateNow;
    all += poll.latencies().size();
    if (polls.size() > POLLS) {
      int[] oldest = polls.removeFirst();
      late -= oldest[0];
      all -= oldest[1];
    }
    if (late > TOO_MANY * Math.max(ENOUGH, all)) {
      isExceeded = true;
    } else if (late <= FEW * all) {
      isExceeded = false;
    }
    return isExceeded;
  }
}
