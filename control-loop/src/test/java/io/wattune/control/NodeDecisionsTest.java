package io.wattune.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.decision.Decision;
import io.wattune.core.decision.Hold;
import io.wattune.core.decision.HoldScope;
import io.wattune.core.guard.Guards;
import io.wattune.core.ledger.Book;
import io.wattune.core.loop.DeviceLoop;
import io.wattune.core.loop.LoopSettings;
import io.wattune.core.policy.Evidence;
import io.wattune.core.policy.KernelMemory;
import io.wattune.core.policy.Ladders;
import io.wattune.core.policy.Policies;
import io.wattune.core.policy.Policy;
import io.wattune.core.policy.Turn;
import io.wattune.core.sensitivity.SensitivityBin;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.http.metric.MetricTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a task sends, with the policy {@code fine} and nodes that answer. */
class NodeDecisionsTest {
  private static final long NOW = 1_800_000_000_000L;
  private static final long START_NANOS = NOW * 1_000_000;
  private static final long STEP_NANOS = 100_000_000;

  private final KeyValueStore<String, byte[]> store = NodeStoreTest.memory();
  private TaskLife task = life(NOW);
  private long timeNanos = START_NANOS;
  private long sequence;

  /** Of the activities that report work. */
  private Book level = Book.KERNEL;

  @Test
  void decisionsStandOnTheirClaimAndAreCountedFromOneForEachDevice() throws Exception {
    List<Decision> sent = run(100, "n/a", "n/b");

    assertThat(sent.get(0)).isInstanceOf(Decision.Claim.class);
    long epoch = sent.get(0).epoch();
    assertThat(sent).extracting(Decision::epoch).containsOnly(epoch);
    for (String device : List.of("n/a", "n/b")) {
      List<Long> sequences = sequences(sent, device);
      assertThat(sequences).hasSizeGreaterThan(2).first().isEqualTo(1L);
      assertThat(sequences).isSorted().doesNotHaveDuplicates();
      assertThat(sequences.get(sequences.size() - 1)).isEqualTo(sequences.size());
    }
    assertThat(MetricTable.all(task.counters.decisions)).isEqualTo(sent.size() - 1);
  }

  @Test
  void aDecisionIsBasedOnTheNodesClockNotOnTheControllers() throws Exception {
    task.setClock(NOW + 3_600_000);

    Decision.ForDevice first = forDevices(run(3, "n/a")).get(0);

    assertThat(first.basedOnNanos()).isBetween(START_NANOS, timeNanos);
    assertThat(first.decidedAtNanos()).isEqualTo((NOW + 3_600_000) * 1_000_000);
  }

  @Test
  void whoTakesOverGoesOnWithWhatWasLearnedUnderANewEpoch() throws Exception {
    List<Decision> before = run(300, "n/a");
    Decision.ForDevice last = forDevices(before).get(forDevices(before).size() - 1);
    assertThat(last.byActivityName()).as("something has been lowered").isNotEmpty();
    task.end();

    task = life(NOW + 1);
    List<Decision> after = new ArrayList<>();
    task.tick();
    after.addAll(task.decisions());
    after.addAll(step("n/a"));

    assertThat(after.get(0)).isInstanceOf(Decision.Claim.class);
    assertThat(after.get(0).epoch()).isGreaterThan(last.epoch());
    Decision.ForDevice next = forDevices(after).get(0);
    assertThat(next.epoch()).isEqualTo(after.get(0).epoch());
    assertThat(next.sequence()).isEqualTo(1);
    assertThat(next.byActivityName()).as("it is not restored first").isNotEmpty();
    List<Decision.ForDevice> later = forDevices(run(30, "n/a"));
    assertThat(later.get(later.size() - 1).byActivityName())
        .as("step by step back to where it was, without learning it again")
        .isEqualTo(last.byActivityName());
  }

  @Test
  void whoTakesOverGoesOnWithTheProgramThatHasTheDevice() throws Exception {
    level = Book.PROCESS;
    List<Decision.ForDevice> before = forDevices(run(600, "n/a"));
    Decision.ForDevice last = before.get(before.size() - 1);
    assertThat(last.defaultConfiguration().setting("core.clock")).isPresent();
    assertThat(last.byActivityName()).isEmpty();
    task.end();

    task = life(NOW + 1);
    task.tick();
    List<Decision> after = new ArrayList<>(task.decisions());
    after.addAll(step("n/a"));
    List<Decision.ForDevice> later = new ArrayList<>(forDevices(after));
    later.addAll(forDevices(run(60, "n/a")));

    assertThat(later)
        .as("it is not restored, and nothing is learned again")
        .allMatch(each -> !each.defaultConfiguration().isEmpty())
        .noneMatch(each -> each.reason().equals("lower"));
    assertThat(later.get(later.size() - 1).defaultConfiguration())
        .as("step by step back to where it was")
        .isEqualTo(last.defaultConfiguration());
  }

