package io.wattune.core.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class GoalTest {

  @Test
  void refusesABoundThatIsNone() {
    assertThat(Goal.DEFAULT.withMaxSlowdown(0.45).maxSlowdown()).isEqualTo(0.45);
    assertThatThrownBy(() -> Goal.DEFAULT.withMaxSlowdown(0.46)).hasMessageContaining("0.46");
    assertThatThrownBy(() -> Goal.DEFAULT.withMaxSlowdown(0)).hasMessageContaining("0.001");
    assertThatThrownBy(() -> Goal.DEFAULT.withMaxSlowdown(Double.NaN)).hasMessageContaining("NaN");
  }

  @Test
  void everyObjectiveIsFoundByItsName() {
    assertThat(Objective.names()).containsExactly("energy", "ed", "ed2");
    assertThat(Objective.named("ed2")).contains(Objective.ED2);
    assertThat(Objective.named("ED2")).isEmpty();
  }
}
