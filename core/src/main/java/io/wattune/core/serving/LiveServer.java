package io.wattune.core.serving;

import io.wattune.core.policy.Ladders;
import io.wattune.core.tunable.Configuration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One live server on one device, as far as it does not matter by what it is set: when it was heard
 * of, whether its objective is kept, and for how long it is left at its own settings. Not for two
 * threads at once.
 *
 * @param <S> what it is set to
 */
public abstract class LiveServer<S> {
  /** What is set on its device for each of what can be. */
  final Map<S, Configuration> configurations = new HashMap<>();

  private @Nullable Ladders offered;
  private final double objectiveSeconds;
  private final ObjectiveGuard guard;
  private final ObjectiveGuard doubtfulGuard;
  private final Hearing hearing = new Hearing();
  private final HoldOff holdOff = new HoldOff();
  private ServerState state = ServerState.WAITING;
  private long endNanos = Long.MIN_VALUE;
  private int readings;
  private boolean isExceeded;
  private boolean mayBeExceeded;

  LiveServer(double objectiveSeconds) {
    this.objectiveSeconds = objectiveSeconds;
    this.guard = new ObjectiveGuard(objectiveSeconds);
    this.doubtfulGuard = new ObjectiveGuard(objectiveSeconds);
  }

  /** Whether it still serves what a reading of it says, as it does. */
  public abstract boolean isOf(ServingReading reading);

  /** What can be set on its device. */
  public final void offer(Ladders ladders) {
    if (!ladders.equals(offered)) {
      offered = ladders;
      configurations.clear();
      configure(ladders);
    }
  }

  /** Something else can be set: fills the configurations. */
  abstract void configure(Ladders ladders);

  /**
   * It was read.
   *
   * @param nowNanos the device's clock
   * @param watts mean power of its device in that time; empty where it is not known
   * @param inForce of these one was in force
   */
  public abstract void read(
      ServedTime served, long nowNanos, OptionalDouble watts, Set<Configuration> inForce);

  /** What it is set to until it is read again; null for own settings. */
  abstract @Nullable S chosen();

  /** What it wants of its device; empty for own settings. */
  public final Configuration wish() {
    S chosen = chosen();
    return chosen == null
        ? Configuration.EMPTY
        : configurations.getOrDefault(chosen, Configuration.EMPTY);
  }

  /** What its tail may be. */
  public final double objectiveSeconds() {
    return objectiveSeconds;
  }

  /** How its setting was chosen. */
  public final ServerState state() {
    return state;
  }

  /** What holds and why, for people. */
  public abstract String detail();

  /** Time has passed; nothing of it may have come. */
  public void review(long nowNanos) {
    if (hearing.isSilentAt(nowNanos)) {
      fallSilent();
    }
  }

  /** It is left at its own settings, since nothing comes of it. */
  abstract void fallSilent();

  /** Whether nothing has come for so long that it may be gone for good. */
  public final boolean isGoneAt(long nowNanos) {
    return hearing.isGoneAt(nowNanos);
  }

  /** It was read; false where that is not of later than the last time. */
  final boolean hear(ServedTime served, long nowNanos) {
    if (served.endNanos() <= endNanos) {
      return false;
    }
    readings = hearing.isSilentAt(nowNanos) ? 1 : readings + 1;
    endNanos = served.endNanos();
    hearing.heard(nowNanos, served.seconds());
    isExceeded = guard.isExceededAfter(served.lateAtLeast(), (double) served.finished());
    mayBeExceeded = doubtfulGuard.isExceededAfter(served.lateAtMost(), (double) served.finished());
    return true;
  }

  /** How often it was read since it was silent. */
  final int readings() {
    return readings;
  }

  /**
   * Leaves it at its own settings for some time where that must be.
   *
   * @param isDoubted whether what it says cannot be
   * @return whether its objective is missed, and was not before
   */
  final boolean isMissedAfter(boolean isDoubted, long nowNanos) {
    if (isDoubted) {
      holdOff.doubted(nowNanos);
    } else if (isExceeded && state != ServerState.MISSED && !holdOff.isOnAt(nowNanos)) {
      holdOff.missed(nowNanos);
      return true;
    }
    return false;
  }

  /** Why it is left at its own settings whatever its load; null where nothing is amiss. */
  final @Nullable ServerState trouble(long nowNanos) {
    if (holdOff.isOnAt(nowNanos)) {
      return holdOff.reason();
    }
    return isExceeded ? ServerState.MISSED : null;
  }

  final void state(ServerState other) {
    state = other;
  }

  /** Whether its latencies are known too coarsely to say whether they are late. */
  final boolean mayBeExceeded() {
    return mayBeExceeded;
  }

  /** Requests of the last minute that may have been late, as a part of all. */
  final double mostLateShare() {
    return doubtfulGuard.lateShare();
  }

  /** The objective, for people. */
  final String objective() {
    return String.format(Locale.ROOT, "%.3g s", objectiveSeconds);
  }

  /** That its objective is missed, for people. */
  final String missed() {
    return String.format(
        Locale.ROOT,
        "%.1f %% of the last minute's requests took longer than %s: own settings for %d s at"
            + " least",
        100 * guard.lateShare(),
        objective(),
        holdOff.seconds());
  }

  /** That it waits for better latencies, for people. */
  final String tooCoarse() {
    return "own settings, since its latencies are not known well enough to say whether they are"
        + " within "
        + objective();
  }
}
