package io.wattune.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.policy.BinShares;
import io.wattune.core.policy.FinePolicy;
import io.wattune.core.policy.FineSettings;
import io.wattune.core.policy.HarmoniaJudging;
import io.wattune.core.policy.HarmoniaPolicy;
import io.wattune.core.policy.HarmoniaSettings;
import io.wattune.core.policy.Policy;
import io.wattune.core.tunable.Configuration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random plants under a writer that does something else than it was told to, and whose answers say
 * so or not; the values that it reads back are true. No policy settles below own settings at what
 * the plant has not run with often enough, counted in the plant, nor at what costs more than it
 * may: not a kernel, and not the program.
 */
class DishonestWriterPropertyTest {
  private static final FineSettings FINE = DeviceLoopPropertyTest.FINE;
  private static final BinShares SHARES = new BinShares(0.5, 0.75, 1);
  private static final HarmoniaSettings HARMONIA =
      HarmoniaSettings.HARMONIA
          .withJudging(HarmoniaJudging.LIVE)
          .withShares(Map.of("knob.0", SHARES, "knob.1", SHARES, "knob.2", SHARES));
  private static final double SECONDS = 300;

  @ParameterizedTest
  @Tag("long")
  @EnumSource(WriterTruth.Deed.class)
  void settlesOnNothingThatItHasNoEvidenceOf(WriterTruth.Deed deed) {
    check(deed, 0, 4);
  }

  @ParameterizedTest
  @EnumSource(WriterTruth.Deed.class)
  @Tag("nightly")
  void settlesOnNothingThatItHasNoEvidenceOfOnManyPlants(WriterTruth.Deed deed) {
    check(deed, 4, 60);
  }

  @ParameterizedTest
  @EnumSource(WriterTruth.Deed.class)
  @Tag("soak")
  void settlesOnNothingThatItHasNoEvidenceOfOnMorePlants(WriterTruth.Deed deed) {
    check(deed, 60, 400);
  }

  /**
   * A node that does not know which kernel runs has the program tuned, by the default configuration
   * that stands there.
   */
  @Test
  void tunesTheProgramWhereTheWriterKnowsNoKernel() {
    int tuned = 0;
    for (long seed = 0; seed < 50; seed += 2) {
      LoopRun run =
          run(WriterTruth.Deed.KNOWS_NO_KERNEL, seed, new FinePolicy(FINE), LoopRun.Flaw.NONE);
      assertThat(run.evidenceChecker.details()).as("seed %d, said %s", seed, run.said).isEmpty();
      KernelRecord program = run.state.runningProgram();
      if (program == null || !program.memory.stateName().equals("SETTLED")) {
        continue;
      }
      Configuration settled = run.state.ladders().configuration(program.memory.rungs());
      if (!settled.isEmpty()) {
        assertThat(run.state.isByKernel()).as("seed %d", seed).isFalse();
        assertThat(run.truth.of(null)).as("seed %d", seed).isEqualTo(settled);
        tuned++;
      }
    }
    assertThat(tuned).as("plants whose program is settled below own settings").isGreaterThan(7);
  }

  /** A loop that believes answers breaks the property for whatever a writer fails to do. */
  @ParameterizedTest
  @EnumSource(
      value = WriterTruth.Deed.class,
      names = {"OBEYS"},
      mode = EnumSource.Mode.EXCLUDE)
  void whoBelievesAnswersSettlesOnNothing(WriterTruth.Deed deed) {
    boolean isBroken = false;
    for (long seed = 0; seed < 60 && !isBroken; seed++) {
      LoopRun run = run(deed, seed, new FinePolicy(FINE), LoopRun.Flaw.BELIEVES_ANSWERS);
      isBroken =
          run.evidenceChecker.details().stream().anyMatch(each -> each.startsWith("evidence"));
    }
    assertThat(isBroken).isTrue();
  }

  private static void check(WriterTruth.Deed deed, long from, long to) {
    int settledBelow = 0;
    for (long seed = from; seed < to; seed++) {
      LoopRun run = run(deed, seed, new FinePolicy(FINE), LoopRun.Flaw.NONE);
      assertThat(run.evidenceChecker.details()).as("seed %d, said %s", seed, run.said).isEmpty();
      settledBelow += run.evidenceChecker.settledBelow();
      LoopRun harmonia = run(deed, seed, new HarmoniaPolicy(HARMONIA), LoopRun.Flaw.NONE);
      assertThat(harmonia.evidenceChecker.details())
          .as("harmonia, seed %d, said %s", seed, harmonia.said)
          .isEmpty();
      settledBelow += harmonia.evidenceChecker.settledBelow();
    }
    if (deed == WriterTruth.Deed.IGNORES) {
      assertThat(settledBelow).as("without any effect nothing is settled").isZero();
    } else {
      assertThat(settledBelow).as("the property was put to the test").isPositive();
    }
  }

  private static LoopRun run(WriterTruth.Deed deed, long seed, Policy policy, LoopRun.Flaw flaw) {
    LoopRun.Link link = seed % 2 == 0 ? LoopRun.Link.GOOD : LoopRun.Link.BAD;
    var run = new LoopRun(seed, policy, DeviceLoopPropertyTest.guards(), link, false);
    run.tellsAllBins = true;
    run.flaw = flaw;
    run.truth = new WriterTruth(deed, run.plant, seed);
    return run.run(SECONDS);
  }
}
