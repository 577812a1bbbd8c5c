package io.wattune.core.serving;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Which rate a server is to be set for. Up at once, with what waits to be served within one poll;
 * down only to the highest that some polls asked for. A rate of few requests in a poll is known
 * badly: it is taken over several polls, with its own uncertainty on top ({@code sqrt(n)} of {@code
 * n} requests that come at random), and never below what the last poll saw with certainty.
 */
final class RateDemand {
  /** Requests in a window that say enough of a rate: 20 % of uncertainty. */
  private static final int ENOUGH = 25;

  /** Polls that are remembered at most: ten seconds of half a second. */
  private static final int LONGEST = 20;

  private final double headroom;
  private final int holdPolls;
  private final boolean isRandom;
  private final Deque<ServingPoll> polls = new ArrayDeque<>();
  private final Deque<Double> asked = new ArrayDeque<>();
  private double rate;

  /**
   * A demand.
   *
   * @param headroom what is added to a rate, as a part of it
   * @param holdPolls polls for which a rate is kept that was asked for
   */
  RateDemand(double headroom, int holdPolls, Arrivals arrivals) {
    this.headroom = headroom;
    this.holdPolls = holdPolls;
    this.isRandom = arrivals == Arrivals.RANDOM;
  }

  /** The rate to be set for after a poll. */
  double after(ServingPoll poll) {
    polls.addFirst(poll);
    if (polls.size() > LONGEST) {
      polls.removeLast();
    }
    rate = newestRate();
    double now = (1 + headroom) * rate + poll.waiting() / poll.seconds();
    asked.addLast(now);
    if (asked.size() > holdPolls) {
      asked.removeFirst();
    }
    double most = 0;
    for (double each : asked) {
      most = Math.max(most, each);
    }
    return most;
  }

  /** The rate that was found at the last poll, as such. */
  double rate() {
    return rate;
  }

  private double newestRate() {
    double most = 0;
    int requests = 0;
    double seconds = 0;
    for (ServingPoll poll : polls) {
      requests += poll.arrived();
      seconds += poll.seconds();
      // Chance makes n of requests that come at random sqrt(n) more or fewer; of those that come
      // evenly one at most.
      double sure = requests - (isRandom ? 2 * Math.sqrt(requests) : 1);
      most = Math.max(most, sure / seconds);
      if (requests >= ENOUGH) {
        break;
      }
    }
    double upper = isRandom ? 0.5 * Math.sqrt(requests) : 0;
    return Math.max(most, (requests + upper) / seconds);
  }
}
