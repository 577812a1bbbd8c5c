package io.wattune.core.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.TunableName;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.core.tunable.ValueGrid;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FineStepsTest {
  private static final String LIMIT = TunableName.POWER_LIMIT;

  /** 205 W, and 185, 165, ..., 45 W below it. */
  private static final Ladders LADDERS =
      Ladders.of(
          List.of(
              new Tunable(
                  LIMIT,
                  TunableUnit.MILLIWATTS,
                  ValueGrid.evenly(45_000, 205_000, 20_000),
                  OptionalLong.of(205_000),
                  true),
              new Tunable(
                  "core.clock",
                  TunableUnit.MEGAHERTZ,
                  ValueGrid.evenly(1000, 1400, 100),
                  OptionalLong.of(1400),
                  true)),
          Map.of());

  @Test
  void aLimitBeginsWhereItMayDoSomething() {
    var steps = new FineSteps(LADDERS, Map.of(), OptionalDouble.of(99));

    assertThat(value(steps.lower(LIMIT))).isEqualTo(85_000);
    assertThat(steps.lower("core.clock")).isEqualTo(1);
    assertThat(steps.mostLoss(Set.of(LIMIT))).isCloseTo(1 - 85.0 / 99, within(1e-9));
    assertThat(steps.isFar(Set.of(LIMIT, "core.clock"))).as("205 W down to 85 W").isFalse();
  }

  @Test
  void fromThereItGoesRungByRung() {
    int at = LADDERS.ladder(LIMIT).orElseThrow().rungOf(85_000);
    var steps = new FineSteps(LADDERS, Map.of(LIMIT, at), OptionalDouble.of(84));

    assertThat(value(steps.lower(LIMIT))).isEqualTo(65_000);
  }

  @Test
  void withoutPowerItIsTheNextRung() {
    assertThat(value(new FineSteps(LADDERS, Map.of(), OptionalDouble.empty()).lower(LIMIT)))
        .isEqualTo(185_000);
  }

  @Test
  void belowTheLowestLimitThereIsNothing() {
    var steps = new FineSteps(LADDERS, Map.of(), OptionalDouble.of(30));

    assertThat(value(steps.lower(LIMIT))).isEqualTo(45_000);
    assertThat(steps.mostLoss(Set.of(LIMIT))).isZero();
  }

  private static long value(int rung) {
    return LADDERS.ladder(LIMIT).orElseThrow().setting(rung).value();
  }
}
