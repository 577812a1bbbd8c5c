package io.wattune.core.serving;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Whether a server has used up what an objective at the 95th percentile allows. It counts late
 * requests of the last minute; above four in a hundred the server is to be left alone until they
 * are below three. Or of the last ten minutes, above four and a half until they are below four.
 */
final class ObjectiveGuard {
  private final int polls;
  private final double tooMany;
  private final double few;

  /** A share of fewer requests says nothing. */
  private final int enough;

  private final double objectiveSeconds;
  private final Deque<double[]> last = new ArrayDeque<>();
  private double late;
  private double all;
  private boolean isExceeded;

  /** Of the last minute, at half a second a poll. */
  ObjectiveGuard(double objectiveSeconds) {
    this(objectiveSeconds, 120, 0.04, 0.03, 20);
  }

  private ObjectiveGuard(
      double objectiveSeconds, int polls, double tooMany, double few, int enough) {
    this.objectiveSeconds = objectiveSeconds;
    this.polls = polls;
    this.tooMany = tooMany;
    this.few = few;
    this.enough = enough;
  }

  /** Of the last ten minutes: nearly all that the objective allows, of more requests. */
  static ObjectiveGuard ofTenMinutes(double objectiveSeconds) {
    return new ObjectiveGuard(objectiveSeconds, 1200, 0.045, 0.04, 100);
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
    last.addLast(new double[] {lateNow, answered});
    if (last.size() > polls) {
      last.removeFirst();
    }
    // Summed anew: what is added and taken away again leaves parts behind.
    late = 0;
    all = 0;
    for (double[] each : last) {
      late += each[0];
      all += each[1];
    }
    if (isAbove(tooMany)) {
      isExceeded = true;
    } else if (late <= few * all) {
      isExceeded = false;
    }
    return isExceeded;
  }

  /** Whether more than a part of the requests was late. */
  boolean isAbove(double part) {
    return late > part * Math.max(enough, all);
  }

  /** Late ones of the last poll. */
  double newestLate() {
    double[] newest = last.peekLast();
    return newest == null ? 0 : newest[0];
  }

  /** Late ones of the last minute, as a part of all; 0 where there were none. */
  double lateShare() {
    return all > 0 ? late / all : 0;
  }
}
