package io.wattune.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

class FinePolicyTest {
  private static final FineSettings FINE = FineSettings.DEFAULT;

  @Test
  void lowersAllTogetherToTheLowestWhereNothingMatters() {
    Kernel kernel = new Kernel(FINE, 2);

    kernel.run(60, rungs -> 1000 * kernel.noise(0.001));

    assertThat(kernel.memory.state()).isEqualTo(FineState.SETTLED);
    assertThat(kernel.memory.rungs()).isEqualTo(Map.of("a", 3, "b", 3));
    assertThat(kernel.reasons)
        .containsExactly("lower", "lower", "lower", "lower", "confirm", "settled");
    assertThat(kernel.details.get(1)).contains("'kernel'", "+-", "a 200, b 200");
  }

  @Test
  void findsTheCulpritAndLowersTheOther() {
    Kernel kernel = new Kernel(FINE, 2);

    kernel.run(150, rungs -> (1 - 0.1 * rungs.getOrDefault("b", 0)) * kernel.noise(0.001));

    assertThat(kernel.memory.state()).isEqualTo(FineState.SETTLED);
    assertThat(kernel.memory.rungs()).isEqualTo(Map.of("a", 3));
    assertThat(kernel.memory.frozen()).containsExactly("b");
    assertThat(kernel.reasons)
        .containsExactly(
            "lower",
            "revert",
            "retry-single",
            "retry-single",
            "revert",
            "lower",
            "lower",
            "confirm",
            "settled");
  }

  @Test
  void smallLossesDoNotAddUpBeyondTheTolerance() {
    // 0.9 % a rung: two are within 2 % of the reference, three are not.
    Kernel kernel = new Kernel(FINE, 1);

    kernel.run(100, rungs -> 1 - 0.009 * rungs.getOrDefault("a", 0));

    assertThat(kernel.memory.state()).isEqualTo(FineState.SETTLED);
    assertThat(kernel.rung("a")).isEqualTo(2);
  }

  @Test
  void doesNotExploreWhatIsSensitive() {
    Kernel kernel = new Kernel(FINE, 2);
    kernel.sensitive.add("a");

    kernel.run(100, rungs -> kernel.noise(0.001));

    assertThat(kernel.memory.rungs()).isEqualTo(Map.of("b", 3));
  }

  @Test
  void looksAgainLaterAtWhatIsNotSensitiveAnyMore() {
    Kernel kernel = new Kernel(FINE, 1);
    kernel.sensitive.add("a");
    kernel.run(20, rungs -> 1);
    assertThat(kernel.memory.state()).isEqualTo(FineState.SETTLED);

    kernel.sensitive.clear();
    kernel.nowNanos += FINE.remeasureAfterNanos();
    kernel.run(1, rungs -> 1);

    assertThat(kernel.memory.state()).isEqualTo(FineState.LOWER);
  }

  @Test
  void aPhaseThatSlowsTheKernelDownInATrialIsNotBlamedOnTheTunable() {
    Kernel kernel = new Kernel(FINE, 1);
    kernel.runTo(FineState.LOWER, 100, rungs -> kernel.noise(0.001));

    kernel.runTo(FineState.MEASURE, 100, rungs -> 0.7 * kernel.noise(0.001));

    assertThat(kernel.reasons).containsExactly("lower", "revert", "phase-change");
    kernel.run(100, rungs -> 0.7 * kernel.noise(0.001));
    assertThat(kernel.rung("a")).isEqualTo(3);
  }

  @Test
  void aPhaseThatSpeedsTheKernelUpInATrialDoesNotHideALoss() {
    Kernel kernel = new Kernel(FINE, 1);
    kernel.runTo(FineState.LOWER, 100, rungs -> kernel.noise(0.001));

    kernel.run(200, rungs -> 1.4 * (1 - 0.1 * rungs.getOrDefault("a", 0)) * kernel.noise(0.001));

    assertThat(kernel.reasons).startsWith("lower", "confirm-faster", "phase-change", "lower");
    assertThat(kernel.memory.state()).isEqualTo(FineState.SETTLED);
    assertThat(kernel.rung("a")).isEqualTo(0);
  }

