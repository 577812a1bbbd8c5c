package io.wattune.core.serving;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One live server on one device: what it says of each half second in, its setting out. The setting
 * is {@link CofrisPolicy}'s, from a table of the rate (Chow 2023, section 4.2.2) with headroom and
 * hysteresis ({@link RateDemand}), made anew where requests take longer or shorter than was
 * measured ({@link ServiceDrift}), and with a reserve for steps ({@link StepReserve}). Beyond that
 * the server is left at its own settings, at once,
 *
 * <ul>
 *   <li>when more than 4 of 100 requests of the last minute were late ({@link ObjectiveGuard}), for
 *       half a minute at least, twice as long each time that it happens again soon;
 *   <li>while its latencies are known too coarsely to say whether they are late;
 *   <li>when nothing has come of it for three seconds;
 *   <li>when what it says cannot be: requests answered in less than half of the least time that was
 *       measured, half again as many as the whole device serves, open requests of which none is
 *       answered, or a power that its load does not explain.
 * </ul>
 *
 * <p>Not for two threads at once. Test: {@code ServerControlTest}.
 */
public final class ServerControl {
  /** Readings before anything is chosen: so many a peak is remembered for. */
  static final int FIRST_READINGS = CofrisPolicy.HOLD_POLLS;

  /**
   * From a reading to other settings: the way of the reading, the dwell time of the loop and the
   * way of the decision.
   */
  private static final double SETTING_SECONDS = 0.5;

  /** Readings in a row that contradict what is known: power is late, and settings change. */
  static final int CONTRADICTIONS = 6;

  /** Shorter than half of what was measured, or half again as many as can be served. */
  private static final double SHORT = 0.5;

  private static final double MANY = 1.5;

  /** Requests that are open while none is answered for longer than this, and so many requests. */
  private static final double STUCK_SECONDS = 5;

  private static final double STUCK_REQUESTS = 10;

  /** A median of fewer requests says nothing. */
  private static final int ENOUGH = 5;

  /**
   * Power may be above what the load explains by this part of it, and by this part of what serving
   * takes more than waiting: tables are measured, sensors are late, and loads come in bursts.
   */
  private static final double MORE_POWER = 0.1;

  private static final double MORE_SERVING = 0.35;

  private final ServingTable table;
  private final double objectiveSeconds;
  private List<ServingSetting> candidates = List.of();
  private @Nullable RateTable rates;
  private @Nullable StepReserve reserve;
  private RateDemand demand = newDemand();
  private final ServiceDrift drift;
  private final BatchAdvice advice;
  private final ObjectiveGuard guard;
  private final ObjectiveGuard doubtfulGuard;
  private ServerState state = ServerState.WAITING;
  private @Nullable ServingSetting chosen;
  private long endNanos = Long.MIN_VALUE;

  private double seconds;
  private int readings;
  private double rate;
  private double rateBefore;
  private boolean isExceeded;
  private boolean mayBeExceeded;
  private double stuckSeconds;
  private int contradictions;
  private String contradiction = "";

  private final Hearing hearing = new Hearing();
  private final HoldOff holdOff = new HoldOff();

  /** A server of which nothing has come. */
  public ServerControl(ServingTable table, ServiceObjective objective) {
    this.table = table;
    this.objectiveSeconds = objective.seconds(table);
    this.drift = new ServiceDrift(table.profile());
    this.advice = new BatchAdvice(table, objectiveSeconds);
    this.guard = new ObjectiveGuard(objectiveSeconds);
    this.doubtfulGuard = new ObjectiveGuard(objectiveSeconds);
  }

  private static RateDemand newDemand() {
    return new RateDemand(CofrisPolicy.HEADROOM, CofrisPolicy.HOLD_POLLS, Arrivals.RANDOM);
  }

  /** What was measured of its model. */
  public MeasuredProfile profile() {
    return table.profile();
  }

  /** What its tail may be. */
  public double objectiveSeconds() {
    return objectiveSeconds;
  }

