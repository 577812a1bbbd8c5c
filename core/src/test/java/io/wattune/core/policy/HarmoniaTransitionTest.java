package io.wattune.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.sensitivity.SensitivityBin;
import io.wattune.core.tunable.TunableName;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The table in the Javadoc of {@link HarmoniaPolicy}, edge by edge. */
class HarmoniaTransitionTest {
  private static final List<String> BOTH =
      List.of(
          "OWN RETURN",
          "OWN COARSE",
          "OWN LOWER",
          "OWN SETTLED",
          "COARSE LOWER",
          "COARSE SETTLED",
          "COARSE RAISE",
          "RAISE RAISE",
          "RAISE SINGLE",
          "RAISE LOWER",
          "RAISE SETTLED",
          "LOWER LOWER",
          "LOWER SINGLE",
          "LOWER SETTLED",
          "SINGLE SINGLE",
          "SINGLE LOWER",
          "SINGLE SETTLED",
          "COARSE CONFIRM",
          "RAISE CONFIRM",
          "LOWER CONFIRM",
          "SINGLE CONFIRM",
          "CONFIRM SETTLED",
          "CONFIRM OWN",
          "CONFIRM RESTLESS",
          "SETTLED RETURN",
          "SETTLED OWN",
          "SETTLED RESTLESS",
          "RETURN SETTLED",
          "RETURN OWN",
          "RETURN RESTLESS",
          "RESTLESS OWN");

  /** By a refused setting. */
  private static final List<String> REFUSED =
      List.of("COARSE OWN", "RAISE OWN", "LOWER OWN", "SINGLE OWN");

  private static final List<String> COARSE_ONLY = List.of("OWN COARSE", "COARSE COARSE");

  private static final List<String> ONE_TUNABLE =
      List.of(
          "OWN RETURN",
          "OWN COARSE",
          "COARSE LOWER",
          "COARSE SETTLED",
          "COARSE CONFIRM",
          "COARSE RAISE",
          "RAISE RAISE",
          "RAISE SETTLED",
          "RAISE CONFIRM",
          "OWN LOWER",
          "OWN SETTLED",
          "LOWER LOWER",
          "LOWER SETTLED",
          "LOWER CONFIRM",
          "CONFIRM SETTLED",
          "CONFIRM OWN",
          "CONFIRM RESTLESS",
          "SETTLED RETURN",
          "SETTLED OWN",
          "SETTLED RESTLESS",
          "RETURN SETTLED",
          "RETURN OWN",
          "RETURN RESTLESS",
          "RESTLESS OWN");

  @Test
  void randomKernelsWalkEveryEdgeAndNoOther() {
    assertThat(walked(HarmoniaSettings.HARMONIA, false)).containsExactlyInAnyOrderElementsOf(BOTH);
  }

  @Test
  void refusedSettingsAddTheirEdges() {
    Set<String> all = new HashSet<>(BOTH);
    all.addAll(REFUSED);

    assertThat(walked(HarmoniaSettings.HARMONIA, true)).containsExactlyInAnyOrderElementsOf(all);
  }

  @Test
  void theCoarseHalfAloneWalksTwo() {
    assertThat(walked(HarmoniaSettings.COARSE_ONLY, false))
        .containsExactlyInAnyOrderElementsOf(COARSE_ONLY);
  }

  @Test
  void theCoreClockAloneWalksThoseOfOneTunable() {
    assertThat(walked(HarmoniaSettings.DVFS_ONLY, false))
        .containsExactlyInAnyOrderElementsOf(ONE_TUNABLE);
  }

  private static Set<String> walked(HarmoniaSettings settings, boolean withRefusals) {
    HarmoniaJudging nervous = new HarmoniaJudging(0.02, 1, 2, 2, 2, 20_000_000_000L, true);
    Set<String> walked = new HashSet<>();
    for (int seed = 0; seed < 400; seed++) {
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
