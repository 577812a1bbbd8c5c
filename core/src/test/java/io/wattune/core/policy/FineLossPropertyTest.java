package io.wattune.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.simulated.Seeds;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.core.tunable.ValueGrid;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What it costs to look, on random programs whose ladders have 2 to 40 values and whose settings
 * take a second more to come into force than a window lasts: what is lost beyond the tolerance in
 * any ten minutes, by the plant's own count, stays within the stated bound.
 */
class FineLossPropertyTest {
  private static final FineSettings FINE = FineSettings.DEFAULT;
  private static final double WINDOW_SECONDS = 0.5;
  private static final double LATE_SECONDS = 1;
  private static final double TEN_MINUTES = 600;

  @Tag("long")
  @Test
  void whatIsLostInAnyTenMinutesIsWithinTheBound() {
    check(0, 150);
  }

  @Tag("nightly")
  @Test
  void whatManyLoseIsWithinTheBound() {
    check(150, 1000);
  }

  private static void check(long from, long to) {
    for (long seed = from; seed < to; seed++) {
      Program program = new Program(seed);
      program.run(1800);
      double most = program.mostLostWithin(TEN_MINUTES);
      assertThat(most)
          .as("seed %d, said %s", seed, program.said)
          .isLessThan(0.01 * TEN_MINUTES + program.largestLook);
      for (double within = 30; within <= TEN_MINUTES; within += 30) {
        assertThat(program.lostWithinFirst(within))
            .as("first %.0f s of seed %d, said %s", within, seed, program.said)
            .isLessThan(
                LossBudget.FIRST_SECONDS
                    + 0.01 * within
                    + (within < 500 ? program.largestNearTrial : program.largestLook));
      }
    }
  }

  @Test
  void aRungFarBelowIsTriedLastAndForTwoWindows() {
    Program program = new Program(tunable("core", 1410, 90, 16), tunable("memory", 1215, 810, 2));
    program.weights = Map.of("core", 0.02, "memory", 0.93);
    program.noise = 0.005;
    program.run(60);

    assertThat(program.windowsAt.get("memory 405")).as("in its first minute").isNull();
    assertThat(program.lostWithinFirst(60)).isLessThan(0.01 * 60);
    program.run(1300);

    assertThat(program.windowsAt.get("memory 405")).isEqualTo(2);
    assertThat(program.said.indexOf("retry-single")).isEqualTo(-1);
    assertThat(program.memory.state()).isEqualTo(FineState.SETTLED);
    assertThat(program.mostLostWithin(60)).isLessThan(0.025 * 60);
  }

  private static Tunable tunable(String name, long own, long step, int values) {
    return new Tunable(
        name,
        TunableUnit.MEGAHERTZ,
        ValueGrid.evenly(own - step * (values - 1), own, step),
        OptionalLong.of(own),
        true);
  }

  /** A program that does what is wished a little later. */
  private static final class Program {
    final FinePolicy policy = new FinePolicy(FINE);
    final Ladders ladders;
    final List<Tunable> tunables;
    final Random random;
    Map<String, Double> weights;
    double noise;
    FineMemory memory = (FineMemory) policy.begin("program", 0).orElseThrow();
    final List<String> said = new ArrayList<>();
    final Map<String, Integer> windowsAt = new java.util.TreeMap<>();
    private final List<double[]> lost = new ArrayList<>();
    double largestLook;
    double largestNearTrial;
    private double lostInTrial;
    private boolean isFar;
    private double seconds;

    Program(long seed) {
      this(Seeds.random(seed), new ArrayList<>());
      int count = 1 + random.nextInt(3);
      for (int i = 0; i < count; i++) {
        int values = 2 + random.nextInt(39);
        long own = 400 + random.nextInt(2000);
        long step = Math.max(1, (long) (own * (0.3 + 0.6 * random.nextDouble()) / (values - 1)));
        tunables.add(tunable("t" + i, own, step, values));
      }
      noise = new double[] {0.001, 0.003, 0.01, 0.02}[random.nextInt(4)];
      weights = new java.util.TreeMap<>();
      tunables.forEach(
          each -> weights.put(each.name(), random.nextBoolean() ? 0 : random.nextDouble()));
    }

    Program(Tunable... tunables) {
      this(Seeds.random(7), List.of(tunables));
    }

    private Program(Random random, List<Tunable> tunables) {
      this.random = random;
      this.tunables = tunables;
      this.ladders = Ladders.of(List.of(), Map.of());
    }

    /** Work that needs each tunable for a share of its time, one after the other. */
    double rate(Configuration configuration) {
      double time = 1;
      for (Tunable tunable : tunables) {
        double own = tunable.ownValue().orElseThrow();
        double value = configuration.setting(tunable.name()).map(Setting::value).orElse((long) own);
        time += weights.get(tunable.name()) * (own / value - 1) / Math.max(1, total());
      }
      return 1 / time;
    }

    private double total() {
      return weights.values().stream().mapToDouble(Double::doubleValue).sum();
    }

    void run(double forSeconds) {
      Ladders all = Ladders.of(tunables, Map.of());
      while (seconds < forSeconds) {
        Configuration now = all.configuration(memory.rungs());
        now.settings()
            .forEach(each -> windowsAt.merge(each.tunable() + " " + each.value(), 1, Integer::sum));
        double rate = rate(now);
        isFar = now.settings().stream().anyMatch(each -> isFar(all, each));
        pass(rate, WINDOW_SECONDS);
        var evidence =
            Evidence.ofRate(
                Math.max(0, rate * (1 + noise * random.nextGaussian())), (long) (seconds * 1e9));
        Turn turn = policy.next(memory, evidence, all);
        Map<String, Integer> before = memory.rungs();
        memory = (FineMemory) turn.memory();
        if (!turn.reason().isEmpty()) {
          said.add(turn.reason());
        }
        if (!memory.rungs().equals(before)) {
          // What was in force stays until the node has done what it is told.
          pass(rate, LATE_SECONDS);
          lostInTrial = 0;
        }
      }
    }

    /** More than 40 % below the rung above it. */
    private static boolean isFar(Ladders all, Setting setting) {
      Ladder ladder = all.ladder(setting.tunable()).orElseThrow();
      int rung = ladder.rungOf(setting.value());
      long above =
          rung == 1 ? ladder.tunable().ownValue().orElseThrow() : ladder.setting(rung - 1).value();
      return setting.value() < 0.6 * above;
    }

    private void pass(double rate, double forSeconds) {
      double loss = Math.max(0, 1 - FINE.tolerance() - rate);
      double look = loss * (2 * WINDOW_SECONDS + LATE_SECONDS);
      largestLook = Math.max(largestLook, look);
      lostInTrial += loss * forSeconds;
      largestNearTrial = isFar ? largestNearTrial : Math.max(largestNearTrial, lostInTrial);
      lost.add(new double[] {seconds, loss * forSeconds});
      seconds += forSeconds;
    }

    double lostWithinFirst(double length) {
      return lost.stream().filter(each -> each[0] < length).mapToDouble(each -> each[1]).sum();
    }

    double mostLostWithin(double length) {
      double most = 0;
      double sum = 0;
      int from = 0;
      for (double[] each : lost) {
        sum += each[1];
        while (lost.get(from)[0] <= each[0] - length) {
          sum -= lost.get(from++)[1];
        }
        most = Math.max(most, sum);
      }
      return most;
    }
  }
}
