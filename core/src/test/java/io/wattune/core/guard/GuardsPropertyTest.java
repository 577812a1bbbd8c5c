package io.wattune.core.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.Quality;
import io.wattune.core.policy.Ladder;
import io.wattune.core.policy.Ladders;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Setting;
import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.core.tunable.ValueGrid;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;

class GuardsPropertyTest {
  private static final long DWELL = 1_000;

  /** One of everything that guards are asked. */
  private record Question(
      List<Tunable> tunables, Map<String, Configuration> wished, GuardContext context) {}

  @Property(tries = 2000, shrinking = ShrinkingMode.OFF)
  void noGuardWidens(@ForAll long seed) {
    Question question = question(new Random(seed));
    for (Guard guard : Guards.standard(2, DWELL)) {
      assertThat(widened(guard, question)).as("%s on %s", guard.name(), question).isEmpty();
    }
  }

  @Property(tries = 2000, shrinking = ShrinkingMode.OFF)
  void theChainDoesNotWidenAndKeepsEveryLimit(@ForAll long seed) {
    Question question = question(new Random(seed));
    Guard chain = chain(Guards.standard(2, DWELL));
    GuardContext context = question.context();

    assertThat(widened(chain, question)).as("%s", question).isEmpty();
    GuardVerdict verdict = chain.rule().check(question.wished(), context);
    assertThat(verdict.isVetoed()).isEqualTo(context.isHeld());
    verdict
        .configurations()
        .forEach(
            (kernel, configuration) ->
                configuration
                    .settings()
                    .forEach(setting -> checkLimits(kernel, setting, question)));
  }

  /** What is not as it was sent is on a rung, and within the steps from what is confirmed. */
  private static void checkLimits(String kernel, Setting setting, Question question) {
    Tunable tunable =
        question.tunables().stream()
            .filter(each -> each.name().equals(setting.tunable()))
            .findFirst()
            .orElseThrow();
    assertThat(tunable.isWritable()).isTrue();
    assertThat(setting.value())
        .isBetween(tunable.grid().lowest(), tunable.ownValue().orElseThrow());
    GuardContext context = question.context();
    Configuration sent = context.sent().getOrDefault(kernel, Configuration.EMPTY);
    if (!sent.settings().contains(setting)) {
      Ladder ladder = context.ladders().ladder(setting.tunable()).orElseThrow();
      int rung = ladder.rungOf(setting.value());
      assertThat(rung).isBetween(1, context.surelyAtRung(kernel, setting.tunable()) + 2);
    }
  }

  @Test
  void theCheckCatchesAGuardThatWidens() {
    Guard widening =
        new Guard(
            "widening",
            (wished, context) -> {
              Map<String, Configuration> wider = new HashMap<>();
              wished.forEach((kernel, each) -> wider.put(kernel, oneLower(each)));
              return GuardVerdict.narrowed(wished, wider, "one lower");
            });

    int caught = 0;
    for (int seed = 0; seed < 200; seed++) {
      caught += widened(widening, question(new Random(seed))).isEmpty() ? 0 : 1;
    }

    assertThat(caught).isGreaterThan(100);
  }

  private static Configuration oneLower(Configuration configuration) {
    return new Configuration(
        configuration.settings().stream()
            .map(each -> new Setting(each.tunable(), each.unit(), each.value() - 1))
            .toList());
  }

  private static Guard chain(List<Guard> guards) {
    return new Guard(
        "chain",
        (wished, context) -> {
          GuardVerdict verdict = GuardVerdict.pass(wished);
          for (Guard guard : guards) {
            verdict = guard.rule().check(verdict.configurations(), context);
            if (verdict.isVetoed()) {
              return verdict;
            }
          }
          return verdict;
        });
  }

  /** Tunables that came out farther from their own setting than wished and than sent. */
  private static List<String> widened(Guard guard, Question question) {
    GuardVerdict verdict = guard.rule().check(question.wished(), question.context());
    List<String> widened = new ArrayList<>();
    Set<String> kernels = new HashSet<>(verdict.configurations().keySet());
    for (String kernel : kernels) {
      for (Tunable tunable : question.tunables()) {
        long out = distance(verdict.configurations(), kernel, tunable);
        long wished = distance(question.wished(), kernel, tunable);
        long sent = distance(question.context().sent(), kernel, tunable);
        if (out > Math.max(wished, sent)) {
          widened.add(kernel + " " + tunable.name());
        }
      }
    }
    return widened;
  }

  private static long distance(
      Map<String, Configuration> configurations, String kernel, Tunable tunable) {
    long own = tunable.ownValue().orElse(0);
    return configurations
        .getOrDefault(kernel, Configuration.EMPTY)
        .setting(tunable.name())
        .map(setting -> Math.abs(own - setting.value()))
        .orElse(0L);
  }

  private static Question question(Random random) {
    List<Tunable> tunables = new ArrayList<>();
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      ValueGrid grid = ValueGrid.evenly(100, 100 + 10L * random.nextInt(20), 10);
      long own = grid.valueAt(random.nextInt(grid.size())) + random.nextInt(2);
      tunables.add(
          new Tunable(
              "t" + i, TunableUnit.MEGAHERTZ, grid, OptionalLong.of(own), random.nextInt(5) != 0));
    }
    Ladders ladders = Ladders.of(tunables, Map.of());
    Map<String, Long> changed = new HashMap<>();
    for (int kernel = 0; kernel < 3; kernel++) {
      if (random.nextBoolean()) {
        changed.put("k" + kernel, random.nextLong(2 * DWELL));
      }
    }
    // Any nonsense may be wished; what was sent and confirmed once passed the guards.
    GuardContext context =
        new GuardContext(
            2 * DWELL,
            random.nextInt(6) == 0,
            Quality.ofCode(random.nextInt(5)),
            random.nextInt(6) == 0,
            ladders,
            onRungs(random, tunables, ladders),
            List.of(onRungs(random, tunables, ladders), onRungs(random, tunables, ladders)),
            changed);
    return new Question(
        tunables,
        random.nextBoolean() ? onRungs(random, tunables, ladders) : nonsense(random, tunables),
        context);
  }

  private static Map<String, Configuration> onRungs(
      Random random, List<Tunable> tunables, Ladders ladders) {
    Map<String, Configuration> configurations = new HashMap<>();
    for (int kernel = 0; kernel < 3; kernel++) {
      Map<String, Integer> rungs = new HashMap<>();
      tunables.forEach(
          each -> rungs.put(each.name(), random.nextInt(ladders.lowest(each.name()) + 1)));
      Configuration configuration = ladders.configuration(rungs);
      if (!configuration.isEmpty()) {
        configurations.put("k" + kernel, configuration);
      }
    }
    return configurations;
  }

  private static Map<String, Configuration> nonsense(Random random, List<Tunable> tunables) {
    Map<String, Configuration> configurations = new HashMap<>();
    for (int kernel = 0; kernel < 3; kernel++) {
      List<Setting> settings = new ArrayList<>();
      for (Tunable tunable : tunables) {
        TunableUnit unit = random.nextInt(5) == 0 ? TunableUnit.COUNT : tunable.unit();
        settings.add(new Setting(tunable.name(), unit, 50 + random.nextInt(300)));
      }
      configurations.put("k" + kernel, new Configuration(settings));
    }
    return configurations;
  }
}
