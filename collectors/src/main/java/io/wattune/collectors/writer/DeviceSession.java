package io.wattune.collectors.writer;

import io.wattune.collectors.device.DeviceControls;
import io.wattune.collectors.journal.OwnValue;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.decision.ActuationReason;
import io.wattune.core.decision.ControlOutcome;
import io.wattune.core.decision.Decision;
import io.wattune.core.gate.DeviceGate;
import io.wattune.core.gate.GateTime;
import io.wattune.core.gate.Obstacle;
import io.wattune.core.gate.Verdict;
import io.wattune.core.tunable.Setting;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One opened device: does what its gate says, and says what was done. A control that was not read
 * back as wished gets its own value at once. A control that hangs sends the others home, and the
 * device is out of tuning until it has answered and everything is verified. Used by the device's
 * thread, but for {@link #away}.
 */
final class DeviceSession implements AutoCloseable {
  private static final long LONGEST_IDLE_NANOS = 1_000_000_000L;

  /**
   * How far a device is from its own settings, for the heartbeat.
   *
   * @param isOut whether anything but own settings may be on it
   * @param isReturning whether they are on their way back
   * @param homewardAtNanos when the way home must begin, on the monotonic clock
   */
  record Away(boolean isOut, boolean isReturning, long homewardAtNanos) {
    static final Away HOME = new Away(false, false, 0);
  }

  private final WriterNode node;
  private final DeviceControls controls;
  private final DeviceLanes lanes;
  private final DeviceGate gate;
  private final List<Setting> own;
  private final Runnable beat;
  private final Answers answers;
  private final WayHome wayHome;
  private final SwitchCount switches = new SwitchCount();
  private final Set<String> failed = new HashSet<>();

  private volatile Away away;
  private @Nullable String activity;
  private List<Setting> standing = List.of();

  /**
   * A device whose own settings are in the journal.
   *
   * @param own the device's part of the journal
   * @param beat shows the other process what {@link #away} has become
   */
  DeviceSession(
      WriterNode node,
      DeviceControls controls,
      DeviceLanes lanes,
      DeviceGate gate,
      List<OwnValue> own,
      Runnable beat) {
    this.node = node;
    this.controls = controls;
    this.lanes = lanes;
    this.gate = gate;
    this.own = own.stream().map(OwnValue::setting).toList();
    this.beat = beat;
    this.answers = new Answers(node, controls.device());
    this.wayHome = new WayHome(node, controls.device(), lanes, gate, this.own, answers, this::show);
    this.away = gate.state() == DeviceGate.State.OWN ? Away.HOME : new Away(true, true, 0);
  }

  /** How far it is from its own settings. For any thread. */
  Away away() {
    return away;
  }

  /** Whether it switches between configurations now. For any thread. */
  boolean isSwitching() {
    Away now = away;
    return now.isOut() && !now.isReturning() && hasSeveral;
  }

  private volatile boolean hasSeveral;

  @Nullable String runningActivity() {
    return controls.runningActivity();
  }

  boolean claim(long epoch) {
    return gate.claim(epoch);
  }

  /** Judges a decision, does what it says and answers it. */
  void decide(Decision.ForDevice decision) throws InterruptedException {
    tick();
    Obstacle unfenced =
        gate.isRight(decision, node.clock().now()) ? node.fence().decided(decision.epoch()) : null;
    GateTime now = node.clock().now(); // Once more: the disk may have taken its time.
    Obstacle condition = node.conditions().on(controls.device(), now.wallNanos());
    Verdict verdict = gate.judge(decision, now, condition != null ? condition : unfenced);
    if (verdict instanceof Verdict.Refuse refusal) {
      answers.refused(
          decision,
          new Obstacle(refusal.reason(), refusal.detail()),
          refusal.controls(),
          gate.leaseLeftNanos(now));
      return;
    }
    hasSeveral = !decision.byActivityName().isEmpty();
    show();
    if (verdict instanceof Verdict.Renew) {
      answers.done(
          decision,
          ActuationOutcome.RENEWED,
          null,
          nameOf(activity),
          List.of(),
          gate.leaseLeftNanos(now));
      return;
    }
    failed.clear();
    activity = hasSeveral ? controls.runningActivity() : null;
    apply(decision);
  }

  private void apply(Decision.ForDevice decision) throws InterruptedException {
    standing = gate.wished(activity);
    List<ControlOutcome> outcomes = lanes.put(standing, 1, limitNanos());
    Obstacle trouble = settle(outcomes);
    answers.done(
        decision,
        trouble == null ? ActuationOutcome.APPLIED : ActuationOutcome.PARTLY_APPLIED,
        trouble,
        nameOf(activity),
        outcomes,
        gate.leaseLeftNanos(node.clock().now()));
    leaveIfHanging(outcomes, trouble);
  }

  /** The configuration of the activity that runs now, where it has one of its own. */
  void switchTo(@Nullable String running) throws InterruptedException {
    tick();
    if (gate.state() != DeviceGate.State.LEASED || !hasSeveral) {
      return;
    }
    activity = running;
    List<Setting> wished = gate.wished(running);
    if (wished.equals(standing)) {
      return;
    }
    standing = wished;
    List<Setting> possible =
        wished.stream().filter(setting -> !failed.contains(setting.tunable())).toList();
    List<ControlOutcome> outcomes = lanes.put(possible, 1, limitNanos());
    Obstacle trouble = settle(outcomes);
    switches.add();
    if (trouble != null || switches.isDue(node.clock().now().monotonicNanos())) {
      tellSwitches(trouble, outcomes);
    }
    leaveIfHanging(outcomes, trouble);
  }

  private void tellSwitches(@Nullable Obstacle trouble, List<ControlOutcome> outcomes) {
    Decision.ForDevice inForce = gate.inForce();
    GateTime now = node.clock().now();
    long count = switches.take(now.monotonicNanos());
    if (inForce != null) {
      answers.done(
          inForce,
          ActuationOutcome.SWITCHED,
          trouble != null
              ? trouble
              : new Obstacle(ActuationReason.OK, count + " switches since the last such record"),
          nameOf(activity),
          outcomes,
          gate.leaseLeftNanos(now));
    }
  }

  /** Puts failed controls back to their own value, and tells the gate. */
  private @Nullable Obstacle settle(List<ControlOutcome> outcomes) throws InterruptedException {
    List<Setting> back = new ArrayList<>();
    for (ControlOutcome outcome : outcomes) {
      if (!ControlLane.isDone(outcome) && failed.add(outcome.tunable())) {
        own.stream().filter(s -> s.tunable().equals(outcome.tunable())).forEach(back::add);
      }
    }
    if (!back.isEmpty()) {
      lanes.put(back, 1, limitNanos());
    }
    gate.settled(failed.isEmpty());
    return Outcomes.trouble(controls.device(), outcomes);
  }

  private void leaveIfHanging(List<ControlOutcome> outcomes, @Nullable Obstacle trouble)
      throws InterruptedException {
    if (trouble != null && Outcomes.isAnyHanging(outcomes)) {
      Obstacle hangs =
          new Obstacle(ActuationReason.DEVICE_HANGS, "a control hangs: " + trouble.detail());
      gate.abandon(hangs);
      goHome(hangs);
    }
  }

  /** Not longer than a control may take, and never past the time to go home. */
  private long limitNanos() {
    long left = gate.homewardAtNanos() - node.clock().now().monotonicNanos();
    return Math.max(0, Math.min(node.hangNanos(), left));
  }

  /** Looks whether own settings must come back, or must be tried again. */
  void tick() throws InterruptedException {
    GateTime now = node.clock().now();
    if (gate.state() == DeviceGate.State.RETURNING) {
      if (wayHome.isDue(now.monotonicNanos())) {
        goHome(wayHome.reason());
      }
      return;
    }
    Obstacle ending = gate.ending(now, node.conditions().on(controls.device(), now.wallNanos()));
    if (ending != null) {
      goHome(ending);
    } else if (gate.state() == DeviceGate.State.LEASED && switches.isDue(now.monotonicNanos())) {
      tellSwitches(null, List.of());
    }
  }

  /** A control that was given up on has answered: try at once. */
  void retryNow() {
    wayHome.retryNow();
  }

  /** Own settings, verified; false where they could not be. */
  boolean stop(Obstacle reason) throws InterruptedException {
    boolean wasOut = gate.state() != DeviceGate.State.OWN;
    gate.abandon(reason);
    if (wasOut) {
      goHome(reason);
    } else {
      wayHome.verify(reason);
    }
    return gate.state() == DeviceGate.State.OWN;
  }

  private void goHome(Obstacle reason) throws InterruptedException {
    if (!switches.isEmpty()) {
      tellSwitches(null, List.of());
    }
    if (wayHome.go(reason)) {
      standing = List.of();
      hasSeveral = false;
    }
  }

  /** Shows the guardian how far the device is from home: before anything is written. */
  private void show() {
    away =
        switch (gate.state()) {
          case OWN -> Away.HOME;
          case LEASED -> new Away(true, false, gate.homewardAtNanos());
          case RETURNING -> new Away(true, true, 0);
        };
    beat.run();
  }

  /** The activity's name, where the decision in force has a configuration for it. */
  private @Nullable String nameOf(@Nullable String name) {
    Decision.ForDevice inForce = gate.inForce();
    return inForce != null
            && inForce.byActivityName().stream().anyMatch(c -> c.activityName().equals(name))
        ? name
        : null;
  }

  /** How long nothing needs to be done. */
  long idleNanos() {
    long now = node.clock().now().monotonicNanos();
    return switch (gate.state()) {
      case OWN -> LONGEST_IDLE_NANOS;
      case LEASED -> Math.min(LONGEST_IDLE_NANOS / 4, gate.homewardAtNanos() - now);
      case RETURNING -> wayHome.retryAtNanos() - now;
    };
  }

  @Override
  public void close() {
    controls.close();
  }
}
