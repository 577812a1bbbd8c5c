package io.wattune.testbed.heat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.energymodel.PublishedComponent;
import io.wattune.testbed.heat.HeatEvaluation.Row;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The document's card: its power, and both controllers on some of its workloads. */
class HeatEvaluationTest {
  private static HeatCard card;
  private static List<Row> rows;

  @BeforeAll
  static void threeWorkloads() throws Exception {
    card = HeatCard.gtx1050();
    rows =
        new HeatEvaluation(card)
            .run(
                List.of(workload("lud"), workload("hotspot"), workload("myocyte")),
                List.of(0.2, 0.35),
                n -> {});
  }

  private static HeatWorkload workload(String name) {
    return card.data().workloads().stream()
        .filter(w -> w.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** Blocks together take what equations 5.1 and 5.2 say of the card, in each phase. */
  @Test
  void blocksTakeWhatTheEnergyModelSays() {
    var power = new HeatCardPower(card);
    for (HeatWorkload workload : card.data().workloads()) {
      for (HeatPhase phase : workload.phases()) {
        double instructions =
            phase.instructionsPerLaneCycle() * 768 * 1.7e9 * workload.activeMultiprocessors() / 6;
        Map<PublishedComponent, Double> accesses = new EnumMap<>(PublishedComponent.class);
        accesses.put(PublishedComponent.DECODE, instructions);
        accesses.put(PublishedComponent.RF, 3 * instructions);
        phase.accessesPerInstruction().forEach((c, n) -> accesses.put(c, n * instructions));
        double expected = PublishedComponent.IDLE_WATTS;
        for (var each : accesses.entrySet()) {
          expected += each.getKey().joulesPerAccess() * each.getValue();
        }
        double[] blocks = power.watts(workload, phase, 0);
        assertThat(Arrays.stream(blocks).sum())
            .as("%s, %s", workload.name(), phase.name())
            .isCloseTo(expected, within(1e-6))
            .isLessThan(80);
        for (int b = 0; b < blocks.length; b++) {
          double active = blocks[b] - power.scaling().idle(b, 0);
          assertThat(active).isLessThanOrEqualTo(power.mostActive()[b]);
        }
      }
    }
  }

  /** 1700/131 is the bound of any slowdown by the clock. */
  @Test
  void slowdownsStayBelowTheClocks() {
    assertThat(rows).hasSize(6);
    for (Row row : rows) {
      assertThat(row.documentSlowdown()).isBetween(1.0, 13.0);
      assertThat(row.heldSlowdown()).isBetween(1.0, 13.0);
      assertThat(row.predictiveSlowdown()).isBetween(1.0, 13.0);
      assertThat(row.free().seconds()).isCloseTo(30, within(1e-6));
    }
  }

  /** Never above the limit by more than what was stated before the epoch, whatever ran. */
  @Test
  void thePredictiveKeepsItsWord() {
    for (Row row : rows) {
      assertThat(row.predictive().beyondStatedKelvin()).as("%s", row.workload()).isNotPositive();
      // Of kernels that were seen: the tolerance of 1 K, and what the model is off by.
      assertThat(row.predictive().overshootKelvin()).isLessThan(3);
    }
  }

  /** lud's two kernels differ: one step an epoch is too slow, and a lower set point costs time. */
  @Test
  void wherePhasesDifferPredictionPays() {
    for (Row row : rows) {
      if (row.workload().equals("lud")) {
        assertThat(row.document().overshootKelvin()).isGreaterThan(5);
        assertThat(row.predictiveSlowdown()).isLessThan(0.9 * row.heldSlowdown());
      }
      if (row.isReachable()) {
        assertThat(row.held().overshootKelvin())
            .isLessThanOrEqualTo(Math.max(0.5, row.predictive().overshootKelvin()));
      }
    }
  }

  /** myocyte's little power is mostly idle: no clock makes it a third cooler. */
  @Test
  void whatNoClockReachesIsSaid() {
    assertThat(rows.stream().filter(row -> row.workload().equals("myocyte")))
        .noneMatch(Row::isReachable);
    assertThat(rows.stream().filter(row -> row.workload().equals("hotspot")))
        .allMatch(Row::isReachable);
  }
}
