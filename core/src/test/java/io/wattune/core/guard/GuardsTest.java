package io.wattune.core.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.Quality;
import io.wattune.core.policy.Ladders;
import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.Tunable;
import io.wattune.core.tunable.TunableUnit;
import io.wattune.core.tunable.ValueGrid;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class GuardsTest {
  private static final Tunable CLOCK =
      new Tunable(
          "core.clock",
          TunableUnit.MEGAHERTZ,
          ValueGrid.evenly(300, 1000, 100),
          OptionalLong.of(900),
          true);
  private static final Ladders LADDERS = Ladders.of(List.of(CLOCK), Map.of());

  @Test
  void holdVetoesAll() {
    GuardVerdict verdict =
        Guards.hold().rule().check(at(800), context(true, Quality.MEASURED, 900, 0));

    assertThat(verdict.isVetoed()).isTrue();
    assertThat(verdict.note()).contains("hold");
  }

  @Test
  void badQualityKeepsWhatIsAndStillLetsGoBack() {
    Guard guard = Guards.quality(Quality.ESTIMATED);

    assertThat(guard.rule().check(at(600), context(false, Quality.GAP, 700, 0)).configurations())
        .isEqualTo(at(700));
    assertThat(guard.rule().check(at(800), context(false, Quality.GAP, 700, 0)).configurations())
        .isEqualTo(at(800));
    assertThat(
            guard.rule().check(at(600), context(false, Quality.ESTIMATED, 700, 0)).configurations())
        .isEqualTo(at(600));
  }

  @Test
  void aStepGoesSoManyRungsDownAndAnyWayUp() {
    Guard guard = Guards.step(2);

    assertThat(
            guard.rule().check(at(300), context(false, Quality.MEASURED, 800, 0)).configurations())
        .isEqualTo(at(600));
    assertThat(
            guard.rule().check(at(800), context(false, Quality.MEASURED, 300, 0)).configurations())
        .isEqualTo(at(800));
  }

  @Test
  void aStepOffTheGridIsNotTaken() {
    GuardVerdict verdict =
        Guards.step(2).rule().check(at(650), context(false, Quality.MEASURED, 700, 0));

    assertThat(verdict.configurations()).isEmpty();
    assertThat(verdict.note()).isNotEmpty();
  }

  @Test
  void dwellKeepsWhatWasSentUntilItsTimeIsOver() {
    Guard guard = Guards.dwell(100);

    assertThat(
            guard
                .rule()
                .check(at(600), context(false, Quality.MEASURED, 700, 901))
                .configurations())
        .isEqualTo(at(700));
    assertThat(
            guard
                .rule()
                .check(at(600), context(false, Quality.MEASURED, 700, 900))
                .configurations())
        .isEqualTo(at(600));
    assertThat(
            guard
                .rule()
                .check(Map.of(), context(false, Quality.MEASURED, 700, 901))
                .configurations())
        .isEqualTo(at(700));
  }

  @Test
  void rangeDropsWhatIsAboveOwnOrUnknown() {
    Guard guard = Guards.range();
    GuardContext context = context(false, Quality.MEASURED, 700, 0);

    assertThat(guard.rule().check(at(1000), context).configurations()).isEmpty();
    assertThat(guard.rule().check(at(200), context).configurations()).isEmpty();
    assertThat(guard.rule().check(at(300), context).configurations()).isEqualTo(at(300));
    assertThat(guard.rule().check(at(900), context).note()).isEmpty();
  }

  @Test
  void whereKernelsTakeTurnsTooOftenOwnSettingsRemain() {
    Guard guard = Guards.switching();
    GuardContext calm = context(false, Quality.MEASURED, 700, 0);
    GuardContext often =
        new GuardContext(
            1000, false, Quality.MEASURED, true, LADDERS, at(700), List.of(at(700)), Map.of());

    assertThat(guard.rule().check(at(700), calm).configurations()).isEqualTo(at(700));
    assertThat(guard.rule().check(at(700), often).configurations()).isEmpty();
    assertThat(guard.rule().check(at(700), often).note()).contains("take turns too often");
  }

  private static Map<String, Configuration> at(long value) {
    return Map.of("kernel", Configuration.of(CLOCK.at(value)));
  }

  private static GuardContext context(
      boolean isHeld, Quality quality, long sent, long changedNanos) {
    return new GuardContext(
        1000,
        isHeld,
        quality,
        false,
        LADDERS,
        at(sent),
        List.of(at(sent)),
        Map.of("kernel", changedNanos));
  }
}
