package io.wattune.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.sensitivity.SensitivityBin;
import io.wattune.core.tunable.TunableName;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The tables of {@link HarmoniaPolicy} and its variants in docs/policies.md, edge by edge. */
class HarmoniaTransitionTest {
  @Test
  void randomKernelsWalkEveryEdgeAndNoOther() {
    assertThat(walked(HarmoniaSettings.HARMONIA, false))
        .containsExactlyInAnyOrderElementsOf(PolicyPage.edges("harmonia", false));
  }

  @Test
  void refusedSettingsAddTheirEdges() {
    assertThat(walked(HarmoniaSettings.HARMONIA, true))
        .containsExactlyInAnyOrderElementsOf(PolicyPage.edges("harmonia", true));
  }

  @Test
  void theCoarseHalfAloneWalksTwo() {
    assertThat(walked(HarmoniaSettings.COARSE_ONLY, false))
        .containsExactlyInAnyOrderElementsOf(PolicyPage.edges("harmonia-cg", false));
  }

  @Test
  void theCoreClockAloneWalksThoseOfOneTunable() {
    assertThat(walked(HarmoniaSettings.DVFS_ONLY, false))
        .containsExactlyInAnyOrderElementsOf(PolicyPage.edges("dvfs-only", false));
  }

  private static Set<String> walked(HarmoniaSettings settings, boolean withRefusals) {
    Set<String> walked = new HashSet<>();
    for (int seed = 0; seed < 400; seed++) {
      var nervous = new HarmoniaJudging(0.02, 1, 2, 2, 2, 20_000_000_000L, seed % 2 == 0);
      var card = new CardRun(new HarmoniaPolicy(settings.withJudging(nervous)));
      walk(card, new Random(seed), withRefusals);
      walked.addAll(card.edges);
    }
    return walked;
  }

  private static void walk(CardRun card, Random random, boolean withRefusals) {
    card.random.setSeed(random.nextLong());
    Roofline[] kernels = {kernel(random), kernel(random), kernel(random)};
    for (int phase = 0; phase < 12; phase++) {
      Roofline kernel = kernels[random.nextInt(3)];
      card.noise = random.nextInt(4) == 0 ? 0.03 : 0.002;
      if (random.nextInt(3) == 0) {
        // A model that is wrong: the coarse settings may be too low.
        Map<String, SensitivityBin> wrong =
            random.nextInt(4) == 0 ? Map.of() : Roofline.bins(bin(random), bin(random));
        card.bins = settings -> wrong;
        card.runAsBinned(1 + random.nextInt(30), kernel);
      } else {
        card.run(1 + random.nextInt(30), kernel);
      }
      if (withRefusals && random.nextInt(3) == 0) {
        card.refuse(TunableName.MEMORY_CLOCK, 500 + 150L * random.nextInt(5));
      }
      if (random.nextInt(6) == 0) {
        card.nowNanos += 20_000_000_000L;
      }
    }
  }

  private static SensitivityBin bin(Random random) {
    return SensitivityBin.values()[random.nextInt(3)];
  }

  private static Roofline kernel(Random random) {
    return new Roofline(
        0.05 + random.nextDouble(),
        0.05 + random.nextDouble(),
        random.nextInt(3) == 0 ? random.nextDouble() : 0,
        random.nextInt(3) == 0 ? random.nextDouble() : 0);
  }
}
