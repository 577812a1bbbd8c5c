package io.wattune.core.serving;

import io.wattune.core.policy.Ladder;
import io.wattune.core.policy.Ladders;
import io.wattune.core.rightsize.RightSizeTable;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.TunableName;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One live server whose runtime can give each kernel units of its own by a right-size table (KRISP:
 * Chow 2023, section 3.3): what it says of each half second in, how many of a kernel's units may be
 * shared out. Nothing is set because it should help. From its own setting it tries one limit after
 * the other, the highest first, each in turns with the best so far, and goes on with one only where
 * {@link SettingTrial} has measured less power and no more than 3 of 100 requests of its times were
 * late. With the first that does not it ends, and looks again after ten minutes, beginning with
 * whether the best is still better than own settings.
 *
 * <p>The server is left at its own setting, at once,
 *
 * <ul>
 *   <li>while there is no table of its model on its device's, or one that says that its kernels
 *       need all units; after a new one all is measured anew;
 *   <li>when more than 4 of 100 requests of the last minute were late ({@link ObjectiveGuard}), for
 *       half a minute at least ({@link HoldOff}); the limit that was in force and lower ones are
 *       not tried for twenty minutes then;
 *   <li>while its latencies are known too coarsely to say whether they are late;
 *   <li>when nothing has come of it for three seconds, or none of its open requests was answered
 *       for five.
 * </ul>
 *
 * <p>Not for two threads at once. Test: {@code OverlapControlTest}.
 */
public final class OverlapControl extends LiveServer<Integer> {
  private static final long SECOND = 1_000_000_000L;

  /** The own setting, among places of limits. */
  private static final int OWN = -1;

  /** Readings before anything is tried. */
  static final int FIRST_READINGS = 20;

  /** Readings after a change of settings that are left out: power is late by a second. */
  private static final int SETTLING = 3;

  /** How long a time of a trial is. */
  private static final double TIME_SECONDS = 5;

  private static final double STUCK_SECONDS = 5;

  /** Late requests of a limit's times in a trial. */
  private static final double FEW = 0.03;

  private static final int ENOUGH = 20;

  /** A trial is not begun with more late requests than this in the last minute. */
  private static final double ROOM = 0.01;

  /** Kernels that need more of the units than this have nothing to give. */
  static final double ALL = 0.97;

  static final long LOOK_AGAIN_NANOS = 600 * SECOND;
  static final long BARRED_NANOS = 1200 * SECOND;

  private final String model;
  private final Supplier<@Nullable RightSizeTable> tables;
  private List<Integer> limits = List.of();
  private @Nullable RightSizeTable table;
  private String waiting = "own settings until its load is known";

  private double stuckSeconds;

  /** Places in the limits: what holds between trials, and what is compared in one. */
  private int best = OWN;

  private int base = OWN;
  private int tried = OWN;
  private @Nullable SettingTrial trial;
  private long settledNanos = Long.MIN_VALUE;
  private String found = "";

  /** Limits from this place on are not tried until then. */
  private int barredFrom = Integer.MAX_VALUE;

  private long barredUntilNanos = Long.MIN_VALUE;

  /** The time of a trial that goes on: readings since the change, and sums of those that count. */
  private int since;

  private double seconds;
  private double joules;
  private double arrived;
  private double finishedInTrial;
  private double lateInTrial;

  /**
   * A server of which nothing has come.
   *
   * @param tables the newest table of its model on its device's model; null for none
   */
  public OverlapControl(
      String model, double objectiveSeconds, Supplier<@Nullable RightSizeTable> tables) {
    super(objectiveSeconds);
    this.model = model;
    this.tables = tables;
  }

  @Override
  public boolean isOf(ServingReading reading) {
    return model.equals(reading.model());
  }

  @Override
  void configure(Ladders ladders) {
    List<Integer> others = new ArrayList<>();
    Ladder ladder = ladders.ladder(TunableName.CU_OVERLAP).orElse(null);
    for (int rung = 1; ladder != null && rung <= ladder.lowest(); rung++) {
      int limit = (int) ladder.setting(rung).value();
      others.add(limit);
      configurations.put(limit, ladders.configuration(Map.of(TunableName.CU_OVERLAP, rung)));
    }
    if (!others.equals(limits)) {
      limits = List.copyOf(others);
      forget();
    }
  }

  /** A table that is taken back counts at once, whether the server is heard of or not. */
  @Override
  public void review(long nowNanos) {
    lookUp();
    super.review(nowNanos);
  }

  private void lookUp() {
    RightSizeTable newest = tables.get();
    boolean isSame =
        newest == null ? table == null : table != null && table.version() == newest.version();
    if (!isSame) {
      table = newest;
      barredFrom = Integer.MAX_VALUE;
      forget();
    }
  }

  /** What was found holds no more. */
  private void forget() {
    best = OWN;
    settledNanos = Long.MIN_VALUE;
    found = "";
    endTrial();
  }

  private void endTrial() {
    trial = null;
    beginTime();
  }

  private void beginTime() {
    since = 0;
    seconds = 0;
    joules = 0;
    arrived = 0;
  }

  @Override
  public void read(
      ServedTime served, long nowNanos, OptionalDouble watts, Set<Configuration> inForce) {
    lookUp();
    if (!hear(served, nowNanos)) {
      return;
    }
    boolean isStuck = served.open() > 0 && served.finished() == 0;
    stuckSeconds = isStuck ? stuckSeconds + served.seconds() : 0;
    choose(nowNanos);
    if (state() == ServerState.FOLLOWED) {
      measure(served, nowNanos, watts, inForce.equals(Set.of(wish())));
    }
  }

