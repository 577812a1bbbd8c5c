package io.wattune.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.loop.PhasedRun.Signals;
import io.wattune.core.policy.Goal;
import io.wattune.core.policy.NonePolicy;
import io.wattune.core.policy.Objective;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GoalsTest {
  private static final Goal OPERATOR = new Goal(0.02, Objective.ENERGY);

  private final Goals goals = new Goals(OPERATOR, 0.05, goal -> new NonePolicy());

  @Test
  void aProgramMayAskForLessSlowdownOrForMoreUpToTheCeiling() {
    assertThat(stated(Goals.MAX_SLOWDOWN, "1%")).isEqualTo(OPERATOR.withMaxSlowdown(0.01));
    assertThat(stated(Goals.MAX_SLOWDOWN, "5 %")).isEqualTo(OPERATOR.withMaxSlowdown(0.05));
    assertThat(stated(Goals.OBJECTIVE, "ed2")).isEqualTo(OPERATOR.withObjective(Objective.ED2));
    assertThat(goals.stated(Map.of("user", "ann"))).isEqualTo(new Goals.Stated(OPERATOR, ""));
  }

  @Test
  void beyondTheCeilingTheCeilingCountsAndItIsSaid() {
    Goals.Stated stated = goals.stated(Map.of(Goals.MAX_SLOWDOWN, "20%"));

    assertThat(stated.goal()).isEqualTo(OPERATOR.withMaxSlowdown(0.05));
    assertThat(stated.fault()).contains("wattune.max-slowdown: '20%'").contains("5.0% allowed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "%", "5", "five%", "NaN%", "-1%", "0%", "0.01%", "1e9%"})
  void whatIsNoShareIsLeftOutAndSaid(String text) {
    Goals.Stated stated = goals.stated(Map.of(Goals.MAX_SLOWDOWN, text, Goals.OBJECTIVE, "ed"));

    assertThat(stated.goal()).isEqualTo(OPERATOR.withObjective(Objective.ED));
    assertThat(stated.fault()).contains("'" + text + "' is no share");
  }

  @Test
  void anObjectiveThatNobodyKnowsIsLeftOutAndSaid() {
    Goals.Stated stated = goals.stated(Map.of(Goals.OBJECTIVE, "fast"));

    assertThat(stated.goal()).isEqualTo(OPERATOR);
    assertThat(stated.fault()).contains("wattune.objective: 'fast' is none of energy, ed, ed2");
  }

  private Goal stated(String label, String text) {
    Goals.Stated stated = goals.stated(Map.of(label, text));
    assertThat(stated.fault()).isEmpty();
    return stated.goal();
  }

  /** Which loses as much as its clock does: one step costs 4.2 %, two cost 8.3 %. */
  @Test
  void aProgramIsTunedForWhatItStatesWithinTheCeiling() {
    assertThat(settledShare(0.02, Map.of())).isEqualTo(1);
    assertThat(settledShare(0.10, Map.of())).isEqualTo(1);
    assertThat(settledShare(0.10, Map.of(Goals.MAX_SLOWDOWN, "10%"))).isBetween(0.9, 0.96);
    assertThat(settledShare(0.02, Map.of(Goals.MAX_SLOWDOWN, "10%"))).isEqualTo(1);
  }

  @Test
  void anotherGoalIsSoughtAnewAndOutlivesARestart() {
    PhasedRun run = run(0.10);
    run.labels = Map.of(Goals.MAX_SLOWDOWN, "10%");
    run.run(200);
    double low = PhasedPlant.share(run.settings());
    assertThat(low).isLessThan(1);

    run.restart();
    run.run(20);
    assertThat(PhasedPlant.share(run.settings())).as("it went on").isEqualTo(low);

    run.labels = Map.of(Goals.MAX_SLOWDOWN, "1%");
    run.run(200);
    assertThat(run.state.snapshot().programs()).as("learned since").isNotEmpty();
    assertThat(PhasedPlant.share(run.settings())).isEqualTo(1);
  }

  @Test
  void ofSeveralProgramsTheSmallestSlowdownCounts() {
    var stated = new StatedGoals();
    var plant = new PhasedPlant(0, new PhasedPlant.Phase(100, 1, 40, 60));
    var run = new PhasedRun(plant, Signals.WORK, 0);

    run.labels = Map.of(Goals.MAX_SLOWDOWN, "1%", Goals.OBJECTIVE, "ed2");
    assertThat(stated.take(run.reading("a"), goals)).isEqualTo(new Goal(0.01, Objective.ED2));
    run.labels = Map.of(Goals.MAX_SLOWDOWN, "5%", Goals.OBJECTIVE, "ed");
    assertThat(stated.take(run.reading("b"), goals)).isEqualTo(new Goal(0.01, Objective.ENERGY));
    run.run(31);
    assertThat(stated.take(run.reading("b"), goals)).isEqualTo(new Goal(0.05, Objective.ED));
  }

  private static double settledShare(double ceiling, Map<String, String> labels) {
    PhasedRun run = run(ceiling);
    run.labels = labels;
    run.run(200);
    return PhasedPlant.share(run.settings());
  }

  private static PhasedRun run(double ceiling) {
    var plant = new PhasedPlant(0.002, new PhasedPlant.Phase(100, 1, 40, 60));
    return new PhasedRun(plant, Signals.WORK, 1, ceiling);
  }
}
