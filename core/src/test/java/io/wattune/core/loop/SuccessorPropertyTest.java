package io.wattune.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.loop.PhasedRun.Life;
import io.wattune.core.loop.PhasedRun.Signals;
import io.wattune.core.simulated.Seeds;
import io.wattune.core.tunable.Configuration;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random programs that pause, end, and are followed by another one, under the whole loop and a
 * right writer: no successor keeps the settings of the program before it for longer than the rule
 * of {@link WorkSilence} and a lease allow, and the program goes on from its own when it is back.
 */
class SuccessorPropertyTest {
  private static final double LEASE_SECONDS = PhasedRun.SETTINGS.leaseNanos() * 1e-9;

  /** Power comes each 0.3 s, and a decision takes a step of 0.05 s. */
  private static final double DELAY_SECONDS = 0.4;

  @ParameterizedTest
  @EnumSource(Signals.class)
  void noSuccessorKeepsTheSettingsOfAnother(Signals signals) {
    check(signals, 0, 12);
  }

  @ParameterizedTest
  @EnumSource(Signals.class)
  @Tag("nightly")
  void noneOfManySuccessorsKeepsTheSettingsOfAnother(Signals signals) {
    check(signals, 12, 60);
  }

  @ParameterizedTest
  @EnumSource(Signals.class)
  @Tag("soak")
  void noneOfMoreSuccessorsKeepsTheSettingsOfAnother(Signals signals) {
    check(signals, 60, 200);
  }

  private static void check(Signals signals, long from, long to) {
    int lowered = 0;
    int back = 0;
    for (long seed = from; seed < to; seed++) {
      Random random = Seeds.random(seed * 31 + signals.ordinal());
      var phase =
          new PhasedPlant.Phase(
              100, random.nextInt(4) == 0 ? 1 : 0.5 + 0.3 * random.nextDouble(), 10, 60);
      var run = new PhasedRun(new PhasedPlant(0.02 * random.nextDouble(), phase), signals, seed);
      run.run(200 + 200 * random.nextDouble());
      for (int pauses = random.nextInt(4); pauses > 0; pauses--) {
        run.life = Life.IDLE;
        run.run(0.1 + Math.exp(random.nextDouble() * 5));
        run.life = Life.SHOWN;
        run.run(30 + 60 * random.nextDouble());
      }
      String what = "%s, seed %d, said %s".formatted(signals, seed, run.said);
      Configuration found = run.settings();
      lowered += found.isEmpty() ? 0 : 1;
      boolean wasSettled = state(run).equals("SETTLED");

      run.life = random.nextBoolean() ? Life.HIDDEN : Life.IDLE;
      long limitNanos = run.state.programWork.silence().limitNanos();
      assertThat(limitNanos).isBetween(WorkSilence.LEAST_NANOS, WorkSilence.MOST_NANOS);
      run.run(limitNanos * 1e-9 + LEASE_SECONDS + DELAY_SECONDS);
      run.life = Life.HIDDEN;
      long decisions = run.sequence;
      for (int i = 0; i < 20; i++) {
        run.run(6 * random.nextDouble());
        assertThat(run.settings()).as("of the successor, %s", what).isEqualTo(Configuration.EMPTY);
      }
      assertThat(run.sequence).as("nothing is sent in silence, %s", what).isEqualTo(decisions);

      if (signals != Signals.COUNTERS) {
        other(run, what);
      }
      run.program = "train";
      run.life = Life.SHOWN;
      // Some seconds by counters alone, to know it again, or where a new reference is due.
      for (int i = 0; i < 30 && !run.settings().equals(found); i++) {
        run.run(1);
      }
      if (wasSettled && !found.isEmpty()) {
        assertThat(run.settings()).as("once it is back, %s, %s", what, run.said).isEqualTo(found);
        back++;
      }
    }
    assertThat(lowered).as("programs below own settings when they end").isPositive();
    assertThat(back).as("programs that went on from what was found").isPositive();
  }

  /** Another program that reports its work begins at own settings, and ends. */
  private static void other(PhasedRun run, String what) {
    run.program = "other";
    run.life = Life.SHOWN;
    run.run(1.5);
    assertThat(run.settings()).as("of another program, %s", what).isEqualTo(Configuration.EMPTY);
    assertThat(run.state.program).isEqualTo("other");
    run.life = Life.IDLE;
    run.run(WorkSilence.LEAST_NANOS * 1e-9 + 80);
    assertThat(run.settings()).as("after another program").isEqualTo(Configuration.EMPTY);
  }

  private static String state(PhasedRun run) {
    ProgramPhases running = run.state.running;
    return running == null ? "" : running.current().record.memory.stateName();
  }
}
