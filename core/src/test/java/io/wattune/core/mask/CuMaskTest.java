package io.wattune.core.mask;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
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
