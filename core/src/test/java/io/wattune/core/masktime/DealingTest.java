package io.wattune.core.masktime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.mask.CuLayout;
import io.wattune.core.mask.CuMask;
import io.wattune.core.mask.CuPlacement;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class DealingTest {
  private static final CuLayout MI50 = CuLayout.even(4, 1, 15, 1);
  private static final Offset<Double> ROUNDING = within(1e-12);

  private static double share(CuPlacement placement, int count) {
    return Dealing.EQUAL.largestShare(CuMask.of(MI50, placement, count).countsByEngine(MI50));
  }

  /** Figure 3.9: the spikes at 16, 31 and 46. */
  @Test
  void packedSpikesWhereItBeginsAnEngine() {
    assertThat(share(CuPlacement.PACKED, 15)).isCloseTo(1 / 15.0, ROUNDING);
    assertThat(share(CuPlacement.PACKED, 16)).isCloseTo(1 / 2.0, ROUNDING);
    assertThat(share(CuPlacement.PACKED, 31)).isCloseTo(1 / 3.0, ROUNDING);
    assertThat(share(CuPlacement.PACKED, 46)).isCloseTo(1 / 4.0, ROUNDING);
    assertThat(share(CuPlacement.PACKED, 60)).isCloseTo(1 / 60.0, ROUNDING);
  }

  /** Figure 3.9: Distributed is behind where 3 are left over, at 7, 11 and 15. */
  @Test
  void distributedIsBehindWhereThreeAreLeftOver() {
    for (int count : new int[] {7, 11, 15}) {
      assertThat(share(CuPlacement.DISTRIBUTED, count))
          .isCloseTo(1 / (4.0 * (count / 4)), ROUNDING)
          .isGreaterThan(share(CuPlacement.CONSERVED, count) + 0.01);
    }
  }

  /** Section 3.3.3: Conserved avoids both. */
  @Test
  void conservedNeverTakesLongerThanTheOthersByMuch() {
    for (int count = 1; count <= 60; count++) {
      double balanced = share(CuPlacement.BALANCED, count);
      assertThat(balanced).as("%d", count).isLessThanOrEqualTo(share(CuPlacement.PACKED, count));
      assertThat(balanced).as("%d", count).isLessThanOrEqualTo(share(CuPlacement.CONSERVED, count));
    }
  }

  @Test
  void wholeBlocksGoInRounds() {
    // 10 blocks over engines of 2 and 3 units: 5 each, in 3 and 2 rounds.
    assertThat(Dealing.of(10, 1).largestShare(List.of(2, 3))).isCloseTo(0.3, ROUNDING);
    // Two at once: 5 blocks on 2 units take 2 rounds of the time of two blocks.
    assertThat(Dealing.of(10, 2).largestShare(List.of(2, 3))).isCloseTo(0.4, ROUNDING);
    // Three blocks: the first engine in use has the one that is left over.
    assertThat(Dealing.of(3, 1).largestShare(List.of(0, 1, 2))).isCloseTo(2 / 3.0, ROUNDING);
    assertThat(Dealing.of(3, 1).largestShare(List.of(0, 2, 1))).isCloseTo(1 / 3.0, ROUNDING);
  }

  /** The limit of many blocks is the rule: one block more or less of n is n parts of it. */
  @Test
  void manyBlocksAreTheRule() {
    List<Integer> units = List.of(13, 9, 0, 1);
    double rule = Dealing.EQUAL.largestShare(units);

    assertThat(Dealing.of(1_000_000, 1).largestShare(units)).isCloseTo(rule, within(1e-5));
  }

  @Test
  void workThatIsDealtByUnitsHasNoSlowEngine() {
    assertThat(new Dealing(0, 1, 1).largestShare(List.of(15, 1))).isCloseTo(1 / 16.0, ROUNDING);
    assertThat(new Dealing(0, 1, 0.5).largestShare(List.of(15, 1)))
        .isCloseTo((0.5 + 1 / 16.0) / 2, ROUNDING);
  }

  @Test
  void whatMakesNoSenseIsRefused() {
    assertThatThrownBy(() -> new Dealing(-1, 1, 0)).hasMessageContaining("-1");
    assertThatThrownBy(() -> new Dealing(1, 0, 0)).hasMessageContaining("at least 1");
    assertThatThrownBy(() -> new Dealing(0, 1, Double.NaN)).hasMessageContaining("0..1");
    assertThatThrownBy(() -> new Dealing(5, 1, 0.5)).hasMessageContaining("without blocks");
    assertThatThrownBy(() -> Dealing.EQUAL.largestShare(List.of(0, 0)))
        .hasMessageContaining("at least one unit");
  }
}
