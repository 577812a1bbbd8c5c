package io.wattune.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.core.tunable.ValueGrid;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class LadderTest {
  private static final ValueGrid CLOCKS = ValueGrid.evenly(300, 1000, 100);

  @Test
  void goesFromBelowTheOwnSettingToTheLowestValue() {
    assertThat(ladder(CLOCKS, 1000).values())
        .containsExactly(900L, 800L, 700L, 600L, 500L, 400L, 300L);
    assertThat(ladder(CLOCKS, 600).values()).containsExactly(500L, 400L, 300L);
    assertThat(ladder(CLOCKS, 300).values()).isEmpty();
  }

  @Test
  void anOwnSettingBetweenTwoValuesHasTheLowerOneAsItsFirstRung() {
    assertThat(ladder(CLOCKS, 650).values()).startsWith(600L);
  }

  @Test
  void aFineGridIsThinnedToTheMostRungsWithTheLowestAmongThem() {
    Ladder ladder = ladder(ValueGrid.evenly(100_000, 300_000, 1), 300_000);

    assertThat(ladder.lowest()).isEqualTo(Ladder.MOST_RUNGS);
    assertThat(ladder.values().get(0)).isEqualTo(275_000);
    assertThat(ladder.values().get(7)).isEqualTo(100_000);
  }

  @Test
  void aFloorCutsAndDoesNotNumberAnew() {
    Ladder cut = Ladder.of(tunable(CLOCKS, OptionalLong.of(1000), true), 500);

    assertThat(cut.values()).containsExactly(900L, 800L, 700L, 600L, 500L);
    assertThat(cut.rungOf(700)).isEqualTo(3);
    assertThat(cut.rungOf(400)).isEqualTo(-1);
  }

  @Test
  void aShareIsPutOnTheNearestRungAndBetweenTwoOnTheHigherSetting() {
    Ladder memory = ladder(ValueGrid.evenly(475, 1375, 150), 1375);

    assertThat(memory.setting(memory.nearest(0.345)).value()).isEqualTo(475);
    assertThat(memory.setting(memory.nearest(0.673)).value()).isEqualTo(925);
    assertThat(memory.nearest(1)).isZero();
    assertThat(memory.nearest(0.01)).isEqualTo(6);
    assertThat(ladder(ValueGrid.evenly(100, 200, 50), 200).nearest(0.875)).isZero();
  }

  @Test
  void whatMayNotBeWrittenOrHasNoKnownOwnSettingHasNoRungs() {
    assertThat(Ladder.of(tunable(CLOCKS, OptionalLong.of(1000), false), 0).lowest()).isZero();
    assertThat(Ladder.of(tunable(CLOCKS, OptionalLong.empty(), true), 0).lowest()).isZero();
  }

  @Test
  void configurationsNameOnlyWhatIsLowered() {
    Tunable clock = tunable(CLOCKS, OptionalLong.of(1000), true);
    Ladders ladders = Ladders.of(List.of(clock), Map.of());

    assertThat(ladders.configuration(Map.of("clock", 0))).isEqualTo(Configuration.EMPTY);
    Configuration lower = ladders.configuration(Map.of("clock", 2, "unknown", 1));
    assertThat(lower).isEqualTo(Configuration.of(clock.at(800)));
    assertThat(ladders.rung(lower, "clock")).isEqualTo(2);
    assertThat(ladders.rung(Configuration.of(clock.at(850)), "clock")).isEqualTo(-1);
  }

  private static Ladder ladder(ValueGrid grid, long own) {
    return Ladder.of(tunable(grid, OptionalLong.of(own), true), Long.MIN_VALUE);
  }

  private static Tunable tunable(ValueGrid grid, OptionalLong own, boolean isWritable) {
    return new Tunable("clock", TunableUnit.MEGAHERTZ, grid, own, isWritable);
  }
}
