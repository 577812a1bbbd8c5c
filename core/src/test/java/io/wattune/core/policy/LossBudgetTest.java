package io.wattune.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LossBudgetTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void whatIsLostIsForgottenEvenly() {
    LossBudget spent = LossBudget.full(0).due(3).paid(0);

    assertThat(spent.allows(1, 0)).isTrue();
    assertThat(spent.allows(1.1, 0)).isFalse();
    assertThat(spent.allows(1.1, 30 * SECOND)).isTrue();
    assertThat(spent.due(2).paid(300 * SECOND).seconds()).isEqualTo(4);
  }

  @Test
  void whereNothingIsLostOneLookMayCostWhatItCosts() {
    assertThat(LossBudget.full(0).allows(100, 0)).isTrue();
  }

  @Test
  void whatWasNotTheTrialIsNotPaid() {
    assertThat(LossBudget.full(0).due(9).due(0).paid(0).seconds()).isZero();
  }
}