  @Test
  void aHeldDeviceGetsNoDecisionAndIsDecidedForAgainAfterTheRelease() throws Exception {
    run(20, "n/a", "n/b");
    var hold = hold(false);

    task.holds.put(hold, START_NANOS);
    List<Decision> held = run(100, "n/a", "n/b");
    task.holds.put(hold(true), START_NANOS);
    List<Decision> released = run(100, "n/a", "n/b");

    assertThat(sequences(held, "n/a")).isEmpty();
    assertThat(sequences(held, "n/b")).as("another device goes on").isNotEmpty();
    assertThat(sequences(released, "n/a")).isNotEmpty();
    assertThat(task.counters.held.getLongValue()).isPositive();
  }

  @Test
  void nothingIsSentToANodeThatFollowsAnotherUntilItIsClaimedAgain() throws Exception {
    run(20, "n/a");
    task.send(InputKind.ACTUATION, "n", Values.claimed("n", NOW + 50));

    assertThat(run(100, "n/a")).isEmpty();
    for (int i = 0; i < 8; i++) {
      task.tick();
    }
    List<Decision> again = task.decisions();
    again.addAll(run(100, "n/a"));

    assertThat(again.get(0)).isInstanceOf(Decision.Claim.class);
    assertThat(again).extracting(Decision::epoch).containsOnly(NOW + 51);
    assertThat(sequences(again, "n/a")).startsWith(1L);
  }

  @Test
  void aDeviceThatReturnsToItsNodeGetsItsDecisionsUnderANewClaim() throws Exception {
    long first = run(20, "n/a", "n/b").get(0).epoch();

    task.send(InputKind.DESCRIPTOR, "n/a", null);
    List<Decision> returned = run(50, "n/a", "n/b");

    assertThat(returned.get(0)).isInstanceOf(Decision.Claim.class);
    assertThat(returned).extracting(Decision::epoch).containsOnly(first + 1);
    assertThat(sequences(returned, "n/a")).startsWith(1L);
    assertThat(sequences(returned, "n/b")).startsWith(1L);
  }

  @Test
  void whatWasSentLastIsStored() throws Exception {
    run(100, "n/a");

    assertThat(store.get("k:3:n/a:kernel")).asString().contains("\"kernel\"");
    assertThat(store.get("n:n")).asString().contains("\"epoch\":" + NOW);
  }

  @Test
  void refusalsAreCountedByReason() throws Exception {
    Decision.ForDevice first = forDevices(run(3, "n/a")).get(0);
    task.send(
        InputKind.ACTUATION,
        "n/a",
        Values.actuation(
            "n", "n/a", first.epoch(), first.sequence(), ActuationOutcome.REFUSED, "held"));
    task.tick();

    assertThat(MetricTable.byLabel(task.counters.refused))
        .as("the answers before were good")
        .isEmpty();

    task.send(InputKind.POWER, "n/c", Values.power("n/c", timeNanos));
    task.send(InputKind.DESCRIPTOR, "n/c", Values.descriptor("n/c"));
    task.send(
        InputKind.COUNTERS,
        "n/c",
        Values.counters("n/c", 0, timeNanos, timeNanos + STEP_NANOS, 100));
    Decision.ForDevice open = forDevices(task.decisions()).get(0);
    task.send(
        InputKind.ACTUATION,
        "n/c",
        Values.actuation(
            "n", "n/c", open.epoch(), open.sequence(), ActuationOutcome.REFUSED, "held"));
    task.tick();
    assertThat(MetricTable.byLabel(task.counters.refused)).containsEntry("held", 1L);
  }