  /** The settings that there are on its device, of those that were measured. */
  public void offer(List<ServingSetting> settings) {
    if (settings.equals(candidates)) {
      return;
    }
    candidates = List.copyOf(settings);
    rates = candidates.isEmpty() ? null : rates();
    // What it has seen of the load is lost where what can be set changes: it is careful anew.
    reserve =
        rates == null
            ? null
            : new StepReserve(drifted(), rates.fastest(), table.queue(), objectiveSeconds);
  }

  /** What was measured, as long as it is now. */
  private ServingProfile drifted() {
    return new DriftedProfile(profile(), drift.factor());
  }

  private RateTable rates() {
    ServingProfile profile = drifted();
    return RateTable.of(
        profile,
        candidates,
        table.queue(),
        profile.baseline().batch() / profile.seconds(profile.baseline()),
        objectiveSeconds);
  }

  /** Requests take longer or shorter than was measured: the table is made anew. */
  private void follow(ServedTime served, Set<ServingSetting> possible) {
    ServingSetting inForce = possible.size() == 1 ? possible.iterator().next() : null;
    StepReserve steps = reserve;
    if (drift.isOtherAfter(served, inForce) && steps != null) {
      rates = rates();
      steps.measured(drifted());
    }
  }

  /**
   * It was read.
   *
   * @param nowNanos the device's clock
   * @param watts mean power of its device in that time; empty where it is not known
   * @param possible settings of which one was in force
   */
  public void take(
      ServedTime served, long nowNanos, OptionalDouble watts, Set<ServingSetting> possible) {
    if (served.endNanos() <= endNanos) {
      return;
    }
    if (hearing.isSilentAt(nowNanos)) {
      demand = newDemand();
      readings = 0;
    }
    endNanos = served.endNanos();
    seconds = served.seconds();
    hearing.heard(nowNanos, seconds);
    readings++;
    rateBefore = rate;
    rate =
        demand.after(
            new ServingPoll(
                served.seconds(),
                (int) Math.min(Integer.MAX_VALUE, served.arrived()),
                (int) Math.min(Integer.MAX_VALUE, served.waiting()),
                List.of(),
                List.of()));
    isExceeded = guard.isExceededAfter(served.lateAtLeast(), (double) served.finished());
    mayBeExceeded = doubtfulGuard.isExceededAfter(served.lateAtMost(), (double) served.finished());
    if (reserve != null) {
      reserve.saw(demand.rate(), (double) served.finished(), served.lateAtLeast());
    }
    advice.saw(demand.rate(), served.seconds(), candidates, drift.factor());
    follow(served, possible);
    boolean isStuck = served.open() > 0 && served.finished() == 0;
    stuckSeconds = isStuck ? stuckSeconds + seconds : 0;
    String found = contradiction(served, watts, possible);
    contradictions = found.isEmpty() ? 0 : contradictions + 1;
    if (contradictions >= CONTRADICTIONS) {
      contradiction = found;
    }
    choose(nowNanos);
  }

  /** Time has passed; nothing of it may have come. */
  public void review(long nowNanos) {
    if (hearing.isSilentAt(nowNanos)) {
      state = ServerState.SILENT;
      chosen = null;
    }
  }

  /** Whether nothing has come for so long that it may be gone for good. */
  public boolean isGoneAt(long nowNanos) {
    return hearing.isGoneAt(nowNanos);
  }

  private void choose(long nowNanos) {
    if (contradictions >= CONTRADICTIONS) {
      holdOff.doubted(nowNanos);
    } else if (isExceeded && state != ServerState.MISSED && !holdOff.isOnAt(nowNanos)) {
      holdOff.missed(nowNanos);
    }
    RateTable known = rates;
    chosen = null;
    if (holdOff.isOnAt(nowNanos)) {
      state = holdOff.reason();
    } else if (isExceeded) {
      state = ServerState.MISSED;
    } else if (known == null || mayBeExceeded || readings < FIRST_READINGS) {
      state = ServerState.WAITING;
    } else {
      state = ServerState.FOLLOWED;
      chosen = chosen(known);
    }
  }

  private ServingSetting chosen(RateTable known) {
    StepReserve steps = reserve;
    if (steps == null) {
      return known.at(rate);
    }
    if (StepReserve.isStep(rateBefore, rate)) {
      return known.fastest();
    }
    double reaction = seconds + SETTING_SECONDS;
    return known.at(rate, each -> steps.covers(each, rate, reaction));
  }

