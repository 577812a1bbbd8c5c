package io.wattune.core.thermal.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.core.Quality;
import io.wattune.core.component.ComponentPower;
import io.wattune.core.component.ComponentWatts;
import io.wattune.core.simulated.Seeds;
import io.wattune.core.thermal.live.HeatReading.BlockTemperature;
import io.wattune.core.thermal.sensor.Prediction;
import io.wattune.core.thermal.sensor.SensorDoubt;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class BlockHeatTest {
  private static final long SECOND = 1_000_000_000L;
  private static final int DEVICES = 26;

  /** How often what was stated was within two errors of the truth, and how large these were. */
  private static final class Score {
    int all;
    int within;
    double errors;
    double squares;

    void take(Prediction stated, double truth) {
      double off = stated.celsius() - truth;
      all++;
      within += Math.abs(off) <= 2 * stated.standardError() ? 1 : 0;
      errors += stated.standardError();
      squares += off * off;
    }

    double share() {
      return (double) within / all;
    }

    double meanError() {
      return errors / all;
    }

    @Override
    public String toString() {
      return "%d: %.1f %% within two errors of %.2f K on average, off by %.2f K rms"
          .formatted(all, 100 * share(), meanError(), Math.sqrt(squares / all));
    }
  }

  /** Ten minutes each, a power and a temperature a second, from the tenth second on. */
  private static void follow(HeatPlan plan, DrawnChip chip, Follower follower) {
    var heat = new BlockHeat(new PreparedPlan(plan), DrawnChip.HIGHEST_WATTS);
    long nanos = 1000 * SECOND;
    for (int i = 0; i < 6000; i++) {
      List<ComponentWatts> said = chip.said();
      chip.step();
      nanos += SECOND / 10;
      if (i % 10 == 5) {
        heat.temperature(nanos, chip.shown());
      }
      heat.power(power(nanos - SECOND / 10, nanos, said));
      if (i > 100 && i % 50 == 25) {
        follower.look(heat.reading().orElseThrow());
      }
    }
  }

  private static List<ComponentWatts> fp() {
    return List.of(new ComponentWatts("FP", 200, 10, List.of(), List.of()));
  }

  private static ComponentPower power(long start, long end, List<ComponentWatts> watts) {
    return new ComponentPower(
        "n/d",
        start,
        end,
        null,
        null,
        watts.stream().mapToDouble(ComponentWatts::watts).sum(),
        1,
        new ComponentWatts(ComponentWatts.IDLE, 0, 0, List.of(), List.of()),
        watts,
        "n/d",
        1,
        Quality.MEASURED,
        List.of(),
        List.of());
  }

  private interface Follower {
    void look(HeatReading reading);
  }

  @Tag("long")
  @Test
  void blocksOfDrawnDevicesAreWithinTwoStatedErrors() {
    check(true);
  }

  @Test
  @Tag("nightly")
  void whereTheSensorsPlaceIsNotKnownTheyAreTooWithLargerErrors() {
    check(false);
  }

  private static void check(boolean isSensorKnown) {
    var blocks = new Score();
    var hotSpots = new Score();
    for (int seed = 0; seed < DEVICES; seed++) {
      var chip = new DrawnChip(Seeds.random(seed));
      follow(
          chip.known(isSensorKnown),
          chip,
          reading -> {
            assertThat(reading.doubt()).isEqualTo(SensorDoubt.NONE);
            for (int b = 0; b < chip.plan.size(); b++) {
              blocks.take(reading.blocks().get(b).temperature(), chip.celsius(b));
            }
            hotSpots.take(reading.aboveSensor(), chip.hottest() - chip.celsius(chip.sensorBlock));
          });
    }

    String said = "sensor known " + isSensorKnown + ": blocks " + blocks + "; hot " + hotSpots;
    // Two standard errors: what an error promises.
    assertThat(blocks.share()).as(said).isGreaterThanOrEqualTo(0.95);
    assertThat(hotSpots.share()).as(said).isGreaterThanOrEqualTo(0.95);
  }

  /**
   * Of a device of which only the power is known: the hottest place, which a plan of six units does
   * not have, and each block against what lies in the same part of the chip.
   */
  @Test
  @Tag("nightly")
  void aGenericPlanStatesItsErrorToo() {
    var hotSpots = new Score();
    var blocks = new Score();
    HeatPlan plan = HeatPlan.generic(DrawnChip.HIGHEST_WATTS);
    for (int seed = 0; seed < DEVICES; seed++) {
      var chip = new DrawnChip(Seeds.random(seed));
      follow(
          plan,
          chip,
          reading -> {
            for (BlockTemperature each : reading.blocks()) {
              blocks.take(each.temperature(), chip.celsius(each.block(), plan.plan()));
            }
            hotSpots.take(reading.aboveSensor(), chip.hottest() - chip.celsius(chip.sensorBlock));
          });
    }
    String said = "blocks " + blocks + "; hot " + hotSpots;
    assertThat(blocks.share()).as(said).isGreaterThanOrEqualTo(0.95);
    assertThat(hotSpots.share()).as(said).isGreaterThanOrEqualTo(0.95);
  }

  @Test
  void withoutASensorOnlyDifferencesAreKnown() {
    var heat = new BlockHeat(new PreparedPlan(HeatPlan.generic(300)), 300);
    List<ComponentWatts> watts = fp();
    assertThat(heat.reading()).isEmpty();

    heat.power(power(0, SECOND, watts));
    HeatReading before = heat.reading().orElseThrow();
    assertThat(before.sensor()).isEmpty();
    assertThat(before.blocks()).isEmpty();
    assertThat(before.hotSpot()).contains("EXE_");
    assertThat(before.aboveSensor().celsius()).isPositive();

    heat.power(power(SECOND, 2 * SECOND, watts));
    heat.temperature(2 * SECOND, 60);
    heat.power(power(2 * SECOND, 3 * SECOND, watts));
    HeatReading after = heat.reading().orElseThrow();
    assertThat(after.nanos()).isEqualTo(3 * SECOND);
    assertThat(after.blocks()).hasSize(45);
  }

  @Test
  void aTemperatureThatCannotBeIsNotShown() {
    var heat = new BlockHeat(new PreparedPlan(HeatPlan.generic(300)), 300);
    List<ComponentWatts> watts = fp();
    heat.power(power(0, SECOND, watts));
    heat.temperature(SECOND, 255);
    heat.power(power(SECOND, 2 * SECOND, watts));
    assertThat(heat.reading().orElseThrow().doubt()).isEqualTo(SensorDoubt.ABSURD);
    assertThat(heat.reading().orElseThrow().blocks()).isEmpty();
  }

  @Test
  void theSensorsBlockMustBeInThePlan() {
    HeatPlan plan = HeatPlan.generic(100);
    var wrong =
        new HeatPlan("x", true, plan.plan(), plan.mapping(), plan.config(), Optional.of("SM9"));
    assertThatThrownBy(() -> new PreparedPlan(wrong)).hasMessageContaining("'SM9'");
  }
}
