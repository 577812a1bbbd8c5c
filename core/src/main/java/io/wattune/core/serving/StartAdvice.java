package io.wattune.core.serving;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * With which limit of a batch, and which share of its device, a server would be better off at its
 * next start: none of the servers that there are takes another one while it runs. Compared are
 * powers of two up to the largest batch that was measured, at each share that was, by the load of
 * the last ten minutes: the start must serve its largest rate, with {@link CofrisPolicy#HEADROOM},
 * within the objective, and takes the least power at its mean rate, each at the best clock and
 * units. Advice only; nothing is set. Test: {@code StartAdviceTest}.
 *
 * <p>Not for two threads at once.
 */
final class StartAdvice {
  /** Larger limits than this are not compared: their tables take long to make. */
  private static final int MOST = 32;

  private static final int MINUTES = 10;
  private static final double MINUTE_SECONDS = 60;

  /** A rate that lasted: more may come within a second by chance, which is in the tails. */
  private static final double WINDOW_SECONDS = 10;

  /** Part of the power that another limit must save: less is within what tables are off. */
  private static final double WORTH = 0.03;

  private final List<Start> starts;
  private final Start own;
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

  /**
   * How a server may be started.
   *
   * @param share of its device; null where it has no share
   * @param profile that was measured so, at whatever limit
   * @param limit of a batch
   */
  private record Start(@Nullable DeviceShare share, MeasuredProfile profile, int limit) {}

  /**
   * For a server.
   *
   * @param share that it has; null where it has none, or nobody said it
   * @param profile of that share
   */
  StartAdvice(
      ServingTable table,
      @Nullable DeviceShare share,
      MeasuredProfile profile,
      double objectiveSeconds) {
    this.queue = table.queue();
    this.objectiveSeconds = objectiveSeconds;
    int limit = profile.batches().limit();
    this.own = new Start(share, profile, limit);
    List<Start> others = new ArrayList<>();
    for (int each : limits(profile.batches())) {
      others.add(new Start(share, profile, each));
      table
          .profile()
          .byShare()
          .forEach((name, measured) -> others.add(new Start(name, measured, each)));
    }
    others.removeIf(own::equals);
    this.starts = List.copyOf(others);
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
    if (starts.isEmpty()) {
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
    text = advise(settings, drift);
  }

  private String advise(List<ServingSetting> settings, double drift) {
    double mean = minutes.stream().mapToDouble(Minute::meanRate).average().orElse(0);
    double most = minutes.stream().mapToDouble(Minute::largestRate).max().orElse(0);
    OptionalDouble now = watts(own, settings, drift, mean, most);
    Start best = own;
    double least = now.isPresent() ? (1 - WORTH) * now.getAsDouble() : Double.POSITIVE_INFINITY;
    for (Start each : starts) {
      OptionalDouble found = watts(each, settings, drift, mean, most);
      if (found.isPresent() && found.getAsDouble() < least) {
        best = each;
        least = found.getAsDouble();
      }
    }
    if (best.equals(own)) {
      return "";
    }
    return now.isEmpty()
        ? "; " + change(best) + ", would keep that at the largest rate of the last minutes, too"
        : String.format(
            Locale.ROOT,
            "; %s, would take %.0f %% less power",
            change(best),
            100 * (1 - least / now.getAsDouble()));
  }

  private String change(Start best) {
    List<String> next = new ArrayList<>();
    List<String> before = new ArrayList<>();
    if (best.limit() != own.limit()) {
      next.add("a batch limit of " + best.limit());
      before.add(String.valueOf(own.limit()));
    }
    DeviceShare share = best.share();
    DeviceShare owned = own.share();
    if (share != null && owned != null && !share.equals(owned)) {
      next.add(share.toSet());
      before.add(owned.name());
    }
    return String.join(" and ", next)
        + " at its next start, in place of "
        + String.join(" and ", before);
  }

  /** The least power at the mean rate; empty where the largest one cannot be served in time. */
  private OptionalDouble watts(
      Start start, List<ServingSetting> settings, double drift, double mean, double most) {
    double mayTake = RateTable.MARGIN * objectiveSeconds;
    double ready = (1 + CofrisPolicy.HEADROOM) * most;
    double least = Double.POSITIVE_INFINITY;
    boolean isServed = false;
    MeasuredProfile measured = start.profile();
    var drifted = new DriftedProfile(measured, drift);
    for (ServingSetting each : settings) {
      // Another share has other units, and only clocks are the same.
      int units = measured.equals(own.profile()) ? each.units() : measured.units();
      var with = new ServingSetting(each.megaHertz(), units, start.limit());
      if (!measured.has(with)) {
        continue;
      }
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
