package io.wattune.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.loop.PhasedRun.Signals;
import io.wattune.core.policy.Ladders;
import io.wattune.core.tunable.Configuration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Programs of one to four phases, of 2 to 60 s each, under the whole loop and a right writer: no
 * phase is settled at a loss, phases that return are recognised, and a steady program has one.
 */
class PhasesPropertyTest {
  private static final double TOLERANCE = 0.02;

  @ParameterizedTest
  @EnumSource(Signals.class)
  void noRandomProgramLosesMoreThanItMay(Signals signals) {
    check(signals, 0, 2);
  }

  @ParameterizedTest
  @EnumSource(Signals.class)
  @Tag("nightly")
  void noneOfManyRandomProgramsLosesMoreThanItMay(Signals signals) {
    check(signals, 2, 20);
  }

  @ParameterizedTest
  @EnumSource(Signals.class)
  @Tag("soak")
  void noneOfMoreRandomProgramsLosesMoreThanItMay(Signals signals) {
    check(signals, 20, 120);
  }

  private static void check(Signals signals, long from, long to) {
    int below = 0;
    for (long seed = from; seed < to; seed++) {
      boolean isQuick = seed % 2 == 1;
      PhasedPlant plant = PhasedPlant.random(seed, isQuick ? 2 : 15, isQuick ? 15 : 60);
      var run = new PhasedRun(plant, signals, seed).run(900);
      run.measure();
      run.run(300);
      assertThat(1 - run.delivered / run.owed)
          .as("loss of %s, seed %d, said %s", signals, seed, run.said)
          .isLessThan(TOLERANCE);
      assertThat(run.state.phases.values().iterator().next().all()).hasSizeBetween(1, 9);
      below +=
          checkSettled(
              run,
              "%s, seed %d, %s, taken %s, said %s"
                  .formatted(signals, seed, plant.phases, run.taken, run.said));
    }
    assertThat(below).as("phases settled below own settings").isPositive();
  }

  /** Each name is held against the phase that ran for most of the time that it was taken for. */
  private static int checkSettled(PhasedRun run, String what) {
    int below = 0;
    Ladders ladders = run.state.ladders();
    for (ProgramRecord record : run.state.programs()) {
      String name = record.memory.activityName();
      Map<Integer, Integer> taken = new TreeMap<>(run.taken.getOrDefault(name, Map.of()));
      int all = taken.values().stream().mapToInt(Integer::intValue).sum();
      Configuration settled = ladders.configuration(record.memory.rungs());
      if (!record.memory.stateName().equals("SETTLED") || settled.isEmpty() || all == 0) {
        continue;
      }
      below++;
      for (Map.Entry<Integer, Integer> each : taken.entrySet()) {
        PhasedPlant.Phase phase = run.plant.phases.get(each.getKey());
        if (each.getValue() > all / 2) {
          assertThat(phase.rate(settled) / phase.ownRate())
              .as("%s: '%s' at %s", what, name, settled)
              .isGreaterThan(1 - TOLERANCE - run.plant.noise);
        }
      }
    }
    return below;
  }

  @ParameterizedTest
  @EnumSource(Signals.class)
  void aSteadyProgramHasOnePhaseHoweverNoisyItIs(Signals signals) {
    for (long seed = 0; seed < 12; seed++) {
      double noise = 0.15 * seed / 11;
      var plant = new PhasedPlant(noise, new PhasedPlant.Phase(100, 0.7, 10, 60));
      var run = new PhasedRun(plant, signals, seed).run(400);
      assertThat(run.state.programs()).as("noise %s, said %s", noise, run.said).hasSize(1);
    }
  }

  /**
   * On a busy machine a program's report comes late now and then: a window is slow and the next one
   * is fast, and both together are what they always were.
   */
  @ParameterizedTest
  @EnumSource(
      value = Signals.class,
      names = {"WORK", "WORK_AND_COUNTERS"})
  void whatIsReportedLateIsNoOtherPhase(Signals signals) {
    for (long seed = 0; seed < 8; seed++) {
      var run =
          new PhasedRun(
              new PhasedPlant(0.005, new PhasedPlant.Phase(100, 0.7, 10, 60)), signals, seed);
      run.late = 0.01;
      run.run(400);
      assertThat(run.state.programs()).as("seed %d, said %s", seed, run.said).hasSize(1);
      // Two late ones in a row are like another phase; were each late one so, there would be forty.
      assertThat(run.said.stream().filter(said -> said.contains("does not run any more")))
          .as("seed %d, said %s", seed, run.said)
          .hasSizeLessThanOrEqualTo(5);
      run.measure();
      run.run(200);
      assertThat(run.clockShares / run.steps)
          .as("seed %d, said %s", seed, run.said)
          .isLessThan(0.8);
    }
  }

  /** The one needs its clock and the other does not: both are settled, and found again. */
  @ParameterizedTest
  @EnumSource(
      value = Signals.class,
      names = {"WORK", "WORK_AND_COUNTERS"})
  void twoPhasesOfTwentySecondsAreBothSettledAndFollowed(Signals signals) {
    var compute = new PhasedPlant.Phase(100, 1, 40, 20);
    var memory = new PhasedPlant.Phase(160, 0.6, 6, 20);
    var run = new PhasedRun(new PhasedPlant(0.01, compute, memory), signals, 1).run(400);
    checkFollowed(run);

    run.restart();
    run.run(40);
    checkFollowed(run);
  }

  private static void checkFollowed(PhasedRun run) {
    run.measure();
    run.run(200);
    assertThat(run.state.programs()).as("said %s", run.said).hasSize(2);
    assertThat(run.state.programs()).allMatch(each -> each.memory.stateName().equals("SETTLED"));
    assertThat(1 - run.delivered / run.owed).as("loss, said %s", run.said).isLessThan(0.01);
    // Own for the one, 0.75 at most for the other, and some seconds of each stay to find out.
    assertThat(run.clockShares / run.steps).as("said %s", run.said).isLessThan(0.92);
    run.taken.remove("?");
    run.taken.forEach(
        (name, phases) -> {
          int all = phases.values().stream().mapToInt(Integer::intValue).sum();
          int most = phases.values().stream().mapToInt(Integer::intValue).max().orElse(0);
          assertThat(most * 1.0 / all).as("share of '%s' of one phase", name).isGreaterThan(0.9);
        });
  }
}