  /** A controller that is behind by more than a lease, and clocks that differ by as much. */
  @Test
  void whatComesTooLateIsNotSentOnceANodeHasRefusedItButIsTriedOnceALease() throws Exception {
    long leaseNanos = LoopSettings.DEFAULT.leaseNanos();
    long behindMillis = leaseNanos / 1_000_000 + 1;
    task.setClock(NOW + behindMillis);
    List<Decision.ForDevice> unasked = forDevices(late(100, behindMillis, "n/a"));
    assertThat(unasked).as("clocks may differ").hasSizeGreaterThan(2);
    assertThat(task.counters.tooLate.getLongValue()).isZero();

    Decision.ForDevice last = unasked.get(unasked.size() - 1);
    task.send(
        InputKind.ACTUATION,
        "n/a",
        Values.actuation(
            "n", "n/a", last.epoch(), last.sequence(), ActuationOutcome.REFUSED, "lease-over"));
    List<Decision.ForDevice> refused = forDevices(late(200, behindMillis, "n/a"));
    assertThat(refused).as("two leases").hasSize(2);
    assertThat(task.counters.tooLate.getLongValue()).isPositive();
    assertThat(refused.get(0).sequence()).isEqualTo(last.sequence() + 1);

    List<Decision.ForDevice> caughtUp = forDevices(late(100, 0, "n/a"));
    assertThat(caughtUp).as("no longer behind").hasSizeGreaterThan(2);

    task.send(InputKind.ACTUATION, "n/a", Values.applied(caughtUp.get(0), timeNanos));
    assertThat(forDevices(late(100, behindMillis, "n/a")))
        .as("the node takes what comes: its clock is another")
        .hasSizeGreaterThan(2);
  }

  /** Steps of which nothing is applied, with a controller whose clock shows this much more. */
  private List<Decision> late(int steps, long aheadMillis, String device) throws Exception {
    task.send(InputKind.DESCRIPTOR, device, Values.descriptor(device));
    List<Decision> sent = new ArrayList<>();
    for (int i = 0; i < steps; i++) {
      long endNanos = timeNanos + STEP_NANOS;
      task.setClock(endNanos / 1_000_000 + aheadMillis);
      task.send(
          InputKind.COUNTERS,
          device,
          Values.counters(device, sequence++, timeNanos, endNanos, 100, level));
      task.send(InputKind.POWER, device, Values.power(device, endNanos, milliwatts(null)));
      sent.addAll(task.decisions());
      timeNanos = endNanos;
    }
    return sent;
  }

  @Test
  void aLoopThatFailsLosesItsRecordToTheRejectsAndTheTaskGoesOn() throws Exception {
    task.end();
    var broken = new FailingPolicy();
    task = new TaskLife(store, NOW, () -> new DeviceLoop(LoopSettings.DEFAULT, broken, List.of()));
    task.send(InputKind.DESCRIPTOR, "n/a", Values.descriptor("n/a"));
    task.send(InputKind.POWER, "n/a", Values.power("n/a", timeNanos));
    task.send(
        InputKind.ACTUATION,
        "n/a",
        Values.actuation("n", "n/a", 1, 1, ActuationOutcome.REFUSED, "old-sequence"));
    task.send(
        InputKind.COUNTERS,
        "n/a",
        Values.counters("n/a", 0, timeNanos, timeNanos + STEP_NANOS, 100));
    task.send(InputKind.POWER, "n/a", Values.power("n/a", timeNanos + STEP_NANOS));

    assertThat(MetricTable.byLabel(task.counters.rejected))
        .containsExactly(Map.entry("loop-failed", 1L));
    assertThat(task.counters.used.getLongValue()).isEqualTo(4);
    assertThat(task.rejects().get(0).reason()).isEqualTo("loop-failed");
    assertThat(MetricTable.byLabel(task.counters.refused))
        .as("what it counted before it failed")
        .containsExactly(Map.entry("old-sequence", 1L));
  }

  /** A policy with a defect. */
  private static final class FailingPolicy implements Policy {
    @Override
    public String name() {
      return "failing";
    }

    @Override
    public Optional<KernelMemory> begin(String activityName, long timeNanos) {
      throw new IllegalStateException("defect");
    }

    @Override
    public Turn next(KernelMemory memory, Evidence evidence, Ladders ladders) {
      throw new IllegalStateException("defect");
    }

    @Override
    public Turn refused(
        KernelMemory memory, String tunable, Map<String, SensitivityBin> bins, Ladders ladders) {
      throw new IllegalStateException("defect");
    }
  }

