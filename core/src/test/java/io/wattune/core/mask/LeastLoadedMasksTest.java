package io.wattune.core.mask;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;

class LeastLoadedMasksTest {
  private static final CuLayout MI50 = CuLayout.even(4, 1, 15, 1);
  private static final int SHARED = 60;

  private final UnitLoads loads = new UnitLoads(MI50);
  private final LeastLoadedMasks conserved =
      new LeastLoadedMasks(MI50, loads, CuPlacement.CONSERVED);
  private final LeastLoadedMasks balanced = new LeastLoadedMasks(MI50, loads, CuPlacement.BALANCED);

  @Test
  void onAnIdleGpuTheyAreThePlacementsOwn() {
    for (int count = 1; count <= 60; count++) {
      assertThat(conserved.allocate(count, 0))
          .isEqualTo(CuMask.of(MI50, CuPlacement.CONSERVED, count));
      assertThat(balanced.allocate(count, 0))
          .isEqualTo(CuMask.of(MI50, CuPlacement.BALANCED, count));
    }
  }

  /** Lines 10 and 13 as printed: the loops would never end, or set the same bit again and again. */
  @Test
  void bothLoopsGoOnToTheNextEngineAndUnit() {
    CuMask mask = conserved.allocate(19, 0);

    assertThat(mask.count()).isEqualTo(19);
    assertThat(mask.countsByEngine(MI50)).containsExactly(10, 9, 0, 0);
  }

  /** Line 16 as printed counts another variable than line 18 tests: no limit would ever hold. */
  @Test
  void theLimitHoldsForWhatWasCounted() {
    loads.begin(CuMask.of(MI50, CuPlacement.DISTRIBUTED, 60));

    assertThat(conserved.allocate(20, 7).count()).isEqualTo(7);
    assertThat(conserved.allocate(20, SHARED).count()).isEqualTo(20);
  }

  /** Line 18 as printed refuses free units, too, once the limit is passed. */
  @Test
  void freeUnitsAreGivenAfterTheLimitIsPassed() {
    // Searched in the order 2, 3, 1, 0: engine 1 has 2 free units, then 13 that pass the limit.
    loads.begin(CuMask.of(MI50, CuPlacement.PACKED, 14));
    loads.begin(shifted(CuMask.of(MI50, CuPlacement.PACKED, 13), 1));

    assertThat(conserved.allocate(60, 0).countsByEngine(MI50)).containsExactly(1, 2, 15, 15);
    assertThat(conserved.allocate(60, 3).countsByEngine(MI50)).containsExactly(1, 5, 15, 15);
  }

  /** The same where the engine that passes the limit comes before one that has free units. */
  @Test
  void anEngineAfterTheOneThatPassedTheLimitGivesItsFreeUnits() {
    // Each unit of engine 0 has a kernel: a load of 15. Engine 1 has 4 on 4 units: a load of 16.
    var two = CuLayout.even(2, 1, 15, 1);
    var busy = new UnitLoads(two);
    busy.begin(CuMask.of(two, CuPlacement.PACKED, 15));
    CuMask four = new CuMask(BigInteger.valueOf(0b10101010), 30);
    for (int i = 0; i < 4; i++) {
      busy.begin(four);
    }

    CuMask mask = new LeastLoadedMasks(two, busy, CuPlacement.CONSERVED).allocate(30, 0);

    assertThat(mask.countsByEngine(two)).containsExactly(0, 11);
  }

  /** Line 3 as printed leaves the last engine behind. */
  @Test
  void theImbalanceOfRoundingUpIsAvoided() {
    assertThat(conserved.allocate(46, 0).countsByEngine(MI50)).containsExactly(12, 12, 12, 10);
    assertThat(balanced.allocate(46, 0).countsByEngine(MI50)).containsExactly(12, 12, 11, 11);
  }

  /** As printed, a kernel that may share nothing has an empty mask on a full GPU. */
  @Test
  void aMaskIsNeverEmpty() {
    CuMask all = CuMask.of(MI50, CuPlacement.DISTRIBUTED, 60);
    CuMask allButOne = new CuMask(all.bits().clearBit(22), 60);
    loads.begin(all);
    loads.begin(allButOne);

    assertThat(conserved.allocate(15, 0).bits()).as("the least loaded").isEqualTo(bit(22));
  }

