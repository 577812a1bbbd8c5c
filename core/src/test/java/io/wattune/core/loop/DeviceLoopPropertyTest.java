package io.wattune.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.guard.Guard;
import io.wattune.core.guard.Guards;
import io.wattune.core.policy.FinePolicy;
import io.wattune.core.policy.FineSettings;
import io.wattune.core.policy.Objective;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random plants through the pure loop: kernels that feel a tunable not at all, evenly, from a knee
 * on or the wrong way round, that are noisy, rest, or change their phase; decisions, answers and
 * evidence that are late, lost, doubled or refused; holds. {@link LoopChecker} names what must be
 * true; {@link BrokenLoopTest} shows that each of its checks can fail.
 */
class DeviceLoopPropertyTest {
  /** As by default, but 64 invocations must do, which shows a loss of 2 % up to 3.7 % of noise. */
  static final FineSettings FINE =
      new FineSettings(0.02, 8, 64, 3, 4, 12, 5, 600_000_000_000L, Objective.ENERGY);

  private static final double MOST_SECONDS = 4000;

  static List<Guard> guards() {
    LoopSettings settings = LoopRun.SETTINGS;
    return Guards.standard(settings.stepsPerDecision(), settings.dwellNanos());
  }

  @Test
  void keepsEveryPropertyOnRandomPlants() {
    checkSeeds(0, 100);
  }

  @Test
  @Tag("nightly")
  void keepsEveryPropertyOnManyRandomPlants() {
    checkSeeds(100, 700);
  }

  @Test
  @Tag("soak")
  void keepsEveryPropertyOnThousandsOfRandomPlants() {
    checkSeeds(700, 20_000);
  }

  /**
   * Nobody reads an answer to a decision that it knows nothing of as a reason to send another one,
   * whose answer would come to the next that knows nothing of it, and so on.
   */
  @Tag("long")
  @Test
  void noTakeOverCausesAStormHoweverManyAnswersAreUnderWay() {
    checkTakeOvers(0, 24);
  }

  @Tag("nightly")
  @Test
  void noTakeOverOfManyCausesAStorm() {
    checkTakeOvers(24, 300);
  }

  private static void checkTakeOvers(long from, long to) {
    for (long seed = from; seed < to; seed++) {
      LoopRun.Link link = seed % 2 == 0 ? LoopRun.Link.GOOD : LoopRun.Link.BAD;
      LoopRun run = new LoopRun(seed, new FinePolicy(FINE), guards(), link, false);
      run.takeOvers = 3;
      run.run(MOST_SECONDS).checker.checkEnd(run, FINE);
      assertThat(run.checker.details())
          .as("seed %d, link %s, said %s", seed, link, run.said)
          .isEmpty();
      // Each kernel changes once, the first may be a renewal, and one is the new controller's.
      assertThat(run.checker.mostWithinDwell())
          .as("seed %d, link %s", seed, link)
          .isLessThanOrEqualTo(run.plant.kernels.size() + 2);
    }
  }

  /**
   * Whatever happens to a node's writer, to what is under way and to clocks: nobody is asked in a
   * storm, and when it is over every kernel is where it would have been.
   */
  @Tag("long")
  @Test
  void disturbancesCauseNoStormAndItSettlesAfterThem() {
    checkDisturbances(0, 8);
  }

  @Tag("nightly")
  @Test
  void manyDisturbancesCauseNoStormAndItSettlesAfterThem() {
    checkDisturbances(8, 200);
  }

  private static void checkDisturbances(long from, long to) {
    for (long seed = from; seed < to; seed++) {
      LoopRun.Link link = seed % 2 == 0 ? LoopRun.Link.GOOD : LoopRun.Link.BAD;
      LoopRun run = new LoopRun(seed, new FinePolicy(FINE), guards(), link, false);
      run.disturbances = 8;
      run.takeOvers = seed % 3 == 0 ? 3 : 0;
      run.run(MOST_SECONDS).checker.checkEnd(run, FINE);
      assertThat(run.checker.details())
          .as("seed %d, link %s, said %s", seed, link, run.said)
          .isEmpty();
      // One more for a clock that is stepped: it ends a lease, and a dwell time.
      assertThat(run.checker.mostWithinDwell())
          .as("seed %d, link %s", seed, link)
          .isLessThanOrEqualTo(run.plant.kernels.size() + 3);
    }
  }

  private static void checkSeeds(long from, long to) {
    for (long seed = from; seed < to; seed++) {
      LoopRun.Link link = seed % 2 == 0 ? LoopRun.Link.GOOD : LoopRun.Link.BAD;
      LoopRun run = new LoopRun(seed, new FinePolicy(FINE), guards(), link, seed % 5 == 0);
      run.run(MOST_SECONDS).checker.checkEnd(run, FINE);
      assertThat(run.checker.details())
          .as("seed %d, link %s, said %s", seed, link, run.said)
          .isEmpty();
    }
  }
}
