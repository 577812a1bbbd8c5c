package io.wattune.core.mask;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class CuMaskPropertyTest {

  /** A GPU, what it is masked by, and a count that fits. */
  record Wish(CuLayout layout, CuPlacement placement, int count) {}

  @Provide
  Arbitrary<Wish> wishes() {
    Arbitrary<CuLayout> layouts =
        Arbitraries.integers()
            .between(1, 8)
            .flatMap(
                engines ->
                    Arbitraries.integers()
                        .between(1, 2)
                        .flatMap(
                            arrays ->
                                Arbitraries.integers()
                                    .between(1, 2)
                                    .flatMap(
                                        together ->
                                            Arbitraries.integers()
                                                .between(1, 8)
                                                .map(units -> units * together)
                                                .list()
                                                .ofSize(engines * arrays)
                                                .map(
                                                    flat ->
                                                        new CuLayout(
                                                            byEngine(flat, arrays), together)))));
    return layouts.flatMap(
        layout ->
            Arbitraries.of(CuPlacement.values())
                .flatMap(
                    placement ->
                        Arbitraries.integers()
                            .between(1, layout.units() / layout.together())
                            .map(count -> new Wish(layout, placement, count * layout.together()))));
  }

  private static List<List<Integer>> byEngine(List<Integer> flat, int arrays) {
    List<List<Integer>> engines = new ArrayList<>();
    for (int i = 0; i < flat.size(); i += arrays) {
      engines.add(flat.subList(i, i + arrays));
    }
    return engines;
  }

  @Property(tries = 300)
  void everyUnitHasOneBitAndEveryBitOneUnit(@ForAll("wishes") Wish wish) {
    assertThat(wish.layout.positions()).hasSize(wish.layout.units()).doesNotHaveDuplicates();
    assertThat(wish.layout.positions())
        .allMatch(at -> wish.layout.unitsByArray().get(at.engine()).get(at.array()) > at.unit());
  }

  @Property(tries = 300)
  void aMaskHasAsManyUnitsAsWishedAndNeverNone(@ForAll("wishes") Wish wish) {
    CuMask mask = CuMask.of(wish.layout, wish.placement, wish.count);

    assertThat(mask.count()).isEqualTo(wish.count).isPositive();
    assertThat(mask.countsByEngine(wish.layout).stream().mapToInt(i -> i).sum())
        .isEqualTo(wish.count);
    assertThat(mask.bits().bitLength()).isLessThanOrEqualTo(wish.layout.units());
  }

  /** An engine may only stay behind another by one step where it has no more units to give. */
  @Property(tries = 300)
  void distributedIsAsEvenAsTheEnginesAllow(@ForAll("wishes") Wish wish) {
    CuMask mask = CuMask.of(wish.layout, CuPlacement.DISTRIBUTED, wish.count);
    List<Integer> counts = mask.countsByEngine(wish.layout);
    int arrays = wish.layout.unitsByArray().get(0).size();
    boolean isEven =
        wish.layout.unitsByArray().stream().flatMap(List::stream).distinct().count() == 1;

    int most = Collections.max(counts);
    int least = Collections.min(counts);
    if (isEven && arrays == 1) {
      assertThat(most - least).isLessThanOrEqualTo(wish.layout.together());
    }
  }

  @Property(tries = 300)
  void packedLeavesAtMostOneEngineHalfFilled(@ForAll("wishes") Wish wish) {
    List<Integer> counts =
        CuMask.of(wish.layout, CuPlacement.PACKED, wish.count).countsByEngine(wish.layout);
    int partly = 0;
    for (int engine = 0; engine < counts.size(); engine++) {
      int count = counts.get(engine);
      partly += count > 0 && count < wish.layout.units(engine) ? 1 : 0;
    }

    assertThat(partly).isLessThanOrEqualTo(1);
  }

  /** Of the engines in use none stays behind another by two steps, but where it is full. */
  @Property(tries = 300)
  void balancedIsAsEvenAsTheEnginesInUseAllow(@ForAll("wishes") Wish wish) {
    List<Integer> counts =
        CuMask.of(wish.layout, CuPlacement.BALANCED, wish.count).countsByEngine(wish.layout);
    int most = Collections.max(counts);

    for (int engine = 0; engine < counts.size(); engine++) {
      int count = counts.get(engine);
      if (count > 0 && count < wish.layout.units(engine)) {
        assertThat(most - count).isLessThanOrEqualTo(wish.layout.together());
      }
    }
  }

  @Property(tries = 300)
  void conservedUsesNoMoreEnginesThanPacked(@ForAll("wishes") Wish wish) {
    List<Integer> packed =
        CuMask.of(wish.layout, CuPlacement.PACKED, wish.count).countsByEngine(wish.layout);
    List<Integer> conserved =
        CuMask.of(wish.layout, CuPlacement.CONSERVED, wish.count).countsByEngine(wish.layout);

    assertThat(conserved.stream().filter(count -> count > 0).count())
        .isLessThanOrEqualTo(packed.stream().filter(count -> count > 0).count());
  }
}
