package io.wattune.core.mask;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CuMaskTest {
  private static final CuLayout MI50 = CuLayout.even(4, 1, 15, 1);

  @Test
  void bitsCountAcrossTheEnginesFirst() {
    List<CuLayout.Position> positions = MI50.positions();

    assertThat(positions).hasSize(60);
    for (int bit = 0; bit < 60; bit++) {
      CuLayout.Position position = positions.get(bit);
      assertThat(4 * position.unit() + position.engine()).as("4 cu + se").isEqualTo(bit);
    }
  }

  @Test
  void theFirst15BitsAreDistributedAndNotPacked() {
    CuMask distributed = CuMask.of(MI50, CuPlacement.DISTRIBUTED, 15);
    assertThat(distributed.rocText()).isEqualTo("0x7FFF");
    assertThat(distributed.countsByEngine(MI50)).containsExactly(4, 4, 4, 3);

    CuMask packed = CuMask.of(MI50, CuPlacement.PACKED, 15);
    assertThat(packed.rocText()).as("every fourth bit").isEqualTo("0x111111111111111");
    assertThat(packed.countsByEngine(MI50)).containsExactly(15, 0, 0, 0);
  }

  @Test
  void packedSpillsOneUnitToTheNextEngineAndConservedBalances() {
    assertThat(CuMask.of(MI50, CuPlacement.PACKED, 16).countsByEngine(MI50))
        .containsExactly(15, 1, 0, 0);
    assertThat(CuMask.of(MI50, CuPlacement.CONSERVED, 19).countsByEngine(MI50))
        .containsExactly(10, 9, 0, 0);
    assertThat(CuMask.of(MI50, CuPlacement.CONSERVED, 15).countsByEngine(MI50))
        .containsExactly(15, 0, 0, 0);
  }

  /** The document's Conserved rounds up: these are all counts at which that can be avoided. */
  @Test
  void balancedAvoidsTheTwelveImbalancesOfConserved() {
    List<Integer> better = new ArrayList<>();
    for (int count = 1; count <= 60; count++) {
      List<Integer> conserved = CuMask.of(MI50, CuPlacement.CONSERVED, count).countsByEngine(MI50);
      List<Integer> balanced = CuMask.of(MI50, CuPlacement.BALANCED, count).countsByEngine(MI50);
      int least = least(conserved);
      assertThat(least(balanced)).as("%d", count).isGreaterThanOrEqualTo(least);
      if (least(balanced) > least) {
        better.add(count);
      } else {
        assertThat(balanced).as("%d", count).isEqualTo(conserved);
      }
    }

    assertThat(better).containsExactly(31, 34, 37, 40, 43, 46, 49, 50, 53, 54, 57, 58);
    assertThat(CuMask.of(MI50, CuPlacement.CONSERVED, 46).countsByEngine(MI50))
        .containsExactly(12, 12, 12, 10);
    assertThat(CuMask.of(MI50, CuPlacement.BALANCED, 46).countsByEngine(MI50))
        .containsExactly(12, 12, 11, 11);
  }

  private static int least(List<Integer> counts) {
    return counts.stream().filter(count -> count > 0).mapToInt(count -> count).min().orElse(0);
  }

  @Test
  void whereUnitsAreDisabledTheFullestEnginesAreTakenAndNoneIsOverfilled() {
    var layout = new CuLayout(List.of(List.of(2), List.of(8), List.of(3), List.of(8)), 1);

    assertThat(CuMask.of(layout, CuPlacement.BALANCED, 16).countsByEngine(layout))
        .containsExactly(0, 8, 0, 8);
    assertThat(CuMask.of(layout, CuPlacement.BALANCED, 18).countsByEngine(layout))
        .containsExactly(0, 8, 3, 7);
    assertThat(CuMask.of(layout, CuPlacement.CONSERVED, 18).countsByEngine(layout))
        .as("what the third has no room for goes to the first that has")
        .containsExactly(0, 8, 3, 7);
  }

  @Test
  void masksAreReadAsRuntimesWriteThem() {
    CuMask mask = CuMask.of(MI50, CuPlacement.PACKED, 15);

    assertThat(CuMask.parse(mask.rocText(), 60)).isEqualTo(mask);
    assertThat(CuMask.parse("111111111111111", 60)).isEqualTo(mask);
    assertThat(CuMask.parse("0X7fff", 60).count()).isEqualTo(15);
    for (String wrong : List.of("", "0x", "-1", "+1", "0x7FFG", "7 F")) {
      assertThatThrownBy(() -> CuMask.parse(wrong, 60)).hasMessageContaining("no hexadecimal mask");
    }
    assertThatThrownBy(() -> CuMask.parse("0", 60)).hasMessageContaining("at least one");
    assertThatThrownBy(() -> CuMask.parse("1000000000000000", 60))
        .hasMessageContaining("of 60 units");
  }

  @Test
  void twoArraysOfAnEngineTakeTurns() {
    CuLayout layout = CuLayout.even(2, 2, 3, 1);

    assertThat(layout.positions().subList(0, 5))
        .containsExactly(
            new CuLayout.Position(0, 0, 0),
            new CuLayout.Position(1, 0, 0),
            new CuLayout.Position(0, 1, 0),
            new CuLayout.Position(1, 1, 0),
            new CuLayout.Position(0, 0, 1));
  }

  @Test
  void disabledUnitsArePassedOver() {
    var layout = new CuLayout(List.of(List.of(2), List.of(1), List.of(2)), 1);

    assertThat(layout.positions())
        .extracting(CuLayout.Position::engine)
        .containsExactly(0, 1, 2, 0, 2);
    assertThat(CuMask.of(layout, CuPlacement.PACKED, 2).rocText()).isEqualTo("0x9");
  }

  @Test
  void pairsAreMaskedTogether() {
    CuLayout rdna = CuLayout.even(2, 2, 4, 2);

    assertThat(rdna.positions().subList(0, 4))
        .extracting(CuLayout.Position::engine)
        .containsExactly(0, 0, 1, 1);
    assertThat(CuMask.of(rdna, CuPlacement.DISTRIBUTED, 4).rocText()).isEqualTo("0xF");
    assertThatThrownBy(() -> CuMask.of(rdna, CuPlacement.DISTRIBUTED, 3))
        .hasMessageContaining("a multiple of 2, was 3");
    assertThatThrownBy(() -> CuLayout.even(2, 2, 3, 2)).hasMessageContaining("a multiple of 2");
  }

  @Test
  void aMaskIsNeverEmptyAndNeverLeavesTheGpu() {
    assertThatThrownBy(() -> new CuMask(BigInteger.ZERO, 60)).hasMessageContaining("at least one");
    assertThatThrownBy(() -> new CuMask(BigInteger.ONE.shiftLeft(60), 60))
        .hasMessageContaining("0x1000000000000000");
    assertThatThrownBy(() -> CuMask.of(MI50, CuPlacement.PACKED, 0)).hasMessageContaining("1..60");
    assertThatThrownBy(() -> CuMask.of(MI50, CuPlacement.PACKED, 61)).hasMessageContaining("61");
  }

  @Test
  void textsAreAsTheRuntimesTakeThem() {
    CuMask mask = CuMask.of(MI50, CuPlacement.DISTRIBUTED, 60);

    assertThat(mask.hsaText(3)).isEqualTo("3:0xFFFFFFFFFFFFFFF");
    assertThat(mask.rocText()).isEqualTo("0xFFFFFFFFFFFFFFF");
    assertThatThrownBy(() -> mask.hsaText(-1)).hasMessageContaining("was -1");
  }
}
