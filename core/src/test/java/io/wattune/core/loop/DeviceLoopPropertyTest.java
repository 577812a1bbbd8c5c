package io.wattune.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.guard.Guards;
import io.wattune.core.policy.FinePolicy;
import io.wattune.core.policy.FineSettings;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random plants through the pure loop; {@code BrokenLoopTest} shows that each check can fail. */
class DeviceLoopPropertyTest {
  private static final FineSettings FINE = FineSettings.DEFAULT;

  @Test
  void keepsEveryPropertyOnRandomPlants() {
    for (long seed = 0; seed < 1000; seed++) {
      check(seed);
    }
  }

  @Test
  @Tag("long")
  void keepsEveryPropertyOnManyRandomPlants() {
    for (long seed = 1000; seed < 20_000; seed++) {
      check(seed);
    }
  }

  private static void check(long seed) {
    LoopRun.Link link = seed % 2 == 0 ? LoopRun.Link.GOOD : LoopRun.Link.BAD;
    LoopRun run =
        new LoopRun(
                seed,
                new FinePolicy(FINE),
                Guards.standard(
                    LoopRun.SETTINGS.worstQuality(),
                    LoopRun.SETTINGS.stepsPerDecision(),
                    LoopRun.SETTINGS.dwellNanos()),
                link,
                seed % 5 == 0)
            .run(4000);
    run.checker.checkEnd(run, FINE);
    assertThat(run.checker.details()).as("seed %d, link %s", seed, link).isEmpty();
  }
}
