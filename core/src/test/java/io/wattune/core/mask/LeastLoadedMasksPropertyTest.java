package io.wattune.core.mask;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Kernels begin and end in any order on any GPU. */
class LeastLoadedMasksPropertyTest {
  private static CuLayout layout(Random random, int together) {
    int arrays = 1 + random.nextInt(2);
    List<List<Integer>> engines = new ArrayList<>();
    for (int engine = 1 + random.nextInt(6); engine > 0; engine--) {
      List<Integer> units = new ArrayList<>();
      for (int array = 0; array < arrays; array++) {
        units.add(together * (1 + random.nextInt(9)));
      }
      engines.add(units);
    }
    return new CuLayout(engines, together);
  }

  @Property(tries = 200)
  void masksHoldWhatTheyPromise(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 2) int together) {
    var random = new Random(seed);
    CuLayout layout = layout(random, together);
    var loads = new UnitLoads(layout);
    CuPlacement split = random.nextBoolean() ? CuPlacement.CONSERVED : CuPlacement.BALANCED;
    var masks = new LeastLoadedMasks(layout, loads, split);
    List<CuMask> running = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      if (!running.isEmpty() && random.nextInt(3) == 0) {
        loads.end(running.remove(random.nextInt(running.size())));
        continue;
      }
      int count = 1 + random.nextInt(layout.units());
      int limit = random.nextInt(layout.units() + 1);
      CuMask mask = masks.allocate(count, limit);
      int wanted = (count + together - 1) / together * together;
      int shared = 0;
      for (int bit = 0; bit < layout.units(); bit++) {
        shared += mask.bits().testBit(bit) && loads.kernels(bit) > 0 ? 1 : 0;
        // A pair is masked whole.
        assertThat(mask.bits().testBit(bit))
            .isEqualTo(mask.bits().testBit(bit / together * together));
      }
      assertThat(mask.count()).isBetween(together, wanted);
      // Only a kernel that would have nothing may share beyond its limit, and only one step.
      assertThat(shared)
          .isLessThanOrEqualTo(Math.max(limit, mask.count() == together ? together : 0));
      if (limit == layout.units()) {
        assertThat(mask.count()).isEqualTo(wanted);
      }
      loads.begin(mask);
      running.add(mask);
    }
    running.forEach(loads::end);
    for (int bit = 0; bit < layout.units(); bit++) {
      assertThat(loads.kernels(bit)).isZero();
    }
  }
}
