package io.wattune.core.saving;

import static io.wattune.core.saving.Bench.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.Quality;
import io.wattune.core.decision.ActuationOutcome;
import io.wattune.core.saving.Bench.Energy;
import org.junit.jupiter.api.Test;

/** Closed forms of what is saved and of each part of its error. */
class KernelSavingTest {
  private final FleetSavings savings = Bench.savings();

  /** Own settings until 10 s, others from there on, confirmed until 20 s. */
  private void tuneAt10() {
    savings.decision(Bench.decision(1, 10, "k", 800));
    savings.actuation(Bench.actuation(1, ActuationOutcome.APPLIED, 10, 10));
  }

  /** So many invocations of 1 s, the first one at a time. */
  private void run(double start, int count, double seconds, Energy energy) {
    for (int i = 0; i < count; i++) {
      savings.energy(entry("k", start + i * 1.2, start + i * 1.2 + seconds, energy));
    }
  }

  private Saving total() {
    return savings.saving().total();
  }

  @Test
  void savedIsTheReferenceTimesTheWorkLessWhatWasUsed() {
    tuneAt10();
    for (int i = 0; i < 4; i++) {
      savings.energy(entry("k", i * 2, i * 2 + 1, Energy.of(100)));
      savings.counters(Bench.work("k", i * 2, i * 2 + 1, 50));
    }
    savings.energy(entry("k", 11, 14, Energy.of(240)));
    savings.counters(Bench.work("k", 11, 14, 150));

    Saving saving = total();
    assertThat(saving.expectedJoules()).isEqualTo(300, within(1e-9));
    assertThat(saving.joules()).isEqualTo(60, within(1e-9));
    assertThat(saving.share()).isEqualTo(0.2, within(1e-12));
    assertThat(saving.performanceChange()).as("3 s for 3 s").isEqualTo(0, within(1e-12));
    assertThat(saving.ed2Change()).isEqualTo(-0.2, within(1e-12));
    assertThat(saving.references()).isEqualTo(4);
    assertThat(saving.referenceNanos()).isEqualTo(Bench.nanos(7));
    assertThat(saving.ownSeconds()).isEqualTo(4, within(1e-9));
    assertThat(saving.standardErrorJoules()).isEqualTo(0, within(1e-3));
  }

  @Test
  void whatRunsAtWorseSettingsSavesLessThanNothing() {
    tuneAt10();
    run(0, 3, 1, Energy.of(100));
    run(11, 2, 1.1, Energy.of(130));

    assertThat(total().joules()).isEqualTo(-60, within(1e-9));
    assertThat(total().performanceChange()).isEqualTo(1 / 1.1 - 1, within(1e-9));
  }

  /** 90, 100, 110, 100: squares 200, variance of the mean 200 / 3 / 4, times t for 3, times 5^2. */
  @Test
  void theReferencesSpreadIsCommonToAllThatItIsAppliedTo() {
    tuneAt10();
    double[] own = {90, 100, 110, 100};
    for (int i = 0; i < own.length; i++) {
      savings.energy(entry("k", i * 2, i * 2 + 1, Energy.of(own[i])));
    }
    run(11, 5, 1, Energy.of(80));

    double expected = 5 * StudentT.widening(3) * Math.sqrt(200.0 / 3 / 4);
    assertThat(total().standardErrorJoules()).isEqualTo(expected, within(1e-6));
  }

  /** Reference of 4 with 2 J each: 1 J of the mean, times 5; run of 5: sqrt(5) 2 J. */
  @Test
  void theLedgersIndependentErrorsAddInSquares() {
    tuneAt10();
    run(0, 4, 1, new Energy(100, 2, 0));
    run(11, 5, 1, new Energy(80, 2, 0));

    assertThat(total().standardErrorJoules()).isEqualTo(Math.sqrt(25 + 20), within(1e-6));
  }

  @Test
  void theGainScalesTheDifference() {
    savings.profile(Bench.profile(0.05, 0, 0));
    tuneAt10();
    run(0, 4, 1, new Energy(100, 5, 5));
    run(11, 5, 1, new Energy(80, 4, 4));

    // Energies are in whole microjoules, so that what is explained is off by as much.
    assertThat(total().standardErrorJoules()).isEqualTo(0.05 * 100, within(1e-2));
  }

  @Test
  void theOffsetScalesTheDifferenceOfTimes() {
    savings.profile(Bench.profile(0, 3, 0));
    tuneAt10();
    run(0, 4, 1, new Energy(100, 3, 3));
    run(11, 5, 1.1, new Energy(80, 3.3, 3.3));

    assertThat(total().standardErrorJoules()).isEqualTo(3 * 0.5, within(1e-2));
  }

  /** Both change by a tenth: (5 - 3)^2 of their variances cancels but for what is not opposite. */
  @Test
  void gainAndOffsetCancelAsFarAsTheyAreCorrelated() {
    double covariance = -0.05 * 3;
    ScaleError scale = ScaleError.of(Bench.profile(0.05, 3, covariance), 100, 1);

    assertThat(scale.variance()).isEqualTo(25 + 9 - 2 * 5 * 3, within(1e-9));
    assertThat(scale.plus(scale).variance()).isEqualTo(4 * scale.variance(), within(1e-9));
  }

  @Test
  void withoutTheProfileWhatIsCommonIsCommonToOneSideOnly() {
    tuneAt10();
    run(0, 4, 1, new Energy(100, 5, 5));
    run(11, 5, 1, new Energy(80, 4, 4));

    double reference = 5 * 5;
    double others = 5 * 4;
    assertThat(total().standardErrorJoules())
        .isEqualTo(Math.sqrt(reference * reference + others * others), within(1e-6));
  }

  @Test
  void withTooFewReferencesNothingIsKnownWhichIsNotZero() {
    tuneAt10();
    run(0, 2, 1, Energy.of(100));
    run(11, 5, 1, Energy.of(80));

    assertThat(total().isKnown()).isFalse();
    Amount left = total().notCompared().get(NotCompared.FEW_REFERENCES);
    assertThat(left).isNotNull();
    assertThat(left.invocations()).isEqualTo(5);
    assertThat(left.joules()).isEqualTo(400, within(1e-9));
    assertThat(total().left().seconds()).isEqualTo(5, within(1e-9));
  }

  @Test
  void anInvocationWithoutWorkIsNotComparedWithOnesThatHaveIt() {
    tuneAt10();
    run(0, 4, 1, Energy.of(100));
    for (int i = 0; i < 4; i++) {
      savings.counters(Bench.work("k", i * 1.2, i * 1.2 + 1, 10));
    }
    run(11, 2, 1, Energy.of(80));
    savings.counters(Bench.work("k", 11, 12, 10));

    assertThat(total().joules()).isEqualTo(20, within(1e-9));
    assertThat(total().notCompared()).containsOnlyKeys(NotCompared.NO_WORK);
  }

  @Test
  void aGapIsNotCompared() {
    tuneAt10();
    run(0, 4, 1, Energy.of(100));
    savings.energy(entry(Bench.DEVICE, "k", 11, 12, Energy.of(10), 0, Quality.GAP));

    assertThat(total().isKnown()).isFalse();
    assertThat(total().notCompared()).containsOnlyKeys(NotCompared.NO_ENERGY);
  }
}
