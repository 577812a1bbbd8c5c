package io.wattune.collectors.writer;

import io.wattune.collectors.device.DeviceControls;
import io.wattune.collectors.running.RunningActivity;
import io.wattune.core.decision.ActivityConfiguration;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.decision.ActuationReason;
import io.wattune.core.decision.ControlOutcome;
import io.wattune.core.decision.Decision;
import io.wattune.core.inforce.InForceLog;
import io.wattune.core.lease.LeaseStateMachine;
import io.wattune.core.lease.LeaseTime;
import io.wattune.core.lease.Obstacle;
import io.wattune.core.lease.Verdict;
import io.wattune.core.tunable.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One opened device: does what its lease says, and reports what was done. A control that was not
 * read back as wished gets its own value at once. When a control hangs, the others are restored,
 * and the device is out of tuning until it has answered and everything is verified. Used by the
 * device's thread, but for {@link #exposure}.
 */
final class DeviceSession implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DeviceSession.class);
  private static final long LONGEST_IDLE_NANOS = 1_000_000_000L;

  private final WriterNode node;
  private final DeviceControls controls;
  private final LeaseStateMachine lease;
  private final OwnSettings own;
  private final SettingsApplier applier;
  private final LifeStart start;
  private final DeviceLanes lanes;
  private final LeaseExposureBoard board;
  private final InForceLog inForce = new InForceLog();
  private final DecisionAnswers answers;
  private final DeviceRestorer restorer;
  private final ThrottleQuestion throttle;
  private final SwitchCount switches = new SwitchCount();

  private @Nullable String activity;
  private List<Setting> standing = List.of();

  /**
   * A device whose own settings are in the journal.
   *
   * @param own the device's own settings
   * @param beat shows the other process what {@link #exposure} has become
   */
  DeviceSession(
      WriterNode node,
      DeviceControls controls,
      DeviceLanes lanes,
      LeaseStateMachine lease,
      OwnSettings own,
      Runnable beat) {
    this.node = node;
    this.controls = controls;
    this.lease = lease;
    this.own = own;
    this.applier = new SettingsApplier(lanes, own, node.config().tuning().outside());
    this.start = new LifeStart(node.started());
    this.lanes = lanes;
    this.board = new LeaseExposureBoard(lease, beat);
    this.answers = new DecisionAnswers(node, controls.device(), inForce::report);
    this.throttle = new ThrottleQuestion(controls, node.threads());
    this.restorer =
        new DeviceRestorer(node, controls.device(), applier, lease, answers, board::show);
  }

  /** How far it is from its own settings. For any thread. */
  LeaseExposure exposure() {
    return board.exposure();
  }

  /** How often somebody else's value has become an own setting. For any thread. */
  long outsideChanges() {
    return own.adopted();
  }

  /** Whether it switches between configurations now. For any thread. */
  boolean isSwitching() {
    return board.isSwitching();
  }

  /**
   * As the device says, or the node's agent of one that does not say so itself. Nothing, where they
   * cannot be asked: threads ask that must not end.
   */
  @Nullable String runningActivity() {
    try {
      String own = controls.runningActivity();
      if (own != null || controls.saysWhatRuns()) {
        return own;
      }
      RunningActivity reported = node.running().on(controls.device());
      return reported == null ? null : reported.name();
    } catch (RuntimeException | LinkageError e) {
      return null;
    }
  }

  boolean claim(long epoch) {
    return lease.claim(epoch);
  }

  /** Judges a decision, does what it says and answers it. */
  void decide(Decision.ForDevice decision) throws InterruptedException {
    tick();
    LeaseTime before = node.clock().now();
    Obstacle unfenced =
        lease.isRight(decision, before)
            ? node.fence().decided(decision.epoch(), before.wallNanos())
            : null;
    LeaseTime now = node.clock().now(); // Once more: the disk may have taken its time.
    Obstacle early = start.refusal(decision, now);
    Obstacle condition =
        early != null ? early : node.conditions().on(controls.device(), now.wallNanos(), decision);
    Verdict verdict = lease.judge(decision, now, condition != null ? condition : unfenced);
    if (verdict instanceof Verdict.Refuse refusal) {
      answers.refused(
          decision,
          new Obstacle(refusal.reason(), refusal.detail()),
          refusal.reason() == ActuationReason.SHADOW ? inShadow(decision) : refusal.controls(),
          lease.leaseLeftNanos(now));
      return;
    }
    boolean hasSeveral = !decision.byActivityName().isEmpty();
    board.hasSeveral(hasSeveral);
    board.show();
    if (verdict instanceof Verdict.Renew) {
      renew(decision);
      return;
    }
    inForce.decided();
    applier.begin(now.monotonicNanos());
    activity = hasSeveral ? runningActivity() : null;
    apply(decision);
  }

  /** What the decision would have set. */
  private List<ControlOutcome> inShadow(Decision.ForDevice decision) throws InterruptedException {
    List<ControlOutcome> outcomes =
        lanes.look(lease.wishedBy(decision, runningActivity()), node.hangNanos()).stream()
            .map(Outcomes::inShadow)
            .toList();
    LOG.info("{}: in shadow, would be set: {}", controls.device(), Outcomes.shown(outcomes));
    return outcomes;
  }

  private void apply(Decision.ForDevice decision) throws InterruptedException {
    List<ControlOutcome> left = applier.yielded(lease.wished(activity), this::limitNanos);
    List<ControlOutcome> outcomes = new ArrayList<>(put());
    outcomes.addAll(left);
    String by = throttle.ask(limitNanos());
    List<String> pending = pending(decision);
    answer(
        decision,
        decision.isPendingWith(pending) ? ActuationOutcome.PENDING : ActuationOutcome.APPLIED,
        new Obstacle(ActuationReason.OK, by == null ? words(pending) : throttledWords(by)),
        outcomes);
  }

  private static String throttledWords(String by) {
    return "the device holds itself below its settings: " + by;
  }

  private static String words(List<String> pending) {
    return pending.isEmpty()
        ? ""
        : "no activity has used its configuration yet: " + String.join(", ", pending);
  }

  /** Puts what is wished on the device, and notes what was in force before and is now. */
  private List<ControlOutcome> put() throws InterruptedException {
    inForce.end(node.clock().now());
    List<ControlOutcome> outcomes = applier.put(this::stand, this::limitNanos);
    inForce.begin(nameOf(activity), node.clock().now(), own.inForce(outcomes));
    return outcomes;
  }

  /** The settings should be there already: reads them back, which is what the answer says. */
  private void renew(Decision.ForDevice decision) throws InterruptedException {
    if (lookForOthers()) {
      return; // That has answered.
    }
    List<String> pending = pending(decision);
    answers.done(
        decision,
        ActuationOutcome.RENEWED,
        new Obstacle(
            ActuationReason.OK,
            applier.hasSeenAll() ? words(pending) : "not every control could be read back"),
        nameOf(activity),
        List.of(),
        lease.leaseLeftNanos(node.clock().now()),
        pending);
  }

  /** Names whose configurations no activity has used since the decision came. */
  private List<String> pending(Decision.ForDevice decision) {
    return decision.byActivityName().stream()
        .map(ActivityConfiguration::activityName)
        .filter(name -> !inForce.isUsed(name))
        .toList();
  }

  /** Says how it went, where nothing is wrong in these words. */
  private void answer(
      Decision.ForDevice decision,
      ActuationOutcome outcome,
      Obstacle well,
      List<ControlOutcome> outcomes)
      throws InterruptedException {
    lease.settled(applier.isComplete());
    Obstacle trouble = Outcomes.trouble(controls.device(), outcomes);
    answers.done(
        decision,
        trouble == null ? outcome : ActuationOutcome.PARTLY_APPLIED,
        trouble == null ? well : trouble,
        nameOf(activity),
        outcomes,
        lease.leaseLeftNanos(node.clock().now()),
        pending(decision));
    leaveIfHanging(outcomes, trouble);
  }

  private List<Setting> stand() {
    standing = lease.wished(activity);
    return standing;
  }

  /**
   * Looks whether somebody else has changed what stands there.
   *
   * @return whether that was so, and was answered
   */
  private boolean lookForOthers() throws InterruptedException {
    Decision.ForDevice decision = lease.inForce();
    List<ControlOutcome> changed = applier.look(this::stand, this::limitNanos);
    if (applier.hasSeenAll()) {
      inForce.readBack(nameOf(activity), node.clock().now(), own.inForce(applier.looked()));
    }
    if (changed.isEmpty() || decision == null) {
      return false;
    }
    inForce.lose();
    inForce.begin(nameOf(activity), node.clock().now(), own.inForce(changed));
    answer(
        decision,
        ActuationOutcome.APPLIED,
        new Obstacle(
            ActuationReason.OUTSIDE_CHANGE,
            "somebody else had changed it, and it was set again: " + Outcomes.shown(changed)),
        changed);
    return true;
  }

  /** The configuration of the activity that runs now, where it has one of its own. */
  void switchTo(@Nullable String running) throws InterruptedException {
    tick();
    if (lease.state() != LeaseStateMachine.State.LEASED || !board.hasSeveral()) {
      return;
    }
    String before = nameOf(activity);
    activity = running;
    if (lease.wished(running).equals(standing)) {
      if (!Objects.equals(before, nameOf(running))) {
        inForce.rename(nameOf(running), node.clock().now());
      }
      return;
    }
    List<ControlOutcome> outcomes = put();
    lease.settled(applier.isComplete());
    Obstacle trouble = Outcomes.trouble(controls.device(), outcomes);
    switches.add();
    if (trouble != null || switches.isDue(node.clock().now().monotonicNanos())) {
      reportSwitches(trouble, outcomes);
    }
    leaveIfHanging(outcomes, trouble);
  }

  private void reportSwitches(@Nullable Obstacle trouble, List<ControlOutcome> outcomes) {
    Decision.ForDevice decision = lease.inForce();
    LeaseTime now = node.clock().now();
    long count = switches.take(now.monotonicNanos());
    if (decision != null) {
      answers.switched(
          decision,
          count,
          trouble,
          nameOf(activity),
          outcomes,
          lease.leaseLeftNanos(now),
          pending(decision));
    }
  }

  private void leaveIfHanging(List<ControlOutcome> outcomes, @Nullable Obstacle trouble)
      throws InterruptedException {
    if (trouble != null && Outcomes.isAnyHanging(outcomes)) {
      Obstacle hangs =
          new Obstacle(ActuationReason.DEVICE_HANGS, "a control hangs: " + trouble.detail());
      lease.abandon(hangs);
      beginRestore(hangs);
    }
  }

  /** Not longer than a control may take, and never past the time at which restoring must begin. */
  private long limitNanos() {
    long left = lease.restoreDeadlineNanos() - node.clock().now().monotonicNanos();
    return Math.max(0, Math.min(node.hangNanos(), left));
  }

  /** Looks whether own settings must come back, or must be tried again. */
  void tick() throws InterruptedException {
    LeaseTime now = node.clock().now();
    if (lease.state() == LeaseStateMachine.State.RETURNING) {
      if (restorer.isDue(now.monotonicNanos())) {
        beginRestore(restorer.reason());
      }
      return;
    }
    Obstacle ending =
        lease.ending(
            now, node.conditions().on(controls.device(), now.wallNanos(), lease.inForce()));
    if (ending != null) {
      beginRestore(ending);
    } else if (lease.state() == LeaseStateMachine.State.LEASED) {
      if (switches.isOverdue(now.monotonicNanos())) {
        reportSwitches(null, List.of());
      }
      if (applier.isLookDue(now.monotonicNanos())) {
        var unused = lookForOthers();
      }
    }
  }

  /** A control that was given up on has answered: try at once. */
  void retryNow() {
    restorer.retryNow();
  }

  /** Own settings, verified; false where they could not be. */
  boolean stop(Obstacle reason) throws InterruptedException {
    if (node.conditions().isShadow()) {
      return true; // Nothing was written, so nothing is to be put back.
    }
    boolean wasOut = lease.state() != LeaseStateMachine.State.OWN;
    lease.abandon(reason);
    if (wasOut) {
      beginRestore(reason);
    } else {
      restorer.verify(reason);
    }
    return lease.state() == LeaseStateMachine.State.OWN;
  }

  private void beginRestore(Obstacle reason) throws InterruptedException {
    if (!switches.isEmpty()) {
      reportSwitches(null, List.of());
    }
    inForce.end(node.clock().now());
    if (restorer.go(reason)) {
      standing = List.of();
      board.hasSeveral(false);
    }
  }

  /** The activity's name, where the decision in force has a configuration for it. */
  private @Nullable String nameOf(@Nullable String name) {
    Decision.ForDevice decision = lease.inForce();
    return decision != null
            && decision.byActivityName().stream().anyMatch(c -> c.activityName().equals(name))
        ? name
        : null;
  }

  /** How long nothing needs to be done. */
  long idleNanos() {
    long now = node.clock().now().monotonicNanos();
    return switch (lease.state()) {
      case OWN -> LONGEST_IDLE_NANOS;
      case LEASED -> Math.min(LONGEST_IDLE_NANOS / 4, lease.restoreDeadlineNanos() - now);
      case RETURNING -> restorer.retryAtNanos() - now;
    };
  }

  @Override
  public void close() {
    controls.close();
  }
}
