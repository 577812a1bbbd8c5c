package io.wattune.core.policy;

import static io.wattune.core.policy.HarmoniaSettings.HARMONIA;
import static io.wattune.core.sensitivity.SensitivityBin.HIGH;
import static io.wattune.core.sensitivity.SensitivityBin.LOW;
import static io.wattune.core.sensitivity.SensitivityBin.MEDIUM;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.TunableName;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HarmoniaPolicyTest {
  /** All compute; memory does not matter down to 475 MHz. */
  private static final Roofline COMPUTE = new Roofline(1, 0.2, 0, 0);

  /** All memory; half the units do. */
  private static final Roofline MEMORY = new Roofline(0.25, 1, 0, 0);

  private static CardRun run(HarmoniaSettings settings) {
    return new CardRun(new HarmoniaPolicy(settings));
  }

  @Test
  void measuresAtOwnSettingsAndThenFollowsTheBins() {
    CardRun card = run(HARMONIA);

    card.run(3, COMPUTE);

    assertThat(card.visited).startsWith("32 1000 1375", "32 1000 475");
    assertThat(card.reasons.get(0)).isEqualTo("coarse");
    assertThat(card.details.get(0))
        .isEqualTo(
            "'kernel': its signal at own settings is 1.000, its bins core.clock HIGH, cu.count"
                + " HIGH, memory.clock LOW; to theirs at memory.clock 475.");
  }

  @Test
  void settlesOneStepAfterTheCoarseOneWhereNothingIsLeftToLower() {
    CardRun card = run(HARMONIA);

    assertThat(card.settle(50, COMPUTE)).isEqualTo(2);
    assertThat(card.text()).isEqualTo("32 1000 475");
    assertThat(card.reasons).containsExactly("coarse", "settled");
  }

  @Test
  void lowersWhatTheBinsLeaveAndFreezesTheCulprit() {
    // The units may go to 12 (0.25 / (12 / 32) = 0.67 of the memory's time), not to 8.
    CardRun card = run(HARMONIA.withFineTunables(Set.of(TunableName.CU_COUNT)));

    card.settle(50, MEMORY);

    assertThat(card.visited)
        .containsExactly("32 1000 1375", "16 1000 1375", "12 1000 1375", "8 1000 1375");
    assertThat(card.reasons).containsExactly("coarse", "lower", "lower", "settled");
    assertThat(card.text()).isEqualTo("12 1000 1375");
  }

  @Test
  void convergesInThreeToFourFineIterationsAtHalfAPercentOfNoise() {
    int all = 0;
    int kernels = 200;
    for (int seed = 0; seed < kernels; seed++) {
      CardRun card = run(HARMONIA);
      card.random.setSeed(seed);
      card.noise = 0.005;
      all += card.settle(100, new Roofline(0.3 + 0.004 * seed, 1, 0, 0)) - 2;
    }

    // Those with a HIGH bin on either side have less to do, those in the middle more.
    assertThat((double) all / kernels).isBetween(2.5, 5.0);
  }

  @Test
  void raisesCoarseSettingsThatAreTooLowAndThenFindsTheCulprit() {
    // Bound by memory, but its bins say MEDIUM, like the paper's Streamcluster.
    CardRun card = run(HARMONIA);
    card.bins = settings -> Roofline.bins(LOW, MEDIUM);

    card.runAsBinned(40, MEMORY);

    assertThat(card.isSettled()).isTrue();
    assertThat(card.reasons).startsWith("coarse", "raise", "raise", "raise", "retry-single");
    assertThat(card.text()).endsWith(" 1375").doesNotStartWith("32 1000");
    double kept = MEMORY.rate(card.settings()) / MEMORY.rate(Configuration.EMPTY);
    assertThat(kept).isGreaterThan(0.98);
  }

  @Test
  void withoutAFineHalfTooLowSettingsStay() {
    CardRun card = run(HarmoniaSettings.COARSE_ONLY);
    card.bins = settings -> Roofline.bins(LOW, MEDIUM);

    card.runAsBinned(40, MEMORY);

    assertThat(card.text()).isEqualTo("16 1000 925");
    assertThat(card.reasons).containsExactly("coarse");
  }

  @Test
  void withoutAFineHalfOtherBinsAreFollowedAtOnce() {
    CardRun card = run(HarmoniaSettings.COARSE_ONLY);
    card.bins = settings -> Roofline.bins(LOW, HIGH);
    card.runAsBinned(5, MEMORY);

    card.bins = settings -> Roofline.bins(HIGH, LOW);
    card.runAsBinned(5, COMPUTE);

    assertThat(card.reasons).containsExactly("coarse", "coarse");
    assertThat(card.text()).isEqualTo("32 1000 475");
    assertThat(card.details.get(1)).contains("bins changed by themselves");
  }

  @Test
  void ownChangesAreNotMistakenForPhases() {
    // At 475 MHz the kernel looks bound by memory, and is not.
    CardRun card = run(HarmoniaSettings.COARSE_ONLY);
    card.bins =
        settings -> settings.isEmpty() ? Roofline.bins(HIGH, LOW) : Roofline.bins(MEDIUM, MEDIUM);

    card.runAsBinned(20, COMPUTE);

    assertThat(card.reasons).containsExactly("coarse");
    assertThat(card.text()).isEqualTo("32 1000 475");
  }

  @Test
  void whatIsSensitiveIsNotExplored() {
    CardRun card = run(HARMONIA);
    card.bins = settings -> Roofline.bins(HIGH, HIGH);

    card.runAsBinned(20, new Roofline(0.1, 0.1, 1, 0));

    assertThat(card.visited).containsOnly("32 1000 1375");
    assertThat(card.reasons).containsExactly("settled");
  }

  @Test
  void fewerUnitsThatAreFasterAreKept() {
    // A third of the traffic is interference at 32 units.
    Roofline thrashing = new Roofline(0.2, 1, 0, 0.5);
    CardRun card = run(HARMONIA);

    card.settle(50, thrashing);

    double gained = thrashing.rate(card.settings()) / thrashing.rate(Configuration.EMPTY);
    assertThat(gained).isGreaterThan(1.2);
  }

  @Test
  void aPhaseThatBecomesFasterInATrialHidesNoLossWhereItIsConfirmed() {
    HarmoniaJudging confirming = new HarmoniaJudging(0.02, 1, 8, 8, 4, 600_000_000_000L, true);
    // 12 units lose nothing and 8 lose 4 %, which a phase that is twice as fast hides.
    Roofline twice = new Roofline(0.125, 0.5, 0, 0);
    CardRun card =
        run(HARMONIA.withJudging(confirming).withFineTunables(Set.of(TunableName.CU_COUNT)));
    card.run(3, MEMORY);
    assertThat(card.text()).isEqualTo("8 1000 1375");

    card.run(30, twice);

    assertThat(card.reasons).contains("confirm", "phase-change");
    assertThat(card.text()).isEqualTo("12 1000 1375");
    CardRun trusting = run(HARMONIA.withFineTunables(Set.of(TunableName.CU_COUNT)));
    trusting.run(3, MEMORY);
    trusting.run(30, twice);
    assertThat(trusting.text()).isEqualTo("8 1000 1375");
  }

  @Test
  void anotherPhaseIsMeasuredAndAKnownOneIsResumed() {
    CardRun card = run(HARMONIA);
    card.settle(50, COMPUTE);
    card.run(5, COMPUTE);
    String atCompute = card.text();
    card.reasons.clear();

    card.run(40, MEMORY);
    assertThat(card.reasons).startsWith("phase-change", "coarse");
    assertThat(card.isSettled()).isTrue();
    card.reasons.clear();

    card.run(4, COMPUTE);
    assertThat(card.reasons).contains("known-phase").doesNotContain("coarse", "lower");
    assertThat(card.text()).isEqualTo(atCompute);
    assertThat(card.isSettled()).isTrue();
  }

  @Test
  void phasesThatComeAgainAndAgainAreNotRememberedTwice() {
    CardRun card = run(HARMONIA);
    for (int i = 0; i < 100; i++) {
      card.run(20, i % 2 == 0 ? COMPUTE : MEMORY);
    }

    HarmoniaMemory memory = HarmoniaMemory.of(card.memory);
    assertThat(memory.phases()).hasSize(1);
    assertThat(memory.looks()).hasSizeLessThanOrEqualTo(2);
    assertThat(memory.phases().get(0).looks()).hasSizeLessThanOrEqualTo(2);
    assertThat(card.reasons).doesNotContain("restless");
  }

  @Test
  void aChangeOfSignalAloneIsAPhaseToo() {
    CardRun card = run(HARMONIA);
    card.settle(50, COMPUTE);

    card.run(3, new Roofline(1.3, 0.26, 0, 0));

    assertThat(card.reasons)
        .containsExactly("coarse", "settled", "phase-change", "coarse", "settled");
  }

  @Test
  void aRestlessKernelIsJudgedByMoreInvocationsUntilItsMeanIsSteady() {
    // Every second invocation has half as much to do: no two alike, but a steady mean.
    CardRun card = run(HARMONIA);
    for (int i = 0; i < 400; i++) {
      card.run(1, i % 2 == 0 ? COMPUTE : new Roofline(0.5, 0.1, 0, 0));
    }

    assertThat(card.isSettled()).isTrue();
    assertThat(card.reasons).doesNotContain("restless");
    assertThat(card.text()).isEqualTo("32 1000 475");
    assertThat(HarmoniaMemory.of(card.memory).restarts()).isBetween(1, 3);
  }

  @Test
  void whatIsNeverSteadyKeepsOwnSettingsForATime() {
    CardRun card = run(HARMONIA);
    for (int i = 0; i < 2000 && !card.reasons.contains("restless"); i++) {
      double scale = 1 + card.random.nextInt(40);
      card.run(1, new Roofline(scale, scale / 5, 0, 0));
    }

    assertThat(card.reasons).endsWith("restless");
    assertThat(card.text()).isEqualTo("32 1000 1375");
    card.nowNanos += HARMONIA.judging().calmAfterNanos();
    card.run(1, COMPUTE);
    card.settle(10, COMPUTE);
    assertThat(card.text()).isEqualTo("32 1000 475");
  }

  @Test
  void phasesThatChangeWithEveryInvocationCostLittleAndStillSave() {
    // Like the main kernel of the paper's Graph500: compute-bound, with eight amounts of traffic.
    double[] traffic = {0.3, 0.36, 0.42, 0.33, 0.48, 0.39, 0.33, 0.23};
    CardRun card = run(HARMONIA);
    card.noise = 0.005;
    double time = 0;
    double own = 0;
    int saving = 0;
    for (int i = 0; i < 64; i++) {
      Roofline kernel = new Roofline(i % 8 == 6 ? 1.2 : 1, traffic[i % 8], 0, 0);
      time += 1 / kernel.rate(card.settings());
      own += 1 / kernel.rate(Configuration.EMPTY);
      saving += card.text().endsWith(" 1375") ? 0 : 1;
      card.run(1, kernel);
    }

    assertThat(time / own).isLessThan(1.02);
    assertThat(saving).isGreaterThan(32);
  }

  @Test
  void waitsForBinsButNotForEver() {
    CardRun card = run(HARMONIA);
    card.bins = settings -> Map.of();
    card.runAsBinned(HARMONIA.judging().mostWaits(), COMPUTE);
    assertThat(card.reasons).isEmpty();

    card.runAsBinned(1, COMPUTE);

    assertThat(card.reasons).containsExactly("lower");
    assertThat(card.details.get(0)).contains("bins are not known");
  }

  @Test
  void withoutItsSignalNothingIsDone() {
    CardRun card = run(HARMONIA.withSignal(HarmoniaSignal.VALU_BUSY));
    Evidence without = Evidence.ofRate(1, card.nowNanos).withBins(Roofline.bins(LOW, LOW));

    Turn turn = card.policy.next(card.memory, without, card.ladders);

    assertThat(turn.reason()).isEmpty();
    assertThat(turn.memory()).isEqualTo(card.memory);
  }

  @Test
  void whatIsRefusedIsForgottenWithWhatWasLearnedWithIt() {
    CardRun card = run(HARMONIA);
    card.settle(50, COMPUTE);
    assertThat(card.text()).isEqualTo("32 1000 475");

    card.refuse(TunableName.MEMORY_CLOCK, 700);
    assertThat(card.memory.stateName()).isEqualTo("OWN");
    card.settle(50, COMPUTE);

    assertThat(card.text()).isEqualTo("32 1000 775");
    assertThat(card.reasons).contains("refused");
  }

  @Test
  void aRefusalThatDoesNotTouchItChangesNothing() {
    CardRun card = run(HARMONIA);
    card.settle(50, COMPUTE);
    KernelMemory before = card.memory;

    card.refuse(TunableName.CORE_CLOCK, 700);

    assertThat(card.memory).isEqualTo(before);
  }

  @Test
  void aJudgementRestsOnAsManyInvocationsAsTheSettingsSay() {
    CardRun card = run(HARMONIA.withJudging(HarmoniaJudging.LIVE));

    card.run(7, COMPUTE);
    assertThat(card.reasons).isEmpty();
    card.run(1, COMPUTE);
    assertThat(card.reasons).containsExactly("coarse");
    card.run(8, COMPUTE);
    assertThat(card.reasons).containsExactly("coarse", "confirm");
    assertThat(card.text()).isEqualTo("32 1000 1375");
    card.run(8, COMPUTE);
    assertThat(card.reasons).containsExactly("coarse", "confirm", "settled");
    assertThat(card.text()).isEqualTo("32 1000 475");
  }

  @Test
  void dvfsOnlyLowersTheCoreClockAlone() {
    CardRun card = run(HarmoniaSettings.DVFS_ONLY);

    card.settle(50, MEMORY);

    assertThat(card.visited).allMatch(each -> each.startsWith("32 ") && each.endsWith(" 1375"));
    assertThat(card.text()).isEqualTo("32 400 1375");
    assertThat(card.reasons).startsWith("lower");
  }

  @Test
  void anotherPolicysMemoryIsRefused() {
    KernelMemory other = new FinePolicy(FineSettings.DEFAULT).begin("kernel", 0).orElseThrow();
    var evidence = new Evidence(1, 0, Map.of(), OptionalDouble.empty(), OptionalDouble.empty());

    assertThatThrownBy(
            () ->
                new HarmoniaPolicy(HARMONIA).next(other, evidence, Ladders.of(List.of(), Map.of())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("fine");
  }
}
