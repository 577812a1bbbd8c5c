package io.wattune.launcher.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.core.guard.TemperatureLimits;
import io.wattune.core.policy.NonePolicy;
import io.wattune.core.serving.MeasuredProfile;
import io.wattune.core.serving.ServiceObjective;
import io.wattune.core.serving.ServingGoals;
import io.wattune.schemas.failure.EngineException;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class GoalOptionsTest {
  private static final MeasuredProfile PROFILE =
      new MeasuredProfile("m", 0.03, List.of(new MeasuredProfile.Row(1700, 60, 0.02, 90, 30)));

  private static ServingGoals serving(String... arguments) throws EngineException {
    return CommandLine.populateCommand(new GoalOptions(), arguments)
        .tuning(NonePolicy.COFRIS, TemperatureLimits.NONE, PROFILE, OptionalDouble.empty())
        .serving();
  }

  @Test
  void eachServerAndEachModelMayHaveAnObjectiveOfItsOwn() throws Exception {
    ServingGoals goals = serving("--slo", "1.5x,chat=120ms", "--slo", "m = 2s");

    assertThat(goals.objective("chat", "m")).isEqualTo(new ServiceObjective(0.12, false));
    assertThat(goals.objective("other", "m")).isEqualTo(new ServiceObjective(2, false));
    assertThat(goals.objective("other", "n")).isEqualTo(new ServiceObjective(1.5, true));
    assertThat(serving().objective("other", "m")).isEqualTo(ServiceObjective.DEFAULT);
  }

  @Test
  void whatIsNoTimeIsSaid() {
    for (String wrong : List.of("chat=", "chat=5", "=", "0.5x", "chat=-1s")) {
      assertThatThrownBy(() -> serving("--slo", wrong))
          .as(wrong)
          .isInstanceOf(EngineException.class)
          .hasMessageContaining("--slo: '" + wrong + "' is no time");
    }
  }

  @Test
  void anObjectiveThatIsSaidTwiceOrOfNobodyIsRefused() {
    assertThatThrownBy(() -> serving("--slo", "chat=1s,chat=2s"))
        .hasMessageContaining("--slo: there are two for server 'chat'");
    assertThatThrownBy(() -> serving("--slo", "1s", "--slo", "2x"))
        .hasMessageContaining("--slo: there are two for all servers");
    assertThatThrownBy(() -> serving("--slo", "=2s"))
        .hasMessageContaining("--slo: '=2s' names no server");
  }

  private static ServingGoals shared(OptionalDouble usual, String... arguments)
      throws EngineException {
    return CommandLine.populateCommand(new GoalOptions(), arguments)
        .tuning(NonePolicy.KRISP, TemperatureLimits.NONE, null, usual)
        .serving();
  }

  /** Nothing is known of a server that is left alone, so that a multiple means nothing. */
  @Test
  void kernelsOnUnitsOfTheirOwnNeedATime() throws Exception {
    assertThat(shared(OptionalDouble.empty(), "--slo", "0.2s,chat=90ms").objective("chat", "m"))
        .isEqualTo(new ServiceObjective(0.09, false));
    assertThat(shared(OptionalDouble.of(0.3)).objective("chat", "m"))
        .isEqualTo(new ServiceObjective(0.3, false));
    for (String wrong : List.of("2x", "chat=90ms", "1s,chat=2x")) {
      assertThatThrownBy(() -> shared(OptionalDouble.of(0.3), "--slo", wrong))
          .as(wrong)
          .hasMessageContaining("--policy krisp needs --slo TIME");
    }
    assertThatThrownBy(() -> shared(OptionalDouble.empty()))
        .hasMessageContaining("--policy krisp needs --slo TIME");
    assertThatThrownBy(() -> shared(OptionalDouble.of(1), "--serving-profile", "x.json"))
        .hasMessageContaining("--serving-profile is for --policy cofris");
  }
}
