package io.wattune.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.TunableName;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.core.tunable.ValueGrid;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class BaselinePolicyTest {
  private static final Roofline KERNEL = new Roofline(1, 0.3, 0, 0);
  private final CardRun card =
      new CardRun(new BaselinePolicy(BaselineSettings.DEFAULT.withLimit(250)));

  @Test
  void boostsAsLongAsThereIsHeadroom() {
    card.watts = OptionalDouble.of(249);

    card.run(100, KERNEL);

    assertThat(card.visited).containsOnly("32 1000 1375");
    assertThat(card.reasons).isEmpty();
  }

  @Test
  void goesOneStepDownAtATimeAboveTheLimitAndUpAgainAfterATime() {
    card.watts = OptionalDouble.of(251);
    card.run(2, KERNEL);
    assertThat(card.text()).isEqualTo("32 800 1375");
    assertThat(card.details.get(0))
        .isEqualTo(
            "'kernel': 251.0 W are above the limit of 250.0 W; one step lower at core.clock"
                + " 900.");

    card.watts = OptionalDouble.of(240);
    card.run(99, KERNEL);
    assertThat(card.text()).isEqualTo("32 800 1375");
    card.run(1, KERNEL);
    assertThat(card.text()).isEqualTo("32 900 1375");
    card.run(100, KERNEL);
    assertThat(card.text()).isEqualTo("32 1000 1375");

    assertThat(card.reasons).containsExactly("limit", "limit", "boost", "boost");
    assertThat(card.edges)
        .containsExactlyInAnyOrder("BOOST LIMITED", "LIMITED LIMITED", "LIMITED BOOST");
  }

  @Test
  void staysAtTheLowestClockWhereThatIsStillTooMuch() {
    card.watts = OptionalDouble.of(300);

    card.run(50, KERNEL);

    assertThat(card.text()).isEqualTo("32 300 1375");
    assertThat(card.reasons).hasSize(7);
  }

  @Test
  void withoutPowerNothingIsChanged() {
    card.run(50, KERNEL);

    assertThat(card.reasons).isEmpty();
  }

  @Test
  void theDevicesOwnPowerLimitCountsWhereItIsLower() {
    Tunable clock =
        new Tunable(
            TunableName.CORE_CLOCK,
            TunableUnit.MEGAHERTZ,
            ValueGrid.evenly(300, 1000, 100),
            OptionalLong.of(1000),
            true);
    Tunable limit =
        new Tunable(
            TunableName.POWER_LIMIT,
            TunableUnit.MILLIWATTS,
            ValueGrid.evenly(100_000, 200_000, 50_000),
            OptionalLong.of(200_000),
            true);
    card.ladders = Ladders.of(List.of(clock, limit), Map.of());
    card.watts = OptionalDouble.of(210);

    card.run(1, KERNEL);

    assertThat(card.reasons).containsExactly("limit");
  }

  @Test
  void aRefusedClockIsNotWishedAgain() {
    card.watts = OptionalDouble.of(251);
    card.run(3, KERNEL);

    card.refuse(TunableName.CORE_CLOCK, 800);
    card.run(3, KERNEL);

    assertThat(card.text()).isEqualTo("32 800 1375");
  }
}