  @Test
  void theLeastLoadedEngineComesFirstAndInItTheLeastLoadedUnits() {
    loads.begin(CuMask.of(MI50, CuPlacement.PACKED, 45));
    CuMask fourth = CuMask.of(MI50, CuPlacement.PACKED, 60);
    assertThat(conserved.allocate(10, 0).countsByEngine(MI50)).containsExactly(0, 0, 0, 10);

    loads.begin(fourth);
    loads.end(CuMask.of(MI50, CuPlacement.PACKED, 5));
    CuMask mask = conserved.allocate(5, 0);
    assertThat(mask.countsByEngine(MI50))
        .as("engine 3 has 15 kernels, engine 0 has 25")
        .containsExactly(0, 0, 0, 1);
  }

  /** As printed: what is refused is spent, and not looked for in engines that were not chosen. */
  @Test
  void refusedUnitsAreNotLookedForElsewhere() {
    // Engine 0 to 2 have 8 kernels on one unit each, engine 3 a kernel on each of 7 units.
    for (int engine = 0; engine < 3; engine++) {
      for (int i = 0; i < 8; i++) {
        loads.begin(new CuMask(bit(engine), 60));
      }
    }
    loads.begin(shifted(CuMask.of(MI50, CuPlacement.PACKED, 7), 3));

    assertThat(conserved.allocate(15, 0).countsByEngine(MI50)).containsExactly(0, 0, 0, 8);
  }

  @Test
  void pairsAreGivenWhole() {
    CuLayout rdna = CuLayout.even(2, 2, 4, 2);
    var running = new UnitLoads(rdna);
    var masks = new LeastLoadedMasks(rdna, running, CuPlacement.BALANCED);
    CuMask first = masks.allocate(3, 0);
    running.begin(first);
    CuMask second = masks.allocate(16, 0);

    assertThat(first.count()).isEqualTo(4);
    assertThat(second.count()).isEqualTo(12);
    assertThat(second.bits().and(first.bits())).isEqualTo(BigInteger.ZERO);
  }

  @Test
  void anEngineWithoutUnitsGivesNone() {
    var layout = new CuLayout(List.of(List.of(0), List.of(3), List.of(2)), 1);
    var running = new UnitLoads(layout);
    running.begin(CuMask.of(layout, CuPlacement.DISTRIBUTED, 5));
    var masks = new LeastLoadedMasks(layout, running, CuPlacement.CONSERVED);

    assertThat(masks.allocate(5, 5).countsByEngine(layout)).containsExactly(0, 3, 2);
    assertThat(masks.allocate(5, 0).count()).isEqualTo(1);
  }

  @Test
  void whatEndsMustHaveBegun() {
    loads.begin(new CuMask(bit(3), 60));
    CuMask two = new CuMask(bit(3).setBit(4), 60);

    assertThatThrownBy(() -> loads.end(two)).hasMessageContaining("unit 4");
    assertThat(loads.kernels(3)).as("nothing was changed").isEqualTo(1);
    assertThatThrownBy(() -> loads.begin(new CuMask(bit(3), 64))).hasMessageContaining("of 64");
  }

  @Test
  void whatMakesNoSenseIsRefused() {
    assertThatThrownBy(() -> conserved.allocate(0, 0)).hasMessageContaining("1..60");
    assertThatThrownBy(() -> conserved.allocate(61, 0)).hasMessageContaining("was 61");
    assertThatThrownBy(() -> conserved.allocate(1, -1)).hasMessageContaining("overlapLimit");
    assertThatThrownBy(() -> new LeastLoadedMasks(MI50, loads, CuPlacement.PACKED))
        .hasMessageContaining("PACKED");
    assertThatThrownBy(
            () -> new LeastLoadedMasks(CuLayout.even(2, 1, 4, 1), loads, CuPlacement.BALANCED))
        .hasMessageContaining("of 60 units");
  }

  private static BigInteger bit(int index) {
    return BigInteger.ONE.shiftLeft(index);
  }

  /** The same units of an engine further on. */
  private static CuMask shifted(CuMask mask, int engines) {
    return new CuMask(mask.bits().shiftLeft(engines), mask.units());
  }
}
