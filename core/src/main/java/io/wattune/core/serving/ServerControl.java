package io.wattune.core.serving;

import io.wattune.core.policy.Ladder;
import io.wattune.core.policy.Ladders;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.TunableName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
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
public final class ServerControl extends LiveServer<ServingSetting> {
  /** Readings before anything is chosen: so many a peak is remembered for. */
  static final int FIRST_READINGS = CofrisPolicy.HOLD_POLLS;

  /**
   * From a reading to other settings: the way of the reading, the dwell time of the loop and the
   * way of the decision.
   */
  private static final double SETTING_SECONDS = 0.5;

  /** Readings in a row that contradict what is known: power is late, and settings change. */
  static final int CONTRADICTIONS = 6;

  private final ServingTable table;
  private final @Nullable DeviceShare share;

  /** Of its share; of all that was measured where it is not known. */
  private final MeasuredProfile profile;

  private final boolean isMeasured;
  private List<ServingSetting> candidates = List.of();
  private @Nullable RateTable rates;
  private @Nullable StepReserve reserve;
  private RateDemand demand = newDemand();
  private final ServiceDrift drift;
  private final ReadingDoubts doubts;
  private final StartAdvice advice;
  private @Nullable ServingSetting chosen;

  private double seconds;
  private double rate;
  private double rateBefore;
  private int contradictions;
  private String contradiction = "";

  /**
   * A server of which nothing has come.
   *
   * @param share of its device that it has for its life; null where nobody said one. One that was
   *     not measured, or is not known and may be one of several, is left at its own settings: at a
   *     smaller share than what is gone by everything takes longer
   */
  public ServerControl(
      ServingTable table, ServiceObjective objective, @Nullable DeviceShare share) {
    // A multiple is of the largest share: a restart with another one changes no objective.
    super(objective.seconds(table));
    this.table = table;
    this.share = share;
    Optional<MeasuredProfile> measured = table.profile().at(share);
    this.isMeasured = measured.isPresent();
    this.profile = measured.orElse(table.profile());
    this.drift = new ServiceDrift(profile);
    this.doubts = new ReadingDoubts(profile);
    this.advice = new StartAdvice(table, share, profile, objectiveSeconds());
  }

  private static RateDemand newDemand() {
    return new RateDemand(CofrisPolicy.HEADROOM, CofrisPolicy.HOLD_POLLS, Arrivals.RANDOM);
  }

  @Override
  public boolean isOf(ServingReading reading) {
    return profile.model().equals(reading.model()) && Objects.equals(share, reading.share());
  }

  /** What was measured between two settings that the device has counts for the higher one. */
  @Override
  void configure(Ladders ladders) {
    List<MeasuredProfile.Row> rows = isMeasured ? profile.rows() : List.of();
    Map<Configuration, ServingSetting> nearest = new HashMap<>();
    for (MeasuredProfile.Row row : rows) {
      boolean isAtOwnClock =
          !ladders.names().contains(TunableName.CORE_CLOCK)
              && row.megaHertz() == profile.baseline().megaHertz();
      int clock = rung(ladders, TunableName.CORE_CLOCK, row.megaHertz(), isAtOwnClock);
      int units = rung(ladders, TunableName.CU_COUNT, row.units(), row.units() == profile.units());
      if (clock >= 0 && units >= 0) {
        Map<String, Integer> rungs =
            Map.of(TunableName.CORE_CLOCK, clock, TunableName.CU_COUNT, units);
        int batch = profile.batches().limit();
        var setting = new ServingSetting(row.megaHertz(), row.units(), batch);
        // Rows ascend: the last one at or below what is set is the nearest.
        nearest.put(ladders.configuration(rungs), setting);
      }
    }
    List<ServingSetting> settings = new ArrayList<>();
    nearest.forEach(
        (configuration, setting) -> {
          configurations.put(setting, configuration);
          settings.add(setting);
        });
    settings.sort(
        Comparator.comparingInt(ServingSetting::megaHertz).thenComparingInt(ServingSetting::units));
    offer(settings);
  }

