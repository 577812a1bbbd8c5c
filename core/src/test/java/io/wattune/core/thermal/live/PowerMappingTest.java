package io.wattune.core.thermal.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.component.ComponentWatts;
import io.wattune.core.thermal.floorplan.FloorPlan;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PowerMappingTest {
  private static final FloorPlan PLAN = DrawnChip.plan(2);
  private final PowerMapping mapping = PowerMapping.of(PLAN, PowerMapping.TABLE_5_5);

  private double share(String component, String block) {
    return mapping.shares(component)[PLAN.index().getOrDefault(block, -1)];
  }

  @Test
  void allOfEachComponentGoesSomewhere() {
    for (String component : DrawnChip.components()) {
      assertThat(Arrays.stream(mapping.shares(component)).sum())
          .as(component)
          .isCloseTo(1, within(1e-12));
    }
  }

  @Test
  void componentsGoWhereTheTableSays() {
    assertThat(share("FP", "SM0_EXE_T")).isCloseTo(0.25, within(1e-12));
    assertThat(share("FP", "L2")).isZero();
    assertThat(share("L2", "L2")).isCloseTo(0.5, within(1e-12));
    assertThat(share("L2", "SM1_MEM_B")).isCloseTo(0.125, within(1e-12));
    assertThat(share("DECODE", "SM1_I_CACHE")).isCloseTo(0.5, within(1e-12));
    assertThat(share("DRAM", "IO_W")).isGreaterThan(0.3);
  }

  @Test
  void whatHasNoRuleLiesEvenlyAndMergedOnesAreTheMeanOfTheirs() {
    double area = PLAN.blocks().stream().mapToDouble(each -> each.area()).sum();
    assertThat(share("idle", "L2"))
        .isCloseTo(PLAN.blocks().get(PLAN.index().get("L2")).area() / area, within(1e-12));
    var merged = new ComponentWatts("FP + L2", 1, 0, List.of(), List.of("FP", "L2"));
    var plan =
        new PreparedPlan(
            new HeatPlan("drawn", true, PLAN, mapping, DrawnChip.known(PLAN), Optional.empty()));
    PreparedPlan.Source source = plan.source(merged);
    assertThat(source.shares()[PLAN.index().getOrDefault("L2", -1)]).isCloseTo(0.25, within(1e-12));
    assertThat(plan.rises(source.goal())[0])
        .as("a watt of both heats as half a watt of each")
        .isCloseTo(
            (plan.rises(plan.source(single("FP")).goal())[0]
                    + plan.rises(plan.source(single("L2")).goal())[0])
                / 2,
            within(1e-12));
  }

  private static ComponentWatts single(String name) {
    return new ComponentWatts(name, 1, 0, List.of(), List.of());
  }

  @Test
  void aRuleThatFitsNoBlockIsRefused() {
    assertThatThrownBy(() -> PowerMapping.of(PLAN, Map.of("FP", Map.of("SM9*", 1.0))))
        .hasMessageContaining("component 'FP' goes to 'SM9*'")
        .hasMessageContaining("SM0_EXE_T");
    assertThatThrownBy(() -> PowerMapping.of(PLAN, Map.of("FP", Map.of("L2", 0.0))))
        .hasMessageContaining("above 0");
  }
}
