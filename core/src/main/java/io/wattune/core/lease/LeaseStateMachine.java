package io.wattune.core.lease;

import io.wattune.core.decision.ActuationReason;
import io.wattune.core.decision.Decision;
import io.wattune.core.tunable.Setting;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Judges the decisions for one device, and says when its own settings must be restored. It writes
 * nothing itself: the writer does what it says, and reports the result to it.
 *
 * <pre>
 *                 judge: Apply
 *    .-----.  ----------------------&gt;  .--------. --.  judge: Apply or Renew
 *    | OWN |                           | LEASED |   |
 *    '-----' ------------.             '--------' &lt;-'
 *       ^       abandon  |                  |  ending: lease at its end, clock stepped, obstacle
 *       |                |                  |  abandon: the writer gives up, or stops
 *       | returned:      v                  |
 *       | verified   .-----------. &lt;--------'
 *       '----------  | RETURNING | --.  returned: not verified
 *                    '-----------' &lt;-'  abandon
 * </pre>
 *
 * <p><b>Rules</b>, the first that is broken is the reason: newest by (epoch, sequence); lease above
 * 0 and not longer than the admin allows; not based on a reading more than 1 s in the node's
 * future; every setting of every configuration in it allowed; lease not over; no obstacle (a hold,
 * no guardian, tuning off); own settings not under way. Any breach refuses the whole decision.
 *
 * <p><b>Fence.</b> Claims move it, and decisions that are applied or renewed; so do those that are
 * refused although nothing is wrong with them (lease over, obstacle, own settings under way): the
 * controller has sent them, and what it sent before is old. A decision that is wrong (lease,
 * future, settings) does not move it. The fence begins open: a writer that keeps it over a restart
 * claims the kept epoch first, and keeps that of a decision that {@link #isRight} before judging
 * it.
 *
 * <p><b>Lease.</b> What is left is {@code lease - (now - basedOn)} by the wall clock, once, when
 * the decision comes; from then on only the monotonic clock counts. Restoring begins {@link
 * LeaseRules#restoreLeadNanos} before the end.
 *
 * <p>Not thread-safe: one thread for each device. Tests: {@code LeaseStateMachineTest}, {@code
 * DeviceGateTransitionTest}, {@code LeaseStateMachineOraclePropertyTest}.
 */
public final class LeaseStateMachine {
  /** How far in the node's future the reading of a decision may lie: clocks are read in turn. */
  static final long FARTHEST_FUTURE_NANOS = 1_000_000_000L;

  private static final Set<ActuationReason> MOVE_THE_FENCE =
      EnumSet.of(
          ActuationReason.LEASE_OVER,
          ActuationReason.BEFORE_START,
          ActuationReason.SHADOW,
          ActuationReason.HELD,
          ActuationReason.NOT_ORDERED,
          ActuationReason.NO_GUARDIAN,
          ActuationReason.WRITING_OFF,
          ActuationReason.JOURNAL_BROKEN,
          ActuationReason.FENCE_BROKEN,
          ActuationReason.STOPPED,
          ActuationReason.DEVICE_ERROR,
          ActuationReason.READ_BACK_DIFFERS,
          ActuationReason.DEVICE_HANGS);

  /** What stands on the device. */
  public enum State {
    /** Its own settings, as read back. */
    OWN,
    /** Settings of a decision whose lease runs. */
    LEASED,
    /** Its own settings are to come back, or could not be verified yet. */
    RETURNING
  }

  private LeaseRules rules;
  private final ClockStepWatch clock;
  private State state;
  private Fence fence = Fence.OPEN;
  private Decision.@Nullable ForDevice inForce;
  private long leaseEndMonotonicNanos;
  private boolean isSettled;
  private @Nullable Obstacle trouble;

  /**
   * For a device that has its own settings.
   *
   * @param isVerified whether that was verified; if not, it begins with restoring them
   */
  public LeaseStateMachine(LeaseRules rules, LeaseTime start, boolean isVerified) {
    this.rules = rules;
    this.clock = new ClockStepWatch(start);
    this.state = isVerified ? State.OWN : State.RETURNING;
  }

  /** Obeys a claim, unless it is too old. */
  public boolean claim(long epoch) {
    if (epoch < fence.epoch()) {
      return false;
    }
    fence = fence.claimed(epoch);
    return true;
  }

  /**
   * Whether nothing is wrong with a decision, so that judging it would move the fence; whether it
   * may be applied now is another question. Changes nothing.
   */
  public boolean isRight(Decision.ForDevice decision, LeaseTime now) {
    Verdict.Refuse refusal = refusal(decision, now, null);
    return refusal == null || MOVE_THE_FENCE.contains(refusal.reason());
  }

  /**
   * Judges a decision. Ask {@link #ending} first.
   *
   * @param obstacle what forbids everything now; null where nothing does
   */
  public Verdict judge(Decision.ForDevice decision, LeaseTime now, @Nullable Obstacle obstacle) {
    Verdict.Refuse refusal = refusal(decision, now, obstacle);
    if (refusal != null) {
      if (MOVE_THE_FENCE.contains(refusal.reason())) {
        fence = new Fence(decision.epoch(), decision.sequence());
      }
      return refusal;
    }
    boolean isSame =
        state == State.LEASED
            && isSettled
            && inForce != null
            && inForce.wishesTheSameAs(decision)
            && restoreDeadlineNanos() - now.monotonicNanos() > 0;
    fence = new Fence(decision.epoch(), decision.sequence());
    inForce = decision;
    leaseEndMonotonicNanos = now.monotonicNanos() + left(decision, now.wallNanos());
    state = State.LEASED;
    isSettled = isSame;
    return isSame ? new Verdict.Renew() : new Verdict.Apply();
  }

  private Verdict.@Nullable Refuse refusal(
      Decision.ForDevice decision, LeaseTime now, @Nullable Obstacle obstacle) {
    ActuationReason old = fence.refusal(decision.epoch(), decision.sequence());
    if (old != null) {
      return refuse(
          old,
          "epoch %s sequence %s is not newer than %s %s"
              .formatted(
                  decision.epoch(),
                  decision.sequence(),
                  fence.epoch(),
                  fence.sequence() == Long.MIN_VALUE ? "(claimed)" : fence.sequence()));
    }
    if (decision.leaseNanos() <= 0 || decision.leaseNanos() > rules.longestLeaseNanos()) {
      return refuse(
          ActuationReason.LEASE_OUT_OF_BOUNDS,
          "the lease must be above 0 and at most %s ns, was %s ns"
              .formatted(rules.longestLeaseNanos(), decision.leaseNanos()));
    }
    if (decision.basedOnNanos() > now.wallNanos() + FARTHEST_FUTURE_NANOS) {
      return refuse(
          ActuationReason.FROM_THE_FUTURE,
          "it is based on a reading "
              + (decision.basedOnNanos() - now.wallNanos())
              + " ns in this node's future; has its clock been set back?");
    }
    Verdict.Refuse settings = SettingsCheck.check(rules, decision);
    if (settings != null) {
      return settings;
    }
    long left = left(decision, now.wallNanos());
    if (left <= rules.restoreLeadNanos()) {
      return refuse(
          ActuationReason.LEASE_OVER,
          "of its lease %s ns were left when it came; more than %s ns are needed"
              .formatted(left, rules.restoreLeadNanos()));
    }
    if (obstacle != null) {
      return refuse(obstacle.reason(), obstacle.detail());
    }
    if (state == State.RETURNING) {
      return trouble == null
          ? refuse(ActuationReason.DEVICE_ERROR, "its own settings are not verified yet")
          : refuse(trouble.reason(), trouble.detail());
    }
    return null;
  }

  /**
   * What is left of a decision's lease: {@code lease - (now - basedOn)}, in nanoseconds, and not
   * more than the lease where basedOn lies a little in the future. The lease runs from the newest
   * reading that went in, on the node's own clock, so that no other machine's clock plays a part.
   */
  private static long left(Decision.ForDevice decision, long wallNanos) {
    long age = wallNanos - decision.basedOnNanos();
    boolean isOverflow = ((wallNanos ^ decision.basedOnNanos()) & (wallNanos ^ age)) < 0;
    if (isOverflow) {
      return wallNanos > decision.basedOnNanos() ? Long.MIN_VALUE : decision.leaseNanos();
    }
    return decision.leaseNanos() - Math.max(0, age);
  }

  private static Verdict.Refuse refuse(ActuationReason reason, String detail) {
    return new Verdict.Refuse(reason, detail, List.of());
  }

  /**
   * How the writing of an applied decision went.
   *
   * @param isComplete whether every control was read back as wished; if not, the same settings are
   *     written again when they are decided again
   */
  public void settled(boolean isComplete) {
    isSettled = isComplete;
  }

  /**
   * Whether own settings must come back now, and why; null where nothing is to be done. Ask at
   * least whenever {@link #restoreDeadlineNanos} comes, an obstacle appears, and every half second.
   */
  public @Nullable Obstacle ending(LeaseTime now, @Nullable Obstacle obstacle) {
    boolean isStepped = clock.isStepped(now);
    if (state != State.LEASED) {
      return null;
    }
    Obstacle ending = null;
    if (isStepped) {
      ending =
          new Obstacle(
              ActuationReason.CLOCK_STEPPED,
              "the wall clock was stepped by more than 1 s, which ends every lease");
    } else if (restoreDeadlineNanos() - now.monotonicNanos() <= 0) {
      ending = new Obstacle(ActuationReason.LEASE_ENDED, "the lease ran out without another");
    } else if (obstacle != null) {
      ending = obstacle;
    }
    if (ending != null) {
      state = State.RETURNING;
      trouble = null;
    }
    return ending;
  }

  /** Own settings are to be restored for a reason of the writer's, whatever the lease says. */
  public void abandon(Obstacle reason) {
    state = State.RETURNING;
    trouble = reason;
  }

  /**
   * Takes the result of restoring the own settings.
   *
   * @param notVerified why own settings could not be verified; null where they were
   */
  public void returned(@Nullable Obstacle notVerified) {
    if (state != State.RETURNING) {
      throw new IllegalStateException("nothing is being restored, the state is " + state);
    }
    trouble = notVerified;
    if (notVerified == null) {
      state = State.OWN;
      inForce = null;
    }
  }

  /** What stands on the device. */
  public State state() {
    return state;
  }

  /** The decision in force, or the one that was until restoring began; null once that is done. */
  public Decision.@Nullable ForDevice inForce() {
    return inForce;
  }

  /**
   * The values to write while activities of this name run, one for each listed control: the
   * decision's, and its own for what the decision does not name.
   *
   * @param activityName null while nothing runs
   */
  public List<Setting> wished(@Nullable String activityName) {
    return rules.settings(
        state == State.LEASED && inForce != null ? inForce.configurationFor(activityName) : null);
  }

  /**
   * The values that a decision wishes for, whatever becomes of it, as {@link #wished} has them.
   *
   * @param activityName null while nothing runs
   */
  public List<Setting> wishedBy(Decision.ForDevice decision, @Nullable String activityName) {
    return rules.settings(decision.configurationFor(activityName));
  }

  /** Somebody else has set a control: from now on that value is its own setting. */
  public void adopt(String tunable, long value) {
    rules = rules.withOwnValue(tunable, value);
  }

  /** The own settings of all listed controls. */
  public List<Setting> ownSettings() {
    return rules.ownSettings();
  }

  /** When restoring begins, on the monotonic clock. Only while LEASED. */
  public long restoreDeadlineNanos() {
    return leaseEndMonotonicNanos - rules.restoreLeadNanos();
  }

  /** What is left of the lease in force; 0 where none is. */
  public long leaseLeftNanos(LeaseTime now) {
    return state == State.LEASED ? Math.max(0, leaseEndMonotonicNanos - now.monotonicNanos()) : 0;
  }
}