  /** Why a reading cannot be so; empty where it can. */
  private String contradiction(
      ServedTime served, OptionalDouble watts, Set<ServingSetting> possible) {
    MeasuredProfile profile = profile();
    int batch = profile.baseline().batch();
    double least = Double.POSITIVE_INFINITY;
    double most = 0;
    double mostServed = 0;
    for (MeasuredProfile.Row row : profile.rows()) {
      double full = profile.seconds(row.setting().ofBatch(batch));
      least = Math.min(least, row.seconds());
      most = Math.max(most, full);
      mostServed = Math.max(mostServed, batch / full);
    }
    if (stuckSeconds > Math.max(STUCK_SECONDS, STUCK_REQUESTS * most)) {
      return String.format(
          Locale.ROOT, "none of its open requests was answered for %.0f s", stuckSeconds);
    }
    if (served.finished() >= ENOUGH && served.medianSeconds() < SHORT * least) {
      return String.format(
          Locale.ROOT,
          "half of its requests took at most %.3g s, the least that was measured is %.3g s",
          served.medianSeconds(),
          least);
    }
    if (served.finished() > MANY * served.seconds() * mostServed + Math.max(ENOUGH, batch)) {
      return String.format(
          Locale.ROOT,
          "it answered %.3g requests a second, the most that was measured is %.3g",
          served.finished() / served.seconds(),
          mostServed);
    }
    double explained = explained(served, possible);
    if (watts.isPresent() && watts.getAsDouble() > explained) {
      return String.format(
          Locale.ROOT,
          "its device takes %.0f W, its load explains at most %.0f W",
          watts.getAsDouble(),
          explained);
    }
    return "";
  }

  private double explained(ServedTime served, Set<ServingSetting> possible) {
    MeasuredProfile profile = profile();
    double most = 0;
    for (MeasuredProfile.Row row : profile.rows()) {
      ServingSetting full = row.setting().ofBatch(profile.baseline().batch());
      if (possible.isEmpty() || possible.contains(full)) {
        // One more was being served in the beginning, one may have been given up in the end.
        double requests = Math.max(served.arrived(), served.finished()) + 2;
        double busy =
            served.open() > 0
                ? 1
                : Math.min(1, requests * drift.factor() * row.seconds() / served.seconds());
        // However large its batches were: each alone takes longest, a full one may take most.
        double serving = Math.max(row.busyWatts(), profile.busyWatts(full)) - row.waitingWatts();
        most =
            Math.max(
                most,
                (1 + MORE_POWER) * (row.waitingWatts() + busy * serving) + MORE_SERVING * serving);
      }
    }
    return most;
  }

  /** Its setting until it is read again; null for its own. */
  public @Nullable ServingSetting chosen() {
    return chosen;
  }

  /** How that was chosen. */
  public ServerState state() {
    return state;
  }

  /** What holds and why, for people. */
  public String detail() {
    String objective = String.format(Locale.ROOT, "%.3g s", objectiveSeconds);
    return switch (state) {
      case WAITING -> waiting(objective);
      case FOLLOWED ->
          String.format(
              Locale.ROOT,
              "set for %.3g requests a second with a 95th percentile within %s%s%s",
              rate,
              objective,
              drift.factor() == 1
                  ? ""
                  : String.format(
                      Locale.ROOT, ", %.2f times as long as was measured", drift.factor()),
              advice.text());
      case MISSED ->
          String.format(
              Locale.ROOT,
              "%.1f %% of the last minute's requests took longer than %s: own settings for %d s at"
                  + " least",
              100 * guard.lateShare(),
              objective,
              holdOff.seconds());
      case SILENT -> "nothing has come of it for seconds: own settings";
      case DOUBTED -> contradiction + ": own settings";
    };
  }

  private String waiting(String objective) {
    if (rates == null) {
      return "own settings, since nothing that was measured can be set here";
    }
    return mayBeExceeded
        ? "own settings, since its latencies are not known well enough to say whether they are"
            + " within "
            + objective
        : "own settings until its load is known";
  }
}
