package io.wattune.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.simulated.Seeds;
import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.core.tunable.ValueGrid;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * What {@code fine} settles at on random programs under one clock, with power that does not fall
 * with it, so that the least energy per work lies at the top, in the middle or at the bottom of the
 * ladder: near the least that the plant has within the bound, and never above own settings'.
 */
class FineObjectivePropertyTest {
  private static final int RUNGS = 8;

  /** What steps that gain less than shows add up to: less than 1 % each. */
  private static final double OF_THE_OPTIMUM = 0.05;

  /** What noise of up to 1 % of power leaves unsaid after 32 invocations. */
  private static final double ERROR = 0.01;

  @Test
  void settlesNearTheLeastEnergyWithinTheBound() {
    check(Objective.ENERGY, 300);
  }

  @Test
  void settlesNearTheLeastEnergyTimesTimeWithinTheBound() {
    check(Objective.ED, 200);
  }

  @Test
  void settlesNearTheLeastEnergyTimesTimeSquaredWithinTheBound() {
    check(Objective.ED2, 200);
  }

  private static void check(Objective objective, int plants) {
    int between = 0;
    for (long seed = 0; seed < plants; seed++) {
      Plant plant = new Plant(seed, objective);
      int settled = plant.settle();
      int best = plant.best();
      String as = "seed " + seed + ", settled at rung " + settled + ", best is " + best;
      assertThat(plant.rate(settled)).as(as).isGreaterThan(1 - plant.slowdown - 0.006);
      assertThat(plant.score(settled)).as(as).isLessThan(1 + ERROR);
      assertThat(plant.score(settled)).as(as).isLessThan(plant.score(best) + OF_THE_OPTIMUM);
      between += best > 0 && best < RUNGS && plant.isWithin(best + 1) ? 1 : 0;
    }
    assertThat(between).as("plants whose optimum power decides, not the bound").isGreaterThan(15);
  }

  /** A step that keeps the rate and costs energy is not kept, though no rate speaks against it. */
  @Test
  void aClockThatDoesNotLowerEnergyIsLeftAlone() {
    Kernel kernel = new Kernel(FineSettings.DEFAULT, 1);
    kernel.watts = rungs -> OptionalDouble.of(100 * kernel.noise(0.003));

    kernel.run(200, rungs -> kernel.noise(0.003));

    assertThat(kernel.memory.state()).isEqualTo(FineState.SETTLED);
    assertThat(kernel.memory.rungs()).isEmpty();
    assertThat(kernel.details).last().asString().contains("energy", "no gain");
  }

  @Test
  void withoutPowerTheLowestWithinTheBoundIsTakenAndSaidToBe() {
    Kernel kernel = new Kernel(FineSettings.DEFAULT, 1);

    kernel.run(200, rungs -> kernel.noise(0.003));

    assertThat(kernel.rung("a")).isEqualTo(3);
    assertThat(kernel.details).last().asString().contains("no power is known");
  }

  @Test
  void anotherGoalIsLearnedAnew() {
    Kernel kernel = new Kernel(FineSettings.DEFAULT, 1);
    kernel.run(200, rungs -> kernel.noise(0.003));
    Goal other = Goal.DEFAULT.withObjective(Objective.ED2);
    Policy policy = Policies.named("fine", other).orElseThrow();

    Turn turn = policy.next(kernel.memory, Evidence.ofRate(1, kernel.nowNanos + 1), kernel.ladders);

    assertThat(turn.reason()).isEqualTo("measure");
    assertThat(turn.detail()).contains("goal");
    assertThat(turn.memory().rungs()).isEmpty();
    assertThat(turn.memory().stateName()).isEqualTo("MEASURE");
  }

  /** A program whose rate and power follow a clock. */
  private static final class Plant {
    private final Objective objective;
    private final FinePolicy policy;
    private final Ladders ladders;
    private final Random random;
    private final double still;
    private final double bound;
    private final double noise;
    private final double powerNoise;
    final double slowdown;

    Plant(long seed, Objective objective) {
      random = Seeds.random(seed);
      this.objective = objective;
      slowdown = new double[] {0.02, 0.1, 0.3}[random.nextInt(3)];
      still = random.nextDouble();
      bound = random.nextDouble() * random.nextDouble();
      noise = 0.003 * random.nextDouble();
      powerNoise = 0.01 * random.nextDouble();
      policy = new FinePolicy(FineSettings.DEFAULT.withGoal(new Goal(slowdown, objective)));
      Tunable clock =
          new Tunable(
              "clock",
              TunableUnit.MEGAHERTZ,
              ValueGrid.evenly(600, 1400, 100),
              OptionalLong.of(1400),
              true);
      ladders = Ladders.of(List.of(clock), Map.of());
    }

    private static double share(int rung) {
      return (1400 - 100.0 * rung) / 1400;
    }

    double rate(int rung) {
      return 1 / (1 - bound + bound / share(rung));
    }

    private double watts(int rung) {
      return still + (1 - still) * Math.pow(share(rung), 2.5);
    }

    /** Of own settings it is 1. */
    double score(int rung) {
      return watts(rung) / Math.pow(rate(rung), objective.exponent());
    }

    /** By so much that noise can tell it from the bound. */
    boolean isWithin(int rung) {
      return rate(rung) >= 1 - slowdown + 0.006;
    }

    int best() {
      int best = 0;
      for (int rung = 1; rung <= RUNGS && isWithin(rung); rung++) {
        best = score(rung) < score(best) ? rung : best;
      }
      return best;
    }

    int settle() {
      KernelMemory memory = policy.begin("program", 0).orElseThrow();
      for (long now = 1; now < 4000 && memory.searches(); now++) {
        int rung = memory.rungs().getOrDefault("clock", 0);
        double delivered = rate(rung) * (1 + noise * random.nextGaussian());
        double measured = 250 * watts(rung) * (1 + powerNoise * random.nextGaussian());
        var evidence =
            new Evidence(
                delivered,
                now * 500_000_000L,
                Map.of(),
                OptionalDouble.empty(),
                OptionalDouble.of(measured));
        memory = policy.next(memory, evidence, ladders).memory();
      }
      assertThat(memory.stateName()).isEqualTo("SETTLED");
      return memory.rungs().getOrDefault("clock", 0);
    }
  }
}
