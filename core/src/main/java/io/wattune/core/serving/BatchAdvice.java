package io.wattune.core.serving;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.TreeSet;

/**
 * With which limit of a batch a server would be better off at its next start: none of the servers
 * that there are takes another one while it runs. Compared are powers of two up to the largest
 * batch that was measured, by the load of the last ten minutes: the limit must serve its largest
 * rate, with {@link CofrisPolicy#HEADROOM}, within the objective, and takes the least power at its
 * mean rate, each at the best clock and units. Advice only; nothing is set. Test: {@code
 * BatchAdviceTest}.
 *
 * <p>Not for two threads at once.
 */
final class BatchAdvice {
  /** Larger limits than this are not compared: their tables take long to make. */
  private static final int MOST = 32;

  private static final int MINUTES = 10;
  private static final double MINUTE_SECONDS = 60;

  /** A rate that lasted: more may come within a second by chance, which is in the tails. */
  private static final double WINDOW_SECONDS = 10;

  /** Part of the power that another limit must save: less is within what tables are off. */
  private static final double WORTH = 0.03;

  private final MeasuredProfile profile;
  private final QueueModel queue;
  private final double objectiveSeconds;
  private final Deque<Minute> minutes = new ArrayDeque<>();
  private double seconds;
  private double requests;
  private double largest;
  private double windowSeconds;
  private double windowRequests;
  private String text = "";

  private record Minute(double meanRate, double largestRate) {}

  BatchAdvice(ServingTable table, double objectiveSeconds) {
    this.profile = table.profile();
    this.queue = table.queue();
    this.objectiveSeconds = objectiveSeconds;
  }

  /** Limits that are compared with a profile's own; itself is one of them. */
  static Iterable<Integer> limits(MeasuredProfile.Batches batches) {
    var limits = new TreeSet<Integer>();
    limits.add(batches.limit());
    for (int limit = 1; limit <= Math.min(MOST, batches.largest()); limit *= 2) {
      limits.add(limit);
    }
    return limits;
  }

  /**
   * So many requests a second came. Once a minute it is looked for something better.
   *
   * @param settings that there are
   * @param drift how many times as long requests take as was measured
   */
  void saw(double rate, double length, List<ServingSetting> settings, double drift) {
    if (profile.batches().largest() == 1) {
      return;
    }
    seconds += length;
    requests += rate * length;
    windowSeconds += length;
    windowRequests += rate * length;
    if (windowSeconds >= WINDOW_SECONDS) {
      largest = Math.max(largest, windowRequests / windowSeconds);
      windowSeconds = 0;
      windowRequests = 0;
    }
    if (seconds < MINUTE_SECONDS) {
      return;
    }
    minutes.addLast(new Minute(requests / seconds, largest));
    if (minutes.size() > MINUTES) {
      minutes.removeFirst();
    }
    seconds = 0;
    requests = 0;
    largest = 0;
    text = advise(settings, new DriftedProfile(profile, drift));
  }

  private String advise(List<ServingSetting> settings, ServingProfile drifted) {
    double mean = minutes.stream().mapToDouble(Minute::meanRate).average().orElse(0);
    double most = minutes.stream().mapToDouble(Minute::largestRate).max().orElse(0);
    int own = profile.batches().limit();
    OptionalDouble now = watts(own, settings, drifted, mean, most);
    int best = own;
    double least = now.isPresent() ? (1 - WORTH) * now.getAsDouble() : Double.POSITIVE_INFINITY;
    for (int limit : limits(profile.batches())) {
      OptionalDouble found = watts(limit, settings, drifted, mean, most);
      if (limit != own && found.isPresent() && found.getAsDouble() < least) {
        best = limit;
        least = found.getAsDouble();
      }
    }
    if (best == own) {
      return "";
    }
    return now.isEmpty()
        ? String.format(
            Locale.ROOT,
            "; a batch limit of %d at its next start, in place of %d, would keep that at the largest"
                + " rate of the last minutes, too",
            best,
            own)
        : String.format(
            Locale.ROOT,
            "; a batch limit of %d at its next start, in place of %d, would take %.0f %% less power",
            best,
            own,
            100 * (1 - least / now.getAsDouble()));
  }

  /** The least power at the mean rate; empty where the largest one cannot be served in time. */
  private OptionalDouble watts(
      int limit, List<ServingSetting> settings, ServingProfile drifted, double mean, double most) {
    double mayTake = RateTable.MARGIN * objectiveSeconds;
    double ready = (1 + CofrisPolicy.HEADROOM) * most;
    double least = Double.POSITIVE_INFINITY;
    boolean isServed = false;
    for (ServingSetting each : settings) {
      ServingSetting with = each.ofBatch(limit);
      isServed = isServed || queue.tailSeconds(drifted, with, ready) <= mayTake;
      if (queue.tailSeconds(drifted, with, mean) <= mayTake) {
        least = Math.min(least, RateTable.watts(drifted, queue, with, mean));
      }
    }
    return isServed && Double.isFinite(least) ? OptionalDouble.of(least) : OptionalDouble.empty();
  }

  /** For people, to follow another sentence; empty where there is nothing to advise. */
  String text() {
    return text;
  }
}
