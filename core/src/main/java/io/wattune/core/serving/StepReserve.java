package io.wattune.core.serving;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * What a sudden step of the load would make late, and whether that may be risked. Between a step
 * and the first request that is served at other settings lies the time of a look and of setting;
 * what comes meanwhile and is not served waits.
 *
 * <p>With requests that come as a stream of {@code R} a second, a setting with {@code s} seconds of
 * a request until {@code D} seconds after the step and the fastest one with {@code f} from then on,
 * the wait of those that come later and later rises by {@code R s - 1} a second up to {@code D (1 -
 * 1 / (R s))} and falls by {@code 1 - R f} a second. Longer than {@code w}, and so late, are
 *
 * <pre>R (D (1 - 1 / (R s)) - w) (1 / (R s - 1) + 1 / (1 - R f))</pre>
 *
 * <p>of them, with {@code w} what the objective leaves beside service and what waits by chance even
 * at the fastest setting: 95 % of them at most. Own derivation. Test: {@code StepReserveTest}.
 *
 * <p>It is risked where the objective, which lets 5 of 100 be late, has room for it: a step to a
 * rate that came in the last ten minutes where the last minute has, and a larger one, up to ten
 * times, where the last ten minutes have. So a load that never stepped may be served slowly after
 * some minutes, and one that does is served slowly only as far as it costs nothing.
 *
 * <p>Not for two threads at once.
 */
public final class StepReserve {
  /** The largest step that is reckoned with. */
  private static final double STEP = 10;

  /** More than a rate that is known rises by chance. */
  private static final double RISE = 3;

  /** Looks that are remembered: ten minutes, and a minute, of half a second. */
  private static final int LOOKS = 1200;

  private static final int OF_MINUTE = 120;

  /** Part of the requests that may be late: below what an alarm allows. */
  private static final double MAY_BE_LATE = 0.03;

  /** The same where the objective is one of ten minutes, with {@link ObjectiveGuard}'s 4.5 %. */
  private static final double MAY_BE_LATE_OF_TEN_MINUTES = 0.04;

  private ServingProfile profile;
  private final ServingSetting fastest;
  private final QueueModel queue;
  private final double objectiveSeconds;
  private final double mayBeLate;
  private final int ofKnown;
  private double fullRate;
  private int largestPercent;

  /** What waits by chance at the fastest setting, by the percent of the time that it is busy. */
  private final Map<Integer, Double> byChance = new HashMap<>();

  private final Deque<Look> looks = new ArrayDeque<>();
  private double largestSeen;
  private double roomOfMinute;
  private double room;

  private record Look(double rate, double answered, double late) {}

  /**
   * A reserve of a server of which nothing is known: all steps are reckoned with.
   *
   * @param fastest what is set after a step
   */
  public StepReserve(
      ServingProfile profile, ServingSetting fastest, QueueModel queue, double objectiveSeconds) {
    this(profile, fastest, queue, objectiveSeconds, MAY_BE_LATE, OF_MINUTE);
  }

  /** One for which all that matters is how many are late in ten minutes, whatever a minute has. */
  static StepReserve ofTenMinutes(
      ServingProfile profile, ServingSetting fastest, QueueModel queue, double objectiveSeconds) {
    return new StepReserve(
        profile, fastest, queue, objectiveSeconds, MAY_BE_LATE_OF_TEN_MINUTES, LOOKS);
  }

  private StepReserve(
      ServingProfile profile,
      ServingSetting fastest,
      QueueModel queue,
      double objectiveSeconds,
      double mayBeLate,
      int ofKnown) {
    this.mayBeLate = mayBeLate;
    this.ofKnown = ofKnown;
    this.fastest = fastest;
    this.queue = queue;
    this.objectiveSeconds = objectiveSeconds;
    this.profile = profile;
    measured(profile);
  }

  /** Another profile of the same settings; what was seen of the load stays. */
  void measured(ServingProfile newer) {
    profile = newer;
    byChance.clear();
    fullRate = fastest.batch() / profile.seconds(fastest);
    largestPercent = (int) (100 * ServingTable.FULL);
    while (largestPercent > 1
        && tailOfFastest(largestPercent) > RateTable.MARGIN * objectiveSeconds) {
      largestPercent--;
    }
  }

  private double tailOfFastest(int percent) {
    return byChance.computeIfAbsent(
        percent, each -> queue.tailSeconds(profile, fastest, 0.01 * each * fullRate));
  }

  /**
   * A look at the server.
   *
   * @param rate requests a second
   * @param answered requests that were answered since the look before
   * @param late those of them that were late
   */
  void saw(double rate, double answered, double late) {
    looks.addFirst(new Look(rate, answered, late));
    if (looks.size() > LOOKS) {
      looks.removeLast();
    }
    largestSeen = 0;
    room = 0;
    roomOfMinute = 0;
    int at = 0;
    for (Look each : looks) {
      largestSeen = Math.max(largestSeen, each.rate());
      room += mayBeLate * each.answered() - each.late();
      at++;
      if (at <= ofKnown) {
        roomOfMinute = room;
      }
    }
  }

  /**
   * Whether a rate has stepped up between two looks, so that it is not known yet how far, and
   * requests wait: until the next look the fastest setting is what serves them.
   */
  static boolean isStep(double before, double now) {
    return before > 0 && now > RISE * before;
  }

  /**
   * Whether a step from a rate may be risked at a setting.
   *
   * @param reactionSeconds until other settings are in force
   */
  boolean covers(ServingSetting setting, double rate, double reactionSeconds) {
    double largest = Math.min(STEP * rate, 0.01 * largestPercent * fullRate);
    double known = Math.min(largest, largestSeen);
    return late(setting, known, reactionSeconds) <= Math.max(0, roomOfMinute)
        && late(setting, largest, reactionSeconds) <= Math.max(0, room);
  }

  /**
   * Requests that would be late.
   *
   * @param after requests a second after the step
   */
  double late(ServingSetting setting, double after, double reactionSeconds) {
    double service = profile.seconds(setting);
    double busy = after * service / setting.batch();
    double fastestBusy = after / fullRate;
    if (busy <= 1) {
      return 0;
    }
    if (fastestBusy >= 1) {
      return Double.POSITIVE_INFINITY;
    }
    int percent = (int) Math.ceil(100 * fastestBusy - 1e-9);
    double waiting = tailOfFastest(percent) - profile.seconds(fastest.ofBatch(1));
    double left = objectiveSeconds - service - waiting;
    double peak = reactionSeconds * (1 - 1 / busy);
    return after * Math.max(0, peak - left) * (1 / (busy - 1) + 1 / (1 - fastestBusy));
  }
}