  /** The policy learns nothing meanwhile, and goes on where it stood. */
  @Test
  void aDeviceHeldAtSettingsGetsTheseUnderLeasesUntilTheHoldEnds() throws Exception {
    run(20, "n/a");
    var settings = Configuration.of(new Setting("core.clock", TunableUnit.MEGAHERTZ, 700));
    Hold set =
        new Hold("s", HoldScope.DEVICE, "n/a", 0, Long.MAX_VALUE - 1, "op", "why", false)
            .at(settings);
    task.holds.put(set, 0);

    List<Decision.ForDevice> held = forDevices(run(100, "n/a", "n/b"));
    List<Decision.ForDevice> ofA =
        held.stream().filter(each -> each.device().equals("n/a")).toList();

    assertThat(ofA).as("renewed for ten seconds").hasSizeBetween(2, 6);
    assertThat(ofA)
        .allSatisfy(
            each -> {
              assertThat(each.defaultConfiguration()).isEqualTo(settings);
              assertThat(each.byActivityName()).isEmpty();
              assertThat(each.reason()).isEqualTo(Decision.SET_BY_HAND);
              assertThat(each.policy()).isEqualTo("set");
              assertThat(each.leaseNanos()).isEqualTo(LoopSettings.DEFAULT.leaseNanos());
            });
    assertThat(held)
        .filteredOn(each -> each.device().equals("n/b"))
        .noneMatch(Decision.ForDevice::isSetByHand);

    task.holds.put(set.released(), 0);
    assertThat(forDevices(run(100, "n/a"))).isNotEmpty().noneMatch(Decision.ForDevice::isSetByHand);
    task.tick();
    assertThat(MetricTable.byLabel(task.counters.discarded)).containsKey(Decision.SET_BY_HAND);
  }

  private static Hold hold(boolean isReleased) {
    return new Hold("h", HoldScope.DEVICE, "n/a", 0, Hold.UNTIL_RELEASED, "op", "why", isReleased);
  }

  /** Some steps of 100 ms; every decision is applied at once. */
  private List<Decision> run(int steps, String... devices) throws Exception {
    for (String device : devices) {
      task.send(InputKind.DESCRIPTOR, device, Values.descriptor(device));
    }
    List<Decision> sent = new ArrayList<>(task.decisions());
    for (int i = 0; i < steps; i++) {
      sent.addAll(step(devices));
    }
    return sent;
  }

  /** The newest decision that each device has applied. */
  private final Map<String, Decision.ForDevice> applied = new HashMap<>();

  private List<Decision> step(String... devices) throws Exception {
    List<Decision> sent = new ArrayList<>();
    long endNanos = timeNanos + STEP_NANOS;
    for (String device : devices) {
      Decision.ForDevice inForce = applied.get(device);
      if (inForce != null) {
        task.send(InputKind.ACTUATION, device, Values.reported(inForce, timeNanos, endNanos));
      }
      // A kernel that does not need the clock at all.
      task.send(
          InputKind.COUNTERS,
          device,
          Values.counters(device, sequence++, timeNanos, endNanos, 100, level));
      task.send(InputKind.POWER, device, Values.power(device, endNanos, milliwatts(inForce)));
      for (Decision decision : task.decisions()) {
        sent.add(decision);
        if (decision instanceof Decision.ForDevice forDevice) {
          task.send(InputKind.ACTUATION, device, Values.applied(forDevice, endNanos));
          applied.put(device, forDevice);
        }
      }
    }
    timeNanos = endNanos;
    return sent;
  }

  /** The lower the clock the less, or there would be nothing to gain by it. */
  private static int milliwatts(Decision.@Nullable ForDevice inForce) {
    if (inForce == null) {
      return 102_000;
    }
    Configuration settings =
        inForce.byActivityName().isEmpty()
            ? inForce.defaultConfiguration()
            : inForce.byActivityName().get(0).configuration();
    long clock = settings.setting("core.clock").map(Setting::value).orElse(1_000L);
    return (int) (2_000 + 100 * Math.min(1_000, clock));
  }

  private static List<Decision.ForDevice> forDevices(List<Decision> decisions) {
    return decisions.stream()
        .filter(Decision.ForDevice.class::isInstance)
        .map(Decision.ForDevice.class::cast)
        .toList();
  }

  private static List<Long> sequences(List<Decision> decisions, String device) {
    return forDevices(decisions).stream()
        .filter(decision -> decision.device().equals(device))
        .map(Decision.ForDevice::sequence)
        .toList();
  }

  private TaskLife life(long nowMillis) {
    LoopSettings settings = LoopSettings.DEFAULT;
    return new TaskLife(
        store,
        nowMillis,
        () ->
            new DeviceLoop(
                settings,
                Policies.named("fine").orElseThrow(),
                Guards.standard(settings.stepsPerDecision(), settings.dwellNanos())));
  }
}
