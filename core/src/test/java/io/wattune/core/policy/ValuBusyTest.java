package io.wattune.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.core.tunable.Configuration;
import io.wattune.core.tunable.TunableName;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * The paper's signal: a share of the core's own cycles. It says of the number of units and of the
 * memory clock what the rate says, and of the core clock nothing.
 */
class ValuBusyTest {
  private static final HarmoniaSettings PAPER =
      HarmoniaSettings.HARMONIA.withSignal(HarmoniaSignal.VALU_BUSY);

  /** Bound by memory, at bins that let everything be explored but the memory clock. */
  private static final Roofline MEMORY = new Roofline(0.25, 1, 0, 0);

  @Test
  void itDoesNotFallWithTheCoreClockWhereARateDoes() {
    Roofline compute = new Roofline(1, 0.3, 0, 0);
    var card = new CardRun(new HarmoniaPolicy(PAPER));
    Configuration slow = card.ladders.configuration(Map.of(TunableName.CORE_CLOCK, 7));

    assertThat(compute.rate(slow) / compute.rate(Configuration.EMPTY)).isLessThan(0.31);
    assertThat(compute.valuBusy(slow) / compute.valuBusy(Configuration.EMPTY)).isGreaterThan(0.99);
    assertThat(MEMORY.valuBusy(slow) / MEMORY.valuBusy(Configuration.EMPTY)).isGreaterThan(2);
  }

  @Test
  void judgedByItTheCoreClockFallsToTheBottomAndPerformanceWithIt() {
    var literal = new CardRun(new HarmoniaPolicy(PAPER));
    var byRate = new CardRun(new HarmoniaPolicy(HarmoniaSettings.HARMONIA));

    literal.settle(60, MEMORY);
    byRate.settle(60, MEMORY);

    assertThat(literal.text()).contains(" 300 ");
    assertThat(kept(literal)).isLessThan(0.6);
    assertThat(kept(byRate)).isGreaterThan(0.98);
  }

  @Test
  void itServesWhereTheCoreClockIsLeftAlone() {
    var card =
        new CardRun(
            new HarmoniaPolicy(
                PAPER.withFineTunables(Set.of(TunableName.CU_COUNT, TunableName.MEMORY_CLOCK))));

    card.settle(60, MEMORY);

    assertThat(card.text()).isEqualTo("12 1000 1375");
    assertThat(kept(card)).isGreaterThan(0.98);
  }

  private static double kept(CardRun card) {
    return MEMORY.rate(card.settings()) / MEMORY.rate(Configuration.EMPTY);
  }
}
