package io.wattune.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.tunable.TunableName;
import java.util.HashSet;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The table of {@code baseline} in docs/policies.md, edge by edge. */
class BaselineTransitionTest {
  private static final Roofline KERNEL = new Roofline(1, 0.3, 0, 0);

  @Test
  void randomPowersWalkEveryEdgeAndNoOther() {
    assertThat(walked(250, false))
        .containsExactlyInAnyOrderElementsOf(PolicyPage.edges("baseline", false));
  }

  @Test
  void withoutALimitItAlwaysBoosts() {
    assertThat(walked(Double.POSITIVE_INFINITY, false)).isEmpty();
  }

  @Test
  void whereEveryLowerClockIsRefusedItBoostsWithoutAWord() {
    Set<String> all = new HashSet<>(PolicyPage.edges("baseline", true));
    all.add("silent LIMITED BOOST");

    assertThat(walked(250, true)).containsExactlyInAnyOrderElementsOf(all);
  }

  private static Set<String> walked(double limitWatts, boolean withRefusals) {
    var settings = new BaselineSettings(limitWatts, 1_000_000_000L);
    Set<String> walked = new HashSet<>();
    for (int seed = 0; seed < 20; seed++) {
      var random = new Random(seed);
      var card = new CardRun(new BaselinePolicy(settings));
      for (int phase = 0; phase < 20; phase++) {
        card.watts =
            random.nextInt(5) == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(230 + 40 * random.nextDouble());
        card.run(1 + random.nextInt(30), KERNEL);
        if (withRefusals && random.nextInt(10) == 0) {
          card.refuse(TunableName.CORE_CLOCK, 300 + 100L * random.nextInt(8));
        }
      }
      walked.addAll(card.edges);
    }
    return walked;
  }
}
