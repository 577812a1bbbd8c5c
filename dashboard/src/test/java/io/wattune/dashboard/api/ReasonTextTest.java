package io.wattune.dashboard.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.loop.LoopReason;
import io.wattune.core.policy.PolicyReason;
import io.wattune.core.saving.NotCompared;
import io.wattune.core.serving.ServerState;
import java.lang.reflect.Field;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReasonTextTest {
  @ParameterizedTest
  @ValueSource(classes = {PolicyReason.class, LoopReason.class})
  void eachReasonHasASentence(Class<?> reasons) throws Exception {
    Field[] codes = reasons.getFields();
    assertThat(codes).isNotEmpty();
    for (Field code : codes) {
      assertThat(ReasonText.of((String) code.get(null)))
          .as(reasons.getSimpleName() + "." + code.getName())
          .endsWith(".");
    }
  }

  @ParameterizedTest
  @EnumSource
  void eachStateOfAServerHasASentence(ServerState state) {
    assertThat(ReasonText.of(state.reason())).endsWith(".");
  }

  @Test
  void aReasonOfAnotherVersionHasNone() {
    assertThat(ReasonText.of("new-reason")).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void whatIsNotComparedHasASentence(NotCompared why) {
    assertThat(SavingsText.of(why)).endsWith(".");
  }
}