  @Test
  void keepsTheGainWhereLowerIsFaster() {
    // Fastest at rung 2; rung 3 is as fast as own settings, which is 10 % below the best.
    Kernel kernel = new Kernel(FINE, 1);
    double[] rates = {1, 1.05, 1.1, 1};

    kernel.run(200, rungs -> rates[rungs.getOrDefault("a", 0)] * kernel.noise(0.001));

    assertThat(kernel.memory.state()).isEqualTo(FineState.SETTLED);
    assertThat(kernel.rung("a")).isEqualTo(2);
  }

  @Test
  void saysThatItCannotTellAndStaysAtOwnSettings() {
    Kernel kernel = new Kernel(FINE, 2);

    kernel.run(1000, rungs -> Math.max(0, kernel.noise(0.2)));

    assertThat(kernel.memory.state()).isEqualTo(FineState.CANNOT_TELL);
    assertThat(kernel.memory.rungs()).isEmpty();
    assertThat(kernel.reasons).containsExactly("measure", "cannot-tell");
    assertThat(kernel.details.get(1)).contains("own settings from now on");
  }

  @Test
  void cannotTellWithoutWork() {
    Kernel kernel = new Kernel(FINE, 1);

    kernel.run(50, rungs -> 0);

    assertThat(kernel.reasons).containsExactly("cannot-tell");
  }

  @Test
  void givesUpOnAKernelThatChangesAllTheTime() {
    Kernel kernel = new Kernel(FINE, 1);
    for (int phase = 0; phase < 8; phase++) {
      double rate = phase % 2 == 0 ? 1 : 1.5;
      kernel.run(60, rungs -> rate * kernel.noise(0.001));
    }

    assertThat(kernel.memory.state()).isEqualTo(FineState.CANNOT_TELL);
  }

  @Test
  void theReferenceIsMeasuredAgainAtTheStatedCost() {
    FineSettings often =
        new FineSettings(0.02, 8, 128, 3, 4, 12, 3, 60_000_000_000L, Objective.ENERGY);
    Kernel kernel = new Kernel(often, 1);
    kernel.runTo(FineState.SETTLED, 200, rungs -> kernel.noise(0.001));
    int[] atOwn = {0};

    int all = 6000;
    kernel.run(
        all,
        rungs -> {
          atOwn[0] += rungs.isEmpty() ? 1 : 0;
          return kernel.noise(0.001);
        });

    // 10 minutes: 8 invocations out of the 600 of each minute.
    assertThat(kernel.reasons).filteredOn("remeasure"::equals).hasSizeBetween(9, 10);
    assertThat(atOwn[0]).isBetween(9 * 8, 10 * 8);
    assertThat(kernel.rung("a")).isEqualTo(3);
  }

  @Test
  void aSlowDriftOfWhatIsLostIsFoundWhenTheReferenceIsMeasuredAgain() {
    FineSettings often =
        new FineSettings(0.02, 8, 128, 3, 4, 12, 3, 60_000_000_000L, Objective.ENERGY);
    Kernel kernel = new Kernel(often, 1);
    kernel.runTo(FineState.SETTLED, 200, rungs -> 1);
    long start = kernel.nowNanos;

    // Own settings become 1 % faster each minute, the settled ones do not.
    ToDoubleFunction<Map<String, Integer>> drifting =
        rungs -> rungs.isEmpty() ? 1 + 0.01 * (kernel.nowNanos - start) / 60e9 : 1;
    kernel.runTo(FineState.MEASURE, 6000, drifting);

    assertThat(kernel.nowNanos - start).isLessThan(4 * 60_000_000_000L);
  }

  @Test
  void whatIsRefusedIsGivenUpAndTheRestGoesOn() {
    Kernel kernel = new Kernel(FINE, 2);
    kernel.runTo(FineState.LOWER, 20, rungs -> 1);

    kernel.refuse("a", 301);
    kernel.run(50, rungs -> 1);

    assertThat(kernel.memory.state()).isEqualTo(FineState.SETTLED);
    assertThat(kernel.memory.rungs()).isEqualTo(Map.of("b", 3));
    assertThat(kernel.reasons).startsWith("lower", "refused", "lower");
  }

