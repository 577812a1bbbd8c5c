package io.wattune.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.Quality;
import io.wattune.core.counter.CounterKind;
import io.wattune.core.counter.CounterName;
import io.wattune.core.counter.CounterReading;
import io.wattune.core.counter.CounterUnit;
import io.wattune.core.counter.CounterValue;
import io.wattune.core.decision.ActivityConfiguration;
import io.wattune.core.decision.Actuation;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.decision.ActuationReason;
import io.wattune.core.decision.ControlOutcome;
import io.wattune.core.decision.ControlStatus;
import io.wattune.core.decision.InForceSpan;
import io.wattune.core.device.DeviceDescriptor;
import io.wattune.core.guard.Guards;
import io.wattune.core.ledger.Book;
import io.wattune.core.policy.Evidence;
import io.wattune.core.policy.FinePolicy;
import io.wattune.core.policy.FineSettings;
import io.wattune.core.policy.KernelMemory;
import io.wattune.core.policy.Ladders;
import io.wattune.core.policy.NonePolicy;
import io.wattune.core.policy.Policy;
import io.wattune.core.policy.Turn;
import io.wattune.core.sensitivity.Sensitivity;
import io.wattune.core.sensitivity.SensitivityBin;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.core.tunable.ValueGrid;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DeviceLoopTest {
  private static final long SECOND = 1_000_000_000L;
  private static final LoopSettings SETTINGS = LoopSettings.DEFAULT;
  private static final String DEVICE = "node-1/gpu-0";

  /** Longer than any wait after a refusal. */
  private static final long PAUSE = 300 * SECOND;

  private DeviceLoop loop = loop(new FinePolicy(FineSettings.DEFAULT));
  private LoopState state = loop.newState(DEVICE);
  private long nowNanos = 1_000 * SECOND;
  private long sequence;

  /** What the node has in force and reports, by kernel; null while it reports nothing. */
  private @Nullable Map<String, Configuration> inForce;

  private static DeviceLoop loop(Policy policy) {
    return new DeviceLoop(
        SETTINGS, policy, Guards.standard(SETTINGS.stepsPerDecision(), SETTINGS.dwellNanos()));
  }

  @Test
  void asksForOwnSettingsFirstAndMeasuresOnlyWhenTheyAreConfirmed() {
    describe(1000);
    invoke("kernel", 20);
    Proposal first = loop.decide(state, false).orElseThrow();

    assertThat(first.reason()).isEqualTo("measure");
    assertThat(first.byActivityName()).isEmpty();
    assertThat(first.defaultConfiguration()).isEqualTo(Configuration.EMPTY);
    assertThat(first.basedOnNanos()).isEqualTo(nowNanos);
    assertThat(state.counts().total(LoopCounts.Kind.EVIDENCE_USED)).isZero();
    assertThat(state.kernels.get("kernel").waiting).as("nobody has looked yet").hasSize(20);

    sendAndConfirm(first);
    nowNanos += SECOND;
    invoke("kernel", 8);

    Proposal lower = loop.decide(state, false).orElseThrow();
    assertThat(lower.reason()).isEqualTo("lower");
    assertThat(lower.detail()).contains("'kernel'", "core.clock 900");
    assertThat(lower.byActivityName()).hasSize(1);
  }

  @Test
  void walksDownAndRenewsWhatIsSettled() {
    settle();

    assertThat(memoryState("kernel")).isEqualTo("SETTLED");
    assertThat(loop.decide(state, false)).isEmpty();
    nowNanos += SETTINGS.renewAfterNanos() + 1;
    power(Quality.CORRECTED);
    Proposal renewal = loop.decide(state, false).orElseThrow();
    assertThat(renewal.reason()).isEqualTo("renewed");
    assertThat(renewal.detail()).contains("SETTLED=1");
    assertThat(value(renewal)).isEqualTo(300);
  }

  @Test
  void aDeviceThatFallsSilentGetsNoRenewal() {
    settle();

    assertThat(loop.decide(state, false)).isEmpty();
    assertThat(loop.decide(state, false)).isEmpty();
  }

  @Test
  void noneProposesNothing() {
    DeviceLoop none = loop(new NonePolicy());
    LoopState still = none.newState(DEVICE);
    none.onDescriptor(still, descriptor(1000));
    none.onPower(still, nowNanos, 100, Quality.CORRECTED);
    none.onCounters(still, reading("kernel", nowNanos, SECOND / 5, 100));

    assertThat(none.decide(still, false)).isEmpty();
    assertThat(still.counts().byLabel(LoopCounts.Kind.EVIDENCE_DISCARDED))
        .containsEntry("not-wanted", 1L);
  }

  @Test
  void underAHoldNothingIsProposedAndTheVetoIsCounted() {
    settle();
    nowNanos += SETTINGS.renewAfterNanos() + 1;
    power(Quality.CORRECTED);

    assertThat(loop.decide(state, true)).isEmpty();
    assertThat(state.counts().byLabel(LoopCounts.Kind.VETOED)).containsKey("hold");

    answer(sequence, ActuationOutcome.RESTORED, ActuationReason.HELD);
    nowNanos += 30 * SECOND;
    power(Quality.CORRECTED);
    Proposal after = loop.decide(state, false).orElseThrow();
    assertThat(value(after)).as("two rungs from own settings, not all at once").isEqualTo(800);
    assertThat(after.reason()).isEqualTo("approach");
    assertThat(after.detail()).contains("Guard 'step'");
  }

  @Test
  void aSnapshotContinuesWhereItWasTaken() {
    settle();
    LoopSnapshot snapshot = state.snapshot();

    state = loop.restored(snapshot);
    assertThat(state.snapshot()).isEqualTo(snapshot);
    nowNanos += 30 * SECOND;
    power(Quality.CORRECTED);
    loop.onDescriptor(state, descriptor(1000));

    Proposal resumed = loop.decide(state, false).orElseThrow();
    assertThat(value(resumed)).isEqualTo(800);
    assertThat(memoryState("kernel")).isEqualTo("SETTLED");
  }

  @Test
  void whatAnotherPolicyHasLearnedIsNotWished() {
    settle();

    LoopState other = loop(new NonePolicy()).restored(state.snapshot());

    assertThat(other.snapshot().kernels()).isEmpty();
    assertThat(other.counts().total(LoopCounts.Kind.KERNELS_DROPPED)).isEqualTo(1);
  }

  @Test
  void otherTunablesAreLearnedAnew() {
    settle();

    loop.onDescriptor(state, descriptor(900));

    assertThat(state.snapshot().kernels()).isEmpty();
  }

  @Test
  void evidenceWithOtherSettingsInForceIsDiscarded() {
    describe(1000);
    invoke("kernel", 1);
    sendAndConfirm(loop.decide(state, false).orElseThrow());
    invoke("kernel", 1);
    assertThat(state.counts().byLabel(LoopCounts.Kind.EVIDENCE_DISCARDED))
        .containsEntry("not-reported", 1L);
    nowNanos += SECOND;
    invoke("kernel", 8);
    Proposal lower = loop.decide(state, false).orElseThrow();
    long used = state.counts().total(LoopCounts.Kind.EVIDENCE_USED);

    loop.onSent(state, lower, 1, ++sequence);
    invoke("kernel", 3);

    assertThat(state.counts().total(LoopCounts.Kind.EVIDENCE_USED)).isEqualTo(used);
    assertThat(state.counts().byLabel(LoopCounts.Kind.EVIDENCE_DISCARDED))
        .containsEntry("not-in-force", 4L);
  }

  @Test
  void anotherControllersSettingsAreNotJudged() {
    settle();
    long used = state.counts().total(LoopCounts.Kind.EVIDENCE_USED);

    loop.onActuation(
        state, actuation(2, 1, ActuationOutcome.APPLIED, ActuationReason.OK, List.of()));
    inForce = Map.of();
    invoke("kernel", 3);

    assertThat(state.counts().total(LoopCounts.Kind.EVIDENCE_USED)).isEqualTo(used);
    assertThat(state.counts().byLabel(LoopCounts.Kind.EVIDENCE_DISCARDED).get("not-in-force"))
        .isGreaterThanOrEqualTo(3);
  }

  @Test
  void thePolicyIsToldBinsThatCameBeforeTheKernelAndWhatElseIsKnownOfIt() {
    var listening = new Listening();
    DeviceLoop other = loop(listening);
    state = other.newState(DEVICE);
    other.onDescriptor(state, descriptor(1000));
    other.onSensitivity(state, sensitivity("kernel", SensitivityBin.MEDIUM));
    other.onPower(state, nowNanos, 123, Quality.CORRECTED);
    other.onCounters(state, reading("kernel", nowNanos, SECOND / 5, 100));
    Proposal first = other.decide(state, false).orElseThrow();
    other.onSent(state, first, 1, ++sequence);
    other.onActuation(
        state, actuation(1, sequence, ActuationOutcome.APPLIED, ActuationReason.OK, List.of()));

    inForce = Map.of();
    nowNanos += SECOND;
    other.onPower(state, nowNanos, 123, Quality.CORRECTED);
    report("kernel", SECOND / 5);
    other.onCounters(state, reading("kernel", nowNanos, SECOND / 5, 100));
    nowNanos += SECOND;
    report("kernel", SECOND / 5);
    other.onCounters(state, reading("kernel", nowNanos, SECOND / 5, 100));

    assertThat(listening.told.get(0).bins()).isEqualTo(Map.of("core.clock", SensitivityBin.MEDIUM));
    assertThat(listening.told.get(0).rate()).isEqualTo(500);
    assertThat(listening.told.get(0).watts()).hasValue(123);
    assertThat(listening.told.get(1).watts()).as("it is older than the invocation").isEmpty();
    assertThat(listening.told.get(1).valuBusy()).isEmpty();
  }

  /** Keeps what it is told. */
  private static final class Listening implements Policy {
    private final Policy silent = new FinePolicy(FineSettings.DEFAULT);
    private final List<Evidence> told = new ArrayList<>();

    @Override
    public String name() {
      return silent.name();
    }

    @Override
    public Optional<KernelMemory> begin(String activityName, long timeNanos) {
      return silent.begin(activityName, timeNanos);
    }

    @Override
    public Turn next(KernelMemory memory, Evidence evidence, Ladders ladders) {
      told.add(evidence);
      return silent.next(memory, evidence, ladders);
    }

    @Override
    public Turn refused(
        KernelMemory memory, String tunable, Map<String, SensitivityBin> bins, Ladders ladders) {
      return silent.refused(memory, tunable, bins, ladders);
    }
  }

  @Test
  void sensitivitiesOfKernelsThatNeverComeAreNotKeptWithoutBound() {
    describe(1000);

    for (int i = 0; i < LoopSettings.MOST_KERNELS + 3; i++) {
      loop.onSensitivity(state, sensitivity("never" + i, SensitivityBin.LOW));
    }

    assertThat(state.binsAhead).hasSize(LoopSettings.MOST_KERNELS).doesNotContainKey("never2");
  }

  private Sensitivity sensitivity(String kernel, SensitivityBin bin) {
    return new Sensitivity(
        DEVICE,
        kernel,
        "core.clock",
        0.5,
        0.5,
        OptionalDouble.empty(),
        bin,
        "model",
        Quality.MEASURED,
        nowNanos);
  }

  @Test
  void whereKernelsTakeTurnsTooOftenOneConfigurationForAllIsLookedForUntilTheyDoNoLonger() {
    settle();

    takeTurns(1, 100); // 0.2 s each: 20 ms of switching are 10 % of it
    Proposal own = loop.decide(state, false).orElseThrow();
    assertThat(own.byActivityName()).isEmpty();
    assertThat(own.defaultConfiguration()).isEqualTo(Configuration.EMPTY);
    assertThat(own.detail()).contains(ProgramWork.KERNELS);
    sendAndConfirm(own);

    takeTurns(1, 100);
    Proposal lower = loop.decide(state, false).orElseThrow();
    assertThat(lower.byActivityName())
        .as("what is wished counts, so that own settings do not end the watch")
        .isEmpty();
    assertThat(lower.defaultConfiguration().setting("core.clock").orElseThrow().value())
        .isEqualTo(900);
    sendAndConfirm(lower);

    takeTurns(10, 10); // 2 s each: 1 %
    assertThat(loop.decide(state, false).orElseThrow().byActivityName())
        .extracting(ActivityConfiguration::activityName)
        .contains("kernel");
  }

  @Test
  void kernelsThatDoNotOutlastTheDwellTimeAreTunedTogetherFromTheBeginning() {
    loop =
        new DeviceLoop(
            SETTINGS.forKernelsThatOutlastTheDwell(),
            new FinePolicy(FineSettings.DEFAULT),
            Guards.standard(SETTINGS.stepsPerDecision(), SETTINGS.dwellNanos()));
    describe(1000);
    takeTurns(2, 10); // Runs of 0.4 s
    sendAndConfirm(loop.decide(state, false).orElseThrow());
    takeTurns(2, 20);

    Proposal lower = loop.decide(state, false).orElseThrow();
    assertThat(lower.byActivityName()).isEmpty();
    assertThat(lower.defaultConfiguration().setting("core.clock").orElseThrow().value())
        .isEqualTo(900);
    sendAndConfirm(lower);

    takeTurns(5, 20); // Runs of 1 s
    assertThat(state.isByKernel()).isTrue();
  }

  @Test
  void turnsOfKernelsWithTheSameSettingsCostNothing() {
    describe(1000);
    takeTurns(1, 30);
    sendAndConfirm(loop.decide(state, false).orElseThrow());

    assertThat(state.switching.share(SETTINGS.switchingNanos())).isZero();
    assertThat(state.switching.isTooOften()).isFalse();
  }

  /** The kernel that has settled and another, each several times in a row. */
  private void takeTurns(int inARow, int turns) {
    for (int i = 0; i < turns; i++) {
      invoke(i % 2 == 0 ? "other" : "kernel", inARow);
    }
  }

  @Test
  void repeatedReadingsCountOnce() {
    describe(1000);
    invoke("kernel", 1);
    sendAndConfirm(loop.decide(state, false).orElseThrow());
    nowNanos += SECOND;
    CounterReading reading = reading("kernel", nowNanos, SECOND / 5, 100);

    report("kernel", SECOND / 5);
    loop.onCounters(state, reading);
    loop.onCounters(state, reading);

    assertThat(state.counts().total(LoopCounts.Kind.EVIDENCE_USED)).isEqualTo(1);
    assertThat(state.counts().byLabel(LoopCounts.Kind.EVIDENCE_DISCARDED))
        .containsEntry("repeated-or-late", 1L);
  }

  @Test
  void aKernelThatBecomesTooShortToWatchGoesHome() {
    settle();
    for (int i = 0; i < 32; i++) {
      nowNanos += SECOND / 10;
      loop.onCounters(state, reading("kernel", nowNanos, SECOND / 50, 100));
    }
    power(Quality.CORRECTED);

    assertThat(state.snapshot().kernels()).isEmpty();
    Proposal restoring = loop.decide(state, false).orElseThrow();
    assertThat(restoring.byActivityName()).isEmpty();
  }

  @Test
  void shortInvocationsOfOneKernelInARowAreJudgedTogether() {
    describe(1000);
    invoke("kernel", 1);
    sendAndConfirm(loop.decide(state, false).orElseThrow());
    nowNanos += SECOND;
    for (int i = 0; i < 40; i++) {
      nowNanos += SECOND / 50;
      power(Quality.CORRECTED);
      report("kernel", SECOND / 50);
      loop.onCounters(state, reading("kernel", nowNanos, SECOND / 50, 10));
    }

    assertThat(state.counts().total(LoopCounts.Kind.EVIDENCE_USED)).as("0.1 s each").isEqualTo(8);
    assertThat(state.counts().byLabel(LoopCounts.Kind.EVIDENCE_DISCARDED))
        .doesNotContainKey("too-short");
    Proposal lower = loop.decide(state, false).orElseThrow();
    assertThat(lower.reason()).isEqualTo("lower");
    assertThat(lower.byActivityName()).hasSize(1);
  }

  @Test
  void remembersSoManyKernelsAndDropsTheOneNotSeenForLongest() {
    describe(1000);
    for (int i = 0; i < LoopSettings.MOST_KERNELS + 3; i++) {
      invoke("kernel" + i, 1);
    }

    assertThat(state.snapshot().kernels()).hasSize(LoopSettings.MOST_KERNELS);
    assertThat(state.snapshot().kernels().get(0).activityName()).isEqualTo("kernel3");
    assertThat(state.counts().total(LoopCounts.Kind.KERNELS_DROPPED)).isEqualTo(3);
  }

  @Test
  void aRefusedValueIsNotWishedAgainAndTheNodeIsNotAskedAtOnce() {
    describe(1000);
    invoke("kernel", 1);
    sendAndConfirm(loop.decide(state, false).orElseThrow());
    nowNanos += SECOND;
    invoke("kernel", 8);
    Proposal lower = loop.decide(state, false).orElseThrow();
    loop.onSent(state, lower, 1, ++sequence);
    ControlOutcome outcome =
        new ControlOutcome(
            "core.clock",
            TunableUnit.MEGAHERTZ,
            OptionalLong.of(900),
            OptionalLong.empty(),
            ControlStatus.REFUSED,
            ActuationReason.OUT_OF_BOUNDS.code());
    loop.onActuation(
        state,
        actuation(
            1,
            sequence,
            ActuationOutcome.REFUSED,
            ActuationReason.OUT_OF_BOUNDS,
            List.of(outcome)));

    assertThat(state.counts().byLabel(LoopCounts.Kind.REFUSED)).containsEntry("out-of-bounds", 1L);
    nowNanos += SETTINGS.renewAfterNanos() / 2;
    power(Quality.CORRECTED);
    assertThat(loop.decide(state, false)).isEmpty();
    nowNanos += SETTINGS.renewAfterNanos();
    power(Quality.CORRECTED);
    assertThat(loop.decide(state, false).map(Proposal::byActivityName).orElse(List.of())).isEmpty();
    assertThat(memoryState("kernel")).isEqualTo("SETTLED");
  }

  /** Fails where each of them doubles the wait: eight in a row are minutes without a decision. */
  @Test
  void decisionsThatAreRefusedTogetherDoubleTheWaitOnce() {
    describe(1000);
    invoke("kernel", 1);
    sendAndConfirm(loop.decide(state, false).orElseThrow());
    nowNanos += SECOND;
    invoke("kernel", 8);
    Proposal lower = loop.decide(state, false).orElseThrow();

    refuseAsTooLate(lower, 8);

    long wait = SETTINGS.renewAfterNanos();
    assertThat(decidedAfter(wait - SECOND)).isEmpty();
    Proposal again = decidedAfter(2 * SECOND).orElseThrow();
    refuseAsTooLate(again, 3);
    assertThat(decidedAfter(2 * wait - SECOND)).as("the second in a row").isEmpty();
    assertThat(decidedAfter(2 * SECOND)).isPresent();
  }

  private void refuseAsTooLate(Proposal proposal, int times) {
    long first = sequence + 1;
    for (int i = 0; i < times; i++) {
      loop.onSent(state, proposal, 1, ++sequence);
    }
    for (long each = first; each <= sequence; each++) {
      answer(each, ActuationOutcome.REFUSED, ActuationReason.LEASE_OVER);
    }
  }

  private Optional<Proposal> decidedAfter(long nanos) {
    nowNanos += nanos;
    power(Quality.CORRECTED);
    return loop.decide(state, false);
  }

  /** Its admin may have changed the node's file, which a writer reads at its start. */
  @Test
  void whatTheNodeRefusedIsTriedAgainAfterItsWriterHasBeenStartedAnew() {
    describe(1000);
    int before = state.ladders().lowest("core.clock");
    aRefusedValueIsNotWishedAgainAndTheNodeIsNotAskedAtOnce();
    assertThat(state.ladders().lowest("core.clock")).isZero();

    answer(sequence, ActuationOutcome.RESTORED, ActuationReason.LEASE_ENDED);
    assertThat(state.ladders().lowest("core.clock")).isZero();
    answer(sequence, ActuationOutcome.RESTORED, ActuationReason.STOPPED);

    assertThat(state.ladders().lowest("core.clock")).isEqualTo(before);
    assertThat(state.snapshot().floors()).isEmpty();
  }

  /** Fails where a tunable that failed three times is given up until the writer is started anew. */
  @Test
  void aTunableThatFailedTooOftenIsTriedAgainAfterAWhile() {
    describe(1000);
    failToLower(3);
    assertThat(state.ladders().names()).as("given up").isEmpty();
    assertThat(state.snapshot().floors()).as("another controller tries at once").isEmpty();

    nowNanos += GivenUp.FIRST_NANOS - PAUSE - SECOND;
    power(Quality.CORRECTED);
    assertThat(loop.decide(state, false)).as("own settings until then").isEmpty();
    assertThat(state.ladders().names()).isEmpty();
    nowNanos += 2 * SECOND;
    power(Quality.CORRECTED);
    failToLower(1);
    assertThat(state.ladders().names()).as("one failure will do").isEmpty();

    nowNanos += 2 * GivenUp.FIRST_NANOS - PAUSE - SECOND;
    power(Quality.CORRECTED);
    Optional<Proposal> early = loop.decide(state, false);
    assertThat(early).as("twice as long").isEmpty();
    nowNanos += 2 * SECOND;
    power(Quality.CORRECTED);
    assertThat(loop.decide(state, false)).as("kernels are learned anew").isEmpty();
    settle();
    assertThat(memoryState("kernel")).as("the control works again").isEqualTo("SETTLED");
  }

  /** The control's write fails at each try. */
  private void failToLower(int times) {
    for (int i = 0; i < times; i++) {
      Optional<Proposal> lower = Optional.empty();
      for (int tries = 0; tries < 50 && lower.isEmpty(); tries++) {
        nowNanos += SECOND;
        invoke("kernel", 8);
        Optional<Proposal> next = loop.decide(state, false);
        lower = next.filter(each -> !each.byActivityName().isEmpty());
        next.filter(each -> each.byActivityName().isEmpty()).ifPresent(this::sendAndConfirm);
      }
      loop.onSent(state, lower.orElseThrow(), 1, ++sequence);
      var failed =
          new ControlOutcome(
              "core.clock",
              TunableUnit.MEGAHERTZ,
              OptionalLong.of(900),
              OptionalLong.empty(),
              ControlStatus.FAILED,
              ActuationReason.DEVICE_ERROR.code());
      loop.onActuation(
          state,
          actuation(
              1,
              sequence,
              ActuationOutcome.PARTLY_APPLIED,
              ActuationReason.DEVICE_ERROR,
              List.of(failed)));
      nowNanos += PAUSE;
      power(Quality.CORRECTED);
    }
  }

  @Test
  void aNodeInShadowIsToldOnAtThePaceOfRenewals() {
    describe(1000);
    for (int i = 1; i <= 5; i++) {
      power(Quality.CORRECTED);
      invoke("kernel", 1);
      Proposal proposal = loop.decide(state, false).orElseThrow();
      loop.onSent(state, proposal, 1, ++sequence);
      answer(sequence, ActuationOutcome.REFUSED, ActuationReason.SHADOW);
      nowNanos += SETTINGS.renewAfterNanos() / 2;
      power(Quality.CORRECTED);
      assertThat(loop.decide(state, false)).as("not at once").isEmpty();
      nowNanos += SETTINGS.renewAfterNanos();
    }

    assertThat(state.counts().byLabel(LoopCounts.Kind.REFUSED)).containsEntry("shadow", 5L);
  }

  @Test
  void whatSomebodyElseHasChangedIsNoLongerTakenToBeInForce() {
    describe(1000);
    invoke("kernel", 1);
    sendAndConfirm(loop.decide(state, false).orElseThrow());
    assertThat(state.inForce.isUnheardOf(1, sequence)).isFalse();

    answer(sequence, ActuationOutcome.PARTLY_APPLIED, ActuationReason.OUTSIDE_CHANGE);
    inForce = null;

    assertThat(state.counts().byLabel(LoopCounts.Kind.REFUSED)).containsEntry("outside-change", 1L);
    nowNanos += SECOND;
    long used = state.counts().total(LoopCounts.Kind.EVIDENCE_USED);
    invoke("kernel", 8);
    assertThat(state.counts().total(LoopCounts.Kind.EVIDENCE_USED)).isEqualTo(used);
    assertThat(loop.decide(state, false)).as("the node is not asked at once").isEmpty();
  }

  @Test
  void aClockThatRanAheadIsPutRightByTheNode() {
    describe(1000);
    invoke("kernel", 1);
    loop.onPower(state, nowNanos + 3600 * SECOND, 100, Quality.CORRECTED);
    Proposal ahead = loop.decide(state, false).orElseThrow();
    loop.onSent(state, ahead, 1, ++sequence);

    answer(sequence, ActuationOutcome.REFUSED, ActuationReason.FROM_THE_FUTURE);
    nowNanos += 5 * SECOND;
    power(Quality.CORRECTED);

    assertThat(loop.decide(state, false).orElseThrow().basedOnNanos()).isEqualTo(nowNanos);
  }

  /**
   * Else the loop's clock stands still until that time has come, and where the node's refusal does
   * not come back nothing is sent for hours.
   */
  @Test
  void theClockDoesNotFollowEvidenceFromFarAheadOfThePower() {
    describe(1000);
    invoke("kernel", 1);
    sendAndConfirm(loop.decide(state, false).orElseThrow());

    loop.onCounters(state, reading("kernel", nowNanos + 3 * 3600 * SECOND, SECOND / 5, 100));
    nowNanos += SETTINGS.renewAfterNanos();
    power(Quality.CORRECTED);

    assertThat(state.counts().byLabel(LoopCounts.Kind.EVIDENCE_DISCARDED))
        .containsEntry("ahead-of-power", 1L);
    assertThat(loop.decide(state, false).orElseThrow().basedOnNanos()).isEqualTo(nowNanos);
  }

  /** Its guardian has restored, and tells nobody. */
  @Test
  void whatAWriterThatWasKilledHasToSetAgainWasNotInForceInBetween() {
    settle();
    long used = state.counts().total(LoopCounts.Kind.EVIDENCE_USED);
    nowNanos += SETTINGS.renewAfterNanos() + 1;
    power(Quality.CORRECTED);
    Proposal renewal = loop.decide(state, false).orElseThrow();
    loop.onSent(state, renewal, 1, ++sequence);
    nowNanos += SECOND / 10;

    answer(sequence, ActuationOutcome.APPLIED, ActuationReason.OK);
    nowNanos += SECOND / 20;
    loop.onCounters(state, reading("kernel", nowNanos, SECOND / 5, 90));

    assertThat(renewal.reason()).isEqualTo(LoopReason.RENEWED);
    assertThat(state.counts().total(LoopCounts.Kind.EVIDENCE_USED)).isEqualTo(used);
  }

  @Test
  void aClockThatIsSetBackEndsWhatIsInForceThoughTheAnswerSeemsOld() {
    settle();
    nowNanos -= 60 * SECOND;

    answer(sequence, ActuationOutcome.RESTORED, ActuationReason.CLOCK_STEPPED);
    nowNanos += SECOND / 2;
    power(Quality.CORRECTED);

    Proposal again = loop.decide(state, false).orElseThrow();
    assertThat(again.basedOnNanos()).isEqualTo(nowNanos);
    assertThat(again.detail()).contains("Guard 'step'");
  }

  @Test
  void implausibleTimesAreCountedAndChangeNothing() {
    describe(1000);
    loop.onPower(state, Long.MAX_VALUE, 100, Quality.CORRECTED);
    loop.onPower(state, -1, 100, Quality.CORRECTED);

    assertThat(state.counts().byLabel(LoopCounts.Kind.EVIDENCE_DISCARDED))
        .containsEntry("implausible-time", 2L);
    assertThat(loop.decide(state, false)).isEmpty();
  }

  /** A program says how much work it has done: no number of its may end the loop. */
  @Test
  void absurdAmountsOfWorkAreCountedAndChangeNothing() {
    describe(1000);
    invoke("kernel", 1);
    sendAndConfirm(loop.decide(state, false).orElseThrow());
    nowNanos += SECOND;
    power(Quality.CORRECTED);

    for (double work : new double[] {Double.MAX_VALUE, 1e200}) {
      nowNanos += SECOND / 5;
      loop.onCounters(state, reading("kernel", nowNanos, SECOND / 5, work));
    }
    invoke("kernel", 1);

    assertThat(state.counts().byLabel(LoopCounts.Kind.EVIDENCE_DISCARDED))
        .containsEntry("implausible-work", 2L);
    assertThat(state.counts().total(LoopCounts.Kind.EVIDENCE_USED)).isEqualTo(1);
  }

  @Test
  void withoutPowerNothingNewIsExplored() {
    describe(1000);
    invoke("kernel", 1);
    sendAndConfirm(loop.decide(state, false).orElseThrow());
    nowNanos += SECOND;
    for (int i = 0; i < 8; i++) {
      nowNanos += SECOND / 5;
      power(Quality.INVALID);
      report("kernel", SECOND / 5);
      loop.onCounters(state, reading("kernel", nowNanos, SECOND / 5, 100));
    }

    Optional<Proposal> proposal = loop.decide(state, false);
    assertThat(memoryState("kernel")).isEqualTo("LOWER");
    assertThat(proposal.map(Proposal::byActivityName).orElse(List.of())).isEmpty();
  }

  private void settle() {
    describe(1000);
    for (int i = 0; i < 200 && !isSettled(); i++) {
      invoke("kernel", 1);
      loop.decide(state, false).ifPresent(this::sendAndConfirm);
    }
    assertThat(isSettled()).isTrue();
    // From own settings, where it was confirmed, at most two rungs in a decision.
    for (int i = 0; i < 4; i++) {
      nowNanos += SETTINGS.renewAfterNanos() + 1;
      power(Quality.CORRECTED);
      loop.decide(state, false).ifPresent(this::sendAndConfirm);
    }
  }

  private boolean isSettled() {
    return !state.kernels.isEmpty() && memoryState("kernel").equals("SETTLED");
  }

  private String memoryState(String kernel) {
    return state.snapshot().kernels().stream()
        .filter(each -> each.activityName().equals(kernel))
        .findFirst()
        .orElseThrow()
        .stateName();
  }

  private static long value(Proposal proposal) {
    return proposal
        .byActivityName()
        .get(0)
        .configuration()
        .setting("core.clock")
        .orElseThrow()
        .value();
  }

  /** Fails where what was counted at other settings counts as a twentieth that does not matter. */
  @Test
  void deviceCountersAreNoEvidenceWhereAnyPartOfTheirTimeHadOtherSettings() {
    describe(1000);
    Configuration lowered = Configuration.of(clock(900));

    counted(lowered, SECOND / 10);
    counted(Configuration.EMPTY, SECOND / 10);
    assertThat(state.counts().byLabel(LoopCounts.Kind.EVIDENCE_DISCARDED))
        .as("judged once the next window shows that it is of one phase")
        .containsExactly(Map.entry("not-in-force", 1L));

    counted(Configuration.EMPTY, SECOND / 10);
    assertThat(state.counts().byLabel(LoopCounts.Kind.EVIDENCE_DISCARDED))
        .as("the first ones are measured by")
        .containsOnly(Map.entry("not-in-force", 1L), Map.entry("unknown-work", 1L));
  }

  private static Setting clock(long megahertz) {
    return new Setting("core.clock", TunableUnit.MEGAHERTZ, megahertz);
  }

  /** Four seconds of counters, at the begin of which these settings were in force so long. */
  private void counted(Configuration first, long lasts) {
    long began = nowNanos;
    nowNanos += 4 * SECOND;
    power(Quality.CORRECTED);
    span(first, began - SECOND, began + lasts);
    span(Configuration.EMPTY, began + lasts, nowNanos);
    loop.onCounters(
        state,
        new CounterReading(
            DEVICE,
            0,
            began,
            nowNanos,
            null,
            null,
            null,
            List.of(
                new CounterValue(
                    CounterName.VALU_BUSY, CounterUnit.FRACTION, CounterKind.MEAN, 0.6),
                new CounterValue(CounterName.SM_CLOCK, CounterUnit.HERTZ, CounterKind.LAST, 1e9)),
            false));
  }

  private void describe(long own) {
    loop.onDescriptor(state, descriptor(own));
  }

  private static DeviceDescriptor descriptor(long own) {
    Tunable clock =
        new Tunable(
            "core.clock",
            TunableUnit.MEGAHERTZ,
            ValueGrid.evenly(300, 1000, 100),
            OptionalLong.of(own),
            true);
    return new DeviceDescriptor(
        DEVICE, "node-1", null, "maker", "model", "", null, 0, List.of(), List.of(clock));
  }

  private void power(Quality quality) {
    loop.onPower(state, nowNanos, watts(), quality);
  }

  /** Power falls with the clock that is in force. */
  private double watts() {
    return (inForce == null ? Map.<String, Configuration>of() : inForce)
            .values().stream()
                .flatMap(each -> each.setting("core.clock").stream())
                .mapToLong(Setting::value)
                .min()
                .orElse(1000)
        / 10.0;
  }

  private void invoke(String kernel, int times) {
    for (int i = 0; i < times; i++) {
      nowNanos += SECOND / 5;
      power(Quality.CORRECTED);
      report(kernel, SECOND / 5);
      loop.onCounters(state, reading(kernel, nowNanos, SECOND / 5, 100));
    }
  }

  /** The node reports what was in force while a kernel ran; nothing where that is not known. */
  private void report(String kernel, long lasts) {
    Map<String, Configuration> now = inForce;
    if (now == null) {
      return;
    }
    span(
        now.containsKey(kernel) ? kernel : null,
        now.getOrDefault(kernel, Configuration.EMPTY),
        nowNanos - lasts,
        nowNanos);
  }

  private void span(Configuration configuration, long fromNanos, long toNanos) {
    span(null, configuration, fromNanos, toNanos);
  }

  private void span(
      @Nullable String kernel, Configuration configuration, long fromNanos, long toNanos) {
    loop.onActuation(
        state,
        new Actuation(
            "node-1",
            DEVICE,
            0,
            0,
            ActuationOutcome.SWITCHED,
            "ok",
            "",
            null,
            List.of(),
            0,
            nowNanos,
            List.of(
                new InForceSpan(
                    kernel,
                    fromNanos,
                    toNanos,
                    SpanStandIn.values(descriptor(1000).tunables(), configuration))),
            List.of()));
  }

  private static CounterReading reading(String kernel, long endNanos, long lasts, double work) {
    return new CounterReading(
        DEVICE,
        0,
        endNanos - lasts,
        endNanos,
        Book.KERNEL,
        "id",
        kernel,
        List.of(new CounterValue(CounterName.WORK, CounterUnit.WORK, CounterKind.INCREASE, work)),
        false);
  }

  private void sendAndConfirm(Proposal proposal) {
    loop.onSent(state, proposal, 1, ++sequence);
    inForce = new HashMap<>();
    proposal
        .byActivityName()
        .forEach(each -> inForce.put(each.activityName(), each.configuration()));
    answer(sequence, ActuationOutcome.APPLIED, ActuationReason.OK);
  }

  private void answer(long answered, ActuationOutcome outcome, ActuationReason reason) {
    loop.onActuation(state, actuation(1, answered, outcome, reason, List.of()));
  }

  private Actuation actuation(
      long epoch,
      long answered,
      ActuationOutcome outcome,
      ActuationReason reason,
      List<ControlOutcome> controls) {
    return new Actuation(
        "node-1",
        DEVICE,
        epoch,
        answered,
        outcome,
        reason.code(),
        "",
        null,
        controls,
        0,
        nowNanos,
        List.of(),
        List.of());
  }
}
