package io.wattune.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LossBudgetTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long LATER = 600 * SECOND;

  @Test
  void whatIsLostIsForgottenEvenly() {
    LossBudget spent = LossBudget.full(0).due(3).paid(LATER);

    assertThat(spent.allows(1, false, LATER)).isTrue();
    assertThat(spent.allows(1.1, false, LATER)).isFalse();
    assertThat(spent.allows(1.1, true, LATER)).isFalse();
    assertThat(spent.allows(1.1, false, LATER + 30 * SECOND)).isTrue();
    assertThat(spent.due(2).paid(LATER + 300 * SECOND).seconds()).isEqualTo(4);
  }

  @Test
  void aProgramThatHasJustBegunMayLoseLittle() {
    LossBudget spent = LossBudget.full(0).due(0.1).paid(0);

    assertThat(spent.allows(0.4, false, 0)).isTrue();
    assertThat(spent.allows(0.41, false, 0)).isFalse();
    assertThat(LossBudget.full(0).allows(1.3, true, 60 * SECOND)).isFalse();
    assertThat(LossBudget.full(0).allows(1.3, true, 120 * SECOND)).isTrue();
  }

  @Test
  void whereNothingIsLostOneLookMayCostWhatItCosts() {
    assertThat(LossBudget.full(0).allows(100, false, 0)).isTrue();
    assertThat(LossBudget.full(0).due(0.001).paid(0).allows(100, false, 0)).isFalse();
    assertThat(LossBudget.full(0).allows(100, true, 0)).as("far below").isFalse();
    assertThat(LossBudget.full(0).allows(100, true, LATER)).as("far below, later").isTrue();
  }

  @Test
  void whatWasNotTheTrialIsNotPaid() {
    LossBudget none = LossBudget.full(0).due(9).due(0).paid(0);

    assertThat(none.seconds()).isZero();
    assertThat(none.isWhole()).isTrue();
  }
}
