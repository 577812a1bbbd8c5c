package io.wattune.core.serving;

/**
 * COFRIS (Chow 2023, section 4.2.2): looks the rate up in a table made before. The document's table
 * has no headroom and no hysteresis; {@link RateDemand} has both, and {@link ObjectiveGuard} leaves
 * the server alone while too many requests are late.
 */
public final class CofrisPolicy implements ServingPolicy {
  /** What a rate may grow by until the next poll without being late. */
  static final double HEADROOM = 0.1;

  /** Two seconds of half a second: what was needed may be needed again. */
  static final int HOLD_POLLS = 4;

  private final RateTable table;
  private final ServingSetting baseline;
  private final RateDemand demand;
  private final ObjectiveGuard guard;
  private final StepReserve reserve;
  private double asked;

  /**
   * A policy.
   *
   * @param baseline what the server is left at
   */
  public CofrisPolicy(
      RateTable table,
      ServingSetting baseline,
      StepReserve reserve,
      Arrivals arrivals,
      double objectiveSeconds) {
    this.reserve = reserve;
    this.table = table;
    this.baseline = baseline;
    this.demand = new RateDemand(HEADROOM, HOLD_POLLS, arrivals);
    this.guard = new ObjectiveGuard(objectiveSeconds);
  }

  @Override
  public ServingSetting next(ServingPoll poll) {
    double before = asked;
    asked = demand.after(poll);
    boolean isExceeded = guard.isExceededAfter(poll);
    reserve.saw(demand.rate(), poll.latencies().size(), guard.newestLate());
    if (isExceeded) {
      return baseline;
    }
    if (StepReserve.isStep(before, asked)) {
      return table.fastest();
    }
    return table.at(asked, each -> reserve.covers(each, asked, poll.seconds()));
  }
}