  /**
   * The lowest rung of a tunable that is not below a value; -1 where there is none.
   *
   * @param isOwn whether the value stands for what the device has by itself
   */
  private static int rung(Ladders ladders, String tunable, int value, boolean isOwn) {
    if (isOwn) {
      return 0;
    }
    Ladder ladder = ladders.ladder(tunable).orElse(null);
    if (ladder == null || ladder.tunable().ownValue().orElse(0) < value) {
      return -1;
    }
    int rung = 0;
    while (rung < ladder.lowest() && ladder.values().get(rung) >= value) {
      rung++;
    }
    return rung;
  }

  /** The settings that there are on its device, of those that were measured. */
  void offer(List<ServingSetting> settings) {
    if (settings.equals(candidates)) {
      return;
    }
    candidates = List.copyOf(settings);
    rates = candidates.isEmpty() ? null : rates();
    // What it has seen of the load is lost where what can be set changes: it is careful anew.
    reserve =
        rates == null
            ? null
            : new StepReserve(drifted(), rates.fastest(), table.queue(), objectiveSeconds());
  }

  /** What was measured, as long as it is now. */
  private ServingProfile drifted() {
    return new DriftedProfile(profile, drift.factor());
  }

  private RateTable rates() {
    ServingProfile drifted = drifted();
    return RateTable.of(
        drifted,
        candidates,
        table.queue(),
        drifted.baseline().batch() / drifted.seconds(drifted.baseline()),
        objectiveSeconds());
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

  @Override
  public void read(
      ServedTime served, long nowNanos, OptionalDouble watts, Set<Configuration> inForce) {
    Set<ServingSetting> settings = new HashSet<>();
    configurations.forEach(
        (setting, configuration) -> {
          if (inForce.contains(configuration)) {
            settings.add(setting);
          }
        });
    take(served, nowNanos, watts, settings);
  }

  /** It was read when one of some settings was in force. */
  void take(ServedTime served, long nowNanos, OptionalDouble watts, Set<ServingSetting> possible) {
    if (!hear(served, nowNanos)) {
      return;
    }
    if (readings() == 1) {
      demand = newDemand();
    }
    seconds = served.seconds();
    rateBefore = rate;
    rate =
        demand.after(
            new ServingPoll(
                served.seconds(),
                (int) Math.min(Integer.MAX_VALUE, served.arrived()),
                (int) Math.min(Integer.MAX_VALUE, served.waiting()),
                List.of(),
                List.of()));
    if (reserve != null) {
      reserve.saw(demand.rate(), (double) served.finished(), served.lateAtLeast());
    }
    advice.saw(demand.rate(), served.seconds(), candidates, drift.factor());
    follow(served, possible);
    String found = doubts.contradiction(served, watts, possible, drift.factor());
    contradictions = found.isEmpty() ? 0 : contradictions + 1;
    if (contradictions >= CONTRADICTIONS) {
      contradiction = found;
    }
    choose(nowNanos);
  }

  @Override
  void fallSilent() {
    state(ServerState.SILENT);
    chosen = null;
  }

  private void choose(long nowNanos) {
    boolean unused = isMissedAfter(contradictions >= CONTRADICTIONS, nowNanos);
    ServerState trouble = trouble(nowNanos);
    RateTable known = rates;
    chosen = null;
    if (trouble != null) {
      state(trouble);
    } else if (known == null || mayBeExceeded() || readings() < FIRST_READINGS) {
      state(ServerState.WAITING);
    } else {
      state(ServerState.FOLLOWED);
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

  @Override
  @Nullable ServingSetting chosen() {
    return chosen;
  }

  @Override
  public String detail() {
    return switch (state()) {
      case WAITING -> waiting();
      case FOLLOWED ->
          String.format(
              Locale.ROOT,
              "set for %.3g requests a second with a 95th percentile within %s%s%s",
              rate,
              objective(),
              drift.factor() == 1
                  ? ""
                  : String.format(
                      Locale.ROOT, ", %.2f times as long as was measured", drift.factor()),
              advice.text());
      case MISSED -> missed() + advice.text();
      case SILENT -> "nothing has come of it for seconds: own settings";
      case DOUBTED -> contradiction + ": own settings";
    };
  }

  private String waiting() {
    if (!isMeasured) {
      return share == null
          ? "own settings, since its profile is of shares of a device and the node file does not"
              + " say which it has"
          : "own settings, since its share of the device, " + share.name() + ", was not measured";
    }
    if (rates == null) {
      return "own settings, since nothing that was measured can be set here";
    }
    return mayBeExceeded() ? tooCoarse() : "own settings until its load is known";
  }
}