  private void choose(long nowNanos) {
    int before = place();
    if (isMissedAfter(stuckSeconds >= STUCK_SECONDS, nowNanos) && before != OWN) {
      bar(before, nowNanos);
    }
    ServerState trouble = trouble(nowNanos);
    if (trouble != null) {
      own(trouble, "");
    } else if (mayBeExceeded()) {
      own(ServerState.WAITING, tooCoarse());
    } else if (limits.isEmpty()) {
      own(ServerState.WAITING, "own settings, since its runtime takes no limit for shared units");
    } else if (table == null) {
      own(
          ServerState.WAITING,
          "own settings, since no right-size table of its model on this device is in the topic");
    } else if (table.share() > ALL) {
      own(ServerState.WAITING, "own settings, since its kernels need all units by their table");
    } else if (readings() < FIRST_READINGS) {
      own(ServerState.WAITING, "own settings until its load is known");
    } else {
      state(ServerState.FOLLOWED);
      begin(nowNanos);
    }
  }

  private void own(ServerState other, String why) {
    state(other);
    waiting = why;
    if (other != ServerState.WAITING) {
      best = OWN;
      found = "";
    }
    settledNanos = Long.MIN_VALUE;
    endTrial();
  }

  private void bar(int place, long nowNanos) {
    barredFrom = Math.min(barredFrom, place);
    barredUntilNanos = nowNanos + BARRED_NANOS;
  }

  /** Begins a trial where there is something to try, and room for it. */
  private void begin(long nowNanos) {
    if (nowNanos >= barredUntilNanos) {
      barredFrom = Integer.MAX_VALUE;
    }
    boolean isSettled =
        settledNanos != Long.MIN_VALUE && nowNanos - settledNanos < LOOK_AGAIN_NANOS;
    if (trial != null || isSettled || mostLateShare() > ROOM) {
      return;
    }
    if (settledNanos != Long.MIN_VALUE && best != OWN) {
      // What was better ten minutes ago need not be now.
      compare(OWN, best);
    } else {
      next(nowNanos);
    }
  }

  private void next(long nowNanos) {
    int candidate = best + 1;
    if (candidate < Math.min(limits.size(), barredFrom)) {
      compare(best, candidate);
    } else {
      settledNanos = nowNanos;
    }
  }

  private void compare(int one, int other) {
    settledNanos = Long.MIN_VALUE;
    base = one;
    tried = other;
    trial = new SettingTrial();
    finishedInTrial = 0;
    lateInTrial = 0;
    beginTime();
  }

  private void measure(ServedTime served, long nowNanos, OptionalDouble watts, boolean isInForce) {
    SettingTrial open = trial;
    if (open == null) {
      return;
    }
    if (!isInForce || watts.isEmpty()) {
      beginTime();
      return;
    }
    since++;
    if (open.isTrialNext()) {
      finishedInTrial += served.finished();
      lateInTrial += served.lateAtMost();
      if (lateInTrial > FEW * Math.max(ENOUGH, finishedInTrial)) {
        bar(tried, nowNanos);
        end(false, nowNanos, "late requests");
        return;
      }
    }
    if (since <= SETTLING) {
      return;
    }
    seconds += served.seconds();
    joules += watts.getAsDouble() * served.seconds();
    arrived += served.arrived();
    if (seconds < TIME_SECONDS) {
      return;
    }
    open.add(arrived / seconds, joules / seconds);
    beginTime();
    switch (open.verdict()) {
      case OPEN -> {}
      case LOWER ->
          end(
              true,
              nowNanos,
              String.format(Locale.ROOT, "%.1f %% less power than", -100 * open.share()));
      case NOT_LOWER -> end(false, nowNanos, "no less power");
    }
  }

  private void end(boolean isBetter, long nowNanos, String why) {
    best = isBetter ? tried : base;
    String of = word(tried);
    found = isBetter ? "; " + why + " with " + word(base) : found + "; " + of + ": " + why;
    endTrial();
    if (isBetter) {
      next(nowNanos);
    } else {
      settledNanos = nowNanos;
    }
  }

  private String word(int place) {
    return place == OWN ? "own settings" : "at most " + limits.get(place) + " shared units";
  }

  @Override
  void fallSilent() {
    own(ServerState.SILENT, "");
  }

  private int place() {
    if (state() != ServerState.FOLLOWED) {
      return OWN;
    }
    SettingTrial open = trial;
    if (open == null) {
      return best;
    }
    return open.isTrialNext() ? tried : base;
  }

  /** How many of a kernel's units may be shared; null for its own. */
  @Override
  @Nullable Integer chosen() {
    int place = place();
    return place == OWN ? null : limits.get(place);
  }

  @Override
  public String detail() {
    return switch (state()) {
      case WAITING -> waiting;
      case FOLLOWED -> followed();
      case MISSED -> missed();
      case SILENT -> "nothing has come of it for seconds: own settings";
      case DOUBTED -> "none of its open requests was answered for seconds: own settings";
    };
  }

  private String followed() {
    RightSizeTable known = table;
    String of = known == null ? "" : ", by right-size table " + known.version();
    return (trial == null ? word(best) : word(tried) + " in turns with " + word(base))
        + of
        + found
        + "; 95th percentile within "
        + objective();
  }
}
