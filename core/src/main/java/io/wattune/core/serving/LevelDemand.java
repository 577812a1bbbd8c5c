package io.wattune.core.serving;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Which rate a server is to be set for whose requests come evenly, on a level until there is
 * another one. Of {@code n} requests in {@code T} seconds the rate is from {@code (n - 1) / T} to
 * {@code (n + 1) / T}: the last polls are taken together for as long as these ranges have a rate in
 * common, and the highest of these is what is known for certain. A poll that has none in common
 * with them is of another level, so that a level is known one or two polls after it began, up and
 * down, and the better the longer it lasts. Own derivation. Test: {@code LevelDemandTest}.
 */
final class LevelDemand {
  /** Polls of a level that are remembered, and for which a rate is kept in doubt: ten seconds. */
  private static final int LONGEST = 20;

  /** Ranges that touch have a rate in common, whatever is rounded. */
  private static final double ROUNDING = 1e-9;

  private final Deque<ServingPoll> polls = new ArrayDeque<>();
  private final Deque<Double> asked = new ArrayDeque<>();
  private double rate;

  /**
   * The rate to be set for after a poll: with what waits to be served within one poll.
   *
   * @param isCareful whether the highest rate of ten seconds is kept: for a load that rises again
   *     as soon as it has fallen
   */
  double after(ServingPoll poll, boolean isCareful) {
    polls.addFirst(poll);
    if (polls.size() > LONGEST) {
      polls.removeLast();
    }
    rate = highestInCommon();
    double now = rate + poll.waiting() / poll.seconds();
    asked.addLast(now);
    if (asked.size() > LONGEST) {
      asked.removeFirst();
    }
    return isCareful ? asked.stream().mapToDouble(Double::doubleValue).max().orElse(now) : now;
  }

  private double highestInCommon() {
    double lowest = 0;
    double highest = Double.POSITIVE_INFINITY;
    int requests = 0;
    double seconds = 0;
    for (ServingPoll poll : polls) {
      requests += poll.arrived();
      seconds += poll.seconds();
      double low = (requests - 1) / seconds;
      double high = (requests + 1) / seconds;
      if (low > highest + ROUNDING || high < lowest - ROUNDING) {
        break;
      }
      lowest = Math.max(lowest, low);
      highest = Math.min(highest, high);
    }
    return highest;
  }

  /** The rate that was found at the last poll, without what waits. */
  double rate() {
    return rate;
  }
}