  @Test
  void measuresAnewWhereTheBestSettingsAreRefused() {
    Kernel kernel = new Kernel(FINE, 1);
    kernel.runTo(FineState.SETTLED, 50, rungs -> 1);

    kernel.refuse("a", 250);
    assertThat(kernel.memory.state()).isEqualTo(FineState.MEASURE);
    kernel.run(50, rungs -> 1);

    assertThat(kernel.rung("a")).isEqualTo(1);
  }

  @Test
  void settlesWithinTheBound() {
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      Kernel kernel = new Kernel(FINE, 1 + random.nextInt(4));
      double[] slopes = random.doubles(4, -0.03, 0.06).toArray();
      double noise = random.nextDouble() * 0.06;

      long bound = mostInvocations(FINE, kernel.ladders);
      ToDoubleFunction<Map<String, Integer>> rate =
          rungs -> Math.max(0, kernel.noise(noise)) * slope(rungs, slopes);
      while (!isSettled(kernel) && kernel.used <= bound) {
        kernel.run(1, rate);
      }

      assertThat(kernel.used).as("seed %d: %s", seed, kernel.reasons).isLessThanOrEqualTo(bound);
    }
  }

  /** Most invocations, measured at the wished settings, until a steady kernel is settled. */
  private static long mostInvocations(FineSettings settings, Ladders ladders) {
    long rungs = ladders.names().stream().mapToLong(ladders::lowest).sum();
    // Own settings first and last; down again after each confirmation of a gain; what falls back.
    long judgements = 2 + 2 * rungs + 2L * (settings.mostReverts() + 1);
    return judgements * settings.most();
  }

  private static double slope(Map<String, Integer> rungs, double[] slopes) {
    double rate = 1;
    for (Map.Entry<String, Integer> each : rungs.entrySet()) {
      rate *= 1 - slopes[each.getKey().charAt(0) - 'a'] * each.getValue();
    }
    return rate;
  }

  private static boolean isSettled(Kernel kernel) {
    return Set.of(FineState.SETTLED, FineState.CANNOT_TELL).contains(kernel.memory.state());
  }

  @Test
  void randomKernelsWalkEveryEdgeOfTheTableAndNoOther() {
    FineSettings nervous =
        new FineSettings(0.02, 4, 16, 2, 3, 3, 2, 20_000_000_000L, Objective.ENERGY);
    Set<String> walked = new HashSet<>();
    for (int seed = 0; seed < 800; seed++) {
      Kernel kernel = new Kernel(nervous, 1 + seed % 3);
      // Of long ones a look costs so much that it has to wait.
      kernel.everyNanos *= seed % 4 == 0 ? 20 : 1;
      walkAtRandom(kernel, new Random(seed));
      walked.addAll(kernel.edges);
    }

    assertThat(walked).containsExactlyInAnyOrderElementsOf(PolicyPage.edges("fine", true));
  }

  private static void walkAtRandom(Kernel kernel, Random random) {
    double[] slopes = random.doubles(4, -0.05, 0.05).toArray();
    kernel.random.setSeed(random.nextLong());
    if (random.nextBoolean()) {
      double fallsBy = random.nextDouble(-0.02, 0.1);
      kernel.watts =
          rungs ->
              OptionalDouble.of(
                  (100 - 100 * fallsBy * rungs.values().stream().mapToInt(each -> each).sum())
                      * kernel.noise(0.003));
    }
    for (int phase = 0; phase < 12; phase++) {
      double noise = random.nextInt(4) == 0 ? 0.05 : 0.003;
      double level = 1 + 0.3 * random.nextInt(3);
      if (random.nextInt(3) == 0) {
        kernel.sensitive.clear();
        kernel.sensitive.addAll(random.nextBoolean() ? Set.of("a") : Set.of("a", "b", "c"));
      }
      kernel.run(
          1 + random.nextInt(150),
          rungs -> level * Math.max(0, kernel.noise(noise)) * slope(rungs, slopes));
      if (random.nextInt(6) == 0) {
        kernel.refuse("a", 101 + 100L * random.nextInt(3));
      }
    }
  }
}
