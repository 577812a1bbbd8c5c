package io.wattune.core.serving;

import java.util.ArrayList;
import java.util.List;

/**
 * Clock, units and batch together; not in the document, whose section 4.3 names it as future work.
 * Beyond {@link CofrisPolicy} it
 *
 * <ul>
 *   <li>chooses how many waiting requests are served at once;
 *   <li>may put units out of use while nothing is served;
 *   <li>of requests at random, finds its headroom by how many are nearly late: a stochastic
 *       quantile (Robbins and Monro 1951), so that slack which is left is used;
 *   <li>of requests that come evenly, knows the level ({@link LevelDemand}) and adds nothing, goes
 *       down with it at once, and uses what the objective lets be late in ten minutes for steps of
 *       the load, in place of a minute's. Where more than 2 of 100 are late already it keeps the
 *       highest rate of ten seconds, and above 4.5 of 100 the server is left alone;
 *   <li>makes its table anew when batches take longer or shorter than was measured.
 * </ul>
 */
public final class JointPolicy implements ServingPolicy {
  /** Batches to choose from. */
  private static final int[] BATCHES = {1, 2, 4, 8};

  /** Part of the requests that may be nearly late: below the 5 % of the objective. */
  private static final double MAY_BE_LATE = 0.02;

  /** Part of the requests that are late above which even loads are met with care. */
  private static final double MANY_LATE = 0.02;

  /** What is nearly late, as a part of the objective. */
  private static final double NEARLY = 0.95;

  /** Headroom is found within these. */
  private static final double LEAST_HEADROOM = 0.0;

  private static final double MOST_HEADROOM = 1.0;

  /** How far one late request moves it. */
  private static final double STEP = 0.02;

  /** Weight of a batch in what is known of the drift, and the drift for which a table is made. */
  private static final double WEIGHT = 0.05;

  private static final double NOTABLE_DRIFT = 0.03;

  private final ServingProfile profile;
  private final boolean isParking;
  private final QueueModel queue;
  private final double objectiveSeconds;
  private final boolean isEven;
  private final RateDemand demand;
  private final LevelDemand levels = new LevelDemand();
  private final ObjectiveGuard guard;
  private final StepReserve reserve;
  private double asked;
  private RateTable table;
  private double drift = 1;
  private double ofTable = 1;
  private double headroom = CofrisPolicy.HEADROOM;

  /**
   * A policy.
   *
   * @param profile if units are parked, with the power of waiting that goes with it
   * @param measured {@link #table} of that profile
   */
  public JointPolicy(
      ServingProfile profile,
      RateTable measured,
      boolean isParking,
      Arrivals arrivals,
      QueueModel queue,
      double objectiveSeconds) {
    this.profile = profile;
    this.isParking = isParking;
    this.queue = queue;
    this.objectiveSeconds = objectiveSeconds;
    this.isEven = arrivals == Arrivals.EVEN;
    this.demand = new RateDemand(0, CofrisPolicy.HOLD_POLLS, arrivals);
    this.guard =
        isEven
            ? ObjectiveGuard.ofTenMinutes(objectiveSeconds)
            : new ObjectiveGuard(objectiveSeconds);
    this.table = measured;
    this.reserve =
        isEven
            ? StepReserve.ofTenMinutes(profile, measured.fastest(), queue, objectiveSeconds)
            : new StepReserve(profile, measured.fastest(), queue, objectiveSeconds);
  }

  /** All settings of a profile with some batches. */
  public static List<ServingSetting> settings(ServingProfile profile, int... batches) {
    List<ServingSetting> settings = new ArrayList<>();
    for (int megaHertz : profile.megaHertz()) {
      for (int units = 1; units <= profile.units(); units++) {
        for (int batch : batches) {
          settings.add(new ServingSetting(megaHertz, units, batch));
        }
      }
    }
    return settings;
  }

  /** The table of all clocks, units and batches. */
  public static RateTable table(
      ServingProfile profile, QueueModel queue, double largestRate, double objectiveSeconds) {
    return RateTable.of(profile, settings(profile, BATCHES), queue, largestRate, objectiveSeconds);
  }

  @Override
  public ServingSetting next(ServingPoll poll) {
    for (double latency : poll.latencies()) {
      boolean isNearlyLate = latency > NEARLY * objectiveSeconds;
      double moved = headroom + STEP * ((isNearlyLate ? 1 : 0) - MAY_BE_LATE);
      headroom = Math.max(LEAST_HEADROOM, Math.min(MOST_HEADROOM, moved));
    }
    for (ServingPoll.ServedBatch batch : poll.batches()) {
      drift += WEIGHT * (batch.seconds() / profile.seconds(batch.setting()) - drift);
    }
    if (Math.abs(drift / ofTable - 1) > NOTABLE_DRIFT) {
      ofTable = drift;
      var drifted = new DriftedProfile(profile, ofTable);
      table = table(drifted, queue, table.largestRate(), objectiveSeconds);
      reserve.measured(drifted);
    }
    double before = asked;
    asked =
        isEven ? levels.after(poll, guard.isAbove(MANY_LATE)) : (1 + headroom) * demand.after(poll);
    boolean isExceeded = guard.isExceededAfter(poll);
    reserve.saw(
        isEven ? levels.rate() : demand.rate(), poll.latencies().size(), guard.newestLate());
    if (isExceeded) {
      return profile.baseline();
    }
    if (!isEven && StepReserve.isStep(before, asked)) {
      return table.fastest();
    }
    return table.at(asked, each -> reserve.covers(each, asked, poll.seconds()));
  }

  @Override
  public boolean isParking() {
    return isParking;
  }
}
