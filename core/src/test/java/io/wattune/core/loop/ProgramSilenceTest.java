package io.wattune.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.loop.PhasedRun.Life;
import io.wattune.core.loop.PhasedRun.Signals;
import io.wattune.core.tunable.Configuration;
import org.junit.jupiter.api.Test;

/** What is wished while nothing is known to work. */
class ProgramSilenceTest {
  @Test
  void aProgramThatEndsLeavesOwnSettingsAndNothingIsRenewed() {
    PhasedRun run = settled(Signals.WORK);

    run.life = Life.HIDDEN;
    run.run(9.5);
    assertThat(run.settings()).as("a short pause changes nothing").isNotEqualTo(own());
    run.run(1);
    assertThat(run.settings()).isEqualTo(own());
    assertThat(last(run)).contains("No work of 'train' for more than 10 s: own settings");
    long decisions = run.sequence;
    run.run(600);
    assertThat(run.sequence).isEqualTo(decisions);
    assertThat(run.state.phases).as("what was learned is kept").containsOnlyKeys("train");
  }

  @Test
  void aProgramThatIsBackGoesOnFromWhatWasFound() {
    PhasedRun run = settled(Signals.WORK);
    Configuration found = run.settings();
    run.life = Life.IDLE;
    run.run(300);

    run.life = Life.SHOWN;
    run.run(5);
    assertThat(run.settings()).isEqualTo(found);
  }

  /** Whoever is seen by counters alone may be another program: it is looked at before. */
  @Test
  void byCountersAloneItIsFirstKnownAgain() {
    PhasedRun run = settled(Signals.COUNTERS);
    Configuration found = run.settings();
    run.life = Life.IDLE;
    run.run(100);

    run.life = Life.SHOWN;
    run.run(1.5);
    assertThat(last(run)).contains("until it is known what");
    assertThat(run.settings()).isEqualTo(own());
    run.run(10);
    assertThat(run.settings()).isEqualTo(found);
  }

  /** Fails where a successor with counters has the settings of the one before until it is told. */
  @Test
  void byCountersAloneAnotherProgramHasOwnSettingsFromItsBegin() {
    var compute = new PhasedPlant.Phase(100, 1, 40, 3600);
    var memory = new PhasedPlant.Phase(100, 0.6, 6, 400);
    var run = new PhasedRun(new PhasedPlant(0.01, memory, compute), Signals.COUNTERS, 2).run(380);
    assertThat(run.settings()).isNotEqualTo(own());
    run.life = Life.IDLE;
    run.run(40);

    run.life = Life.SHOWN;
    run.measure();
    run.run(40);
    assertThat(run.delivered).as("%s", run.said).isEqualTo(run.owed);
  }

  @Test
  void onlyTheFirstOfPausesOfOneLengthIsSilence() {
    PhasedRun run = settled(Signals.WORK);
    int said = run.said.size();
    for (int i = 0; i < 10; i++) {
      run.life = Life.IDLE;
      run.run(14);
      run.life = Life.SHOWN;
      run.run(20);
    }
    assertThat(run.said.subList(said, run.said.size()))
        .filteredOn(each -> each.contains("No work of"))
        .hasSize(1);
    assertThat(run.settings()).isNotEqualTo(own());
  }

  /** The lease ends by itself unless work shows that the program is still there. */
  @Test
  void anotherControllerRenewsNothingBeforeWorkHasCome() {
    PhasedRun run = settled(Signals.WORK);
    run.life = Life.HIDDEN;
    run.restart();
    long decisions = run.sequence;
    run.run(PhasedRun.SETTINGS.leaseNanos() * 1e-9 + 0.1);
    assertThat(run.sequence).isEqualTo(decisions);
    assertThat(run.settings()).isEqualTo(own());

    run = settled(Signals.WORK);
    Configuration found = run.settings();
    run.restart();
    run.run(10);
    assertThat(run.settings()).as("it works on").isEqualTo(found);
  }

  private static PhasedRun settled(Signals signals) {
    var plant = new PhasedPlant(0.005, new PhasedPlant.Phase(100, 0.7, 10, 60));
    var run = new PhasedRun(plant, signals, 1).run(300);
    assertThat(run.settings()).isNotEqualTo(own());
    return run;
  }

  private static Configuration own() {
    return Configuration.EMPTY;
  }

  private static String last(PhasedRun run) {
    return run.said.get(run.said.size() - 1);
  }
}
