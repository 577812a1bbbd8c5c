package io.wattune.core.mask;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;

/**
 * Masks for kernels that share a GPU: the least loaded engines first, and in them the least loaded
 * units, with a limit to how many units may be shared (KRISP: Chow 2023, section 3.3.3, algorithm
 * 1).
 *
 * <p>As printed the algorithm cannot run. What differs here, each with its test in {@code
 * LeastLoadedMasksTest}:
 *
 * <ul>
 *   <li>lines 10 and 13: {@code i} and {@code j} are never incremented; they are here.
 *   <li>lines 16 and 18: {@code overlapped_cu} is counted, {@code overlapped_cus} is tested; they
 *       are one here.
 *   <li>line 18: past the limit the free units of the next engines are refused, too; only busy ones
 *       are here.
 *   <li>line 3: the last engine has what rounding up leaves, which an even split avoids; {@link
 *       CuPlacement#BALANCED} does, {@link CuPlacement#CONSERVED} is as printed.
 *   <li>a kernel that is refused all of its units would have an empty mask, which hangs or means
 *       the whole GPU; it shares the least loaded unit (or pair) here.
 * </ul>
 *
 * <p>As printed, a refused unit is spent: the kernel has fewer units, and none is looked for
 * elsewhere. Allocates one mask, else nothing: below 1 us at the 99th percentile ({@code
 * MaskBenchmark}). Keeps scratch space: not for several threads at once.
 */
public final class LeastLoadedMasks {
  private final UnitLoads loads;
  private final boolean isBalanced;
  private final int together;
  private final int units;

  /** For each engine, the first bit of each of its steps. */
  private final int[][] steps;

  private final int[] room;
  private final int[] order;
  private final int[] quotas;

  /** Loads of an engine's steps, and these in the order of their loads. */
  private final int[] stepLoads;

  private final int[] stepOrder;

  /** For each load, where the next step that has it comes in that order. */
  private int[] places = new int[64];

  private final byte[] bigEndian;
  private int overlapped;

  /**
   * Prepares it.
   *
   * @param loads what runs; the caller begins and ends kernels there
   * @param split CONSERVED, as printed, or BALANCED
   */
  public LeastLoadedMasks(CuLayout layout, UnitLoads loads, CuPlacement split) {
    if (split != CuPlacement.CONSERVED && split != CuPlacement.BALANCED) {
      throw new IllegalArgumentException("split must be CONSERVED or BALANCED, was " + split);
    }
    if (loads.units() != layout.units()) {
      throw new IllegalArgumentException(
          "the loads are of a GPU of " + loads.units() + " units, the layout of " + layout.units());
    }
    this.loads = loads;
    this.isBalanced = split == CuPlacement.BALANCED;
    this.together = layout.together();
    this.units = layout.units();
    int engines = layout.engines();
    room = new int[engines];
    steps = new int[engines][];
    int most = 0;
    for (int engine = 0; engine < engines; engine++) {
      room[engine] = layout.units(engine) / together;
      steps[engine] = new int[room[engine]];
      most = Math.max(most, room[engine]);
    }
    int[] filled = new int[engines];
    List<CuLayout.Position> positions = layout.positions();
    for (int bit = 0; bit < units; bit += together) {
      int engine = positions.get(bit).engine();
      steps[engine][filled[engine]++] = bit;
    }
    order = new int[engines];
    quotas = new int[engines];
    stepOrder = new int[most];
    stepLoads = new int[most];
    bigEndian = new byte[(units + 7) / 8];
  }

  /**
   * The mask of the next kernel.
   *
   * @param count units that it needs, 1 to the GPU's; rounded up to what is masked together
   * @param overlapLimit how many of its units may run other kernels: 0 isolates (KRISP-I), the
   *     GPU's number of units shares (KRISP-O)
   */
  public CuMask allocate(int count, int overlapLimit) {
    if (count < 1 || count > units) {
      throw new IllegalArgumentException("count must be in 1.." + units + ", was " + count);
    }
    if (overlapLimit < 0) {
      throw new IllegalArgumentException("overlapLimit must be at least 0, was " + overlapLimit);
    }
    int wanted = (count + together - 1) / together;
    sortEngines();
    int engines = EngineQuotas.enginesThatHold(room, order, wanted);
    if (isBalanced) {
      EngineQuotas.balanced(room, order, engines, wanted, quotas);
    } else {
      EngineQuotas.roundedUp(room, order, engines, wanted, quotas);
    }
    Arrays.fill(bigEndian, (byte) 0);
    overlapped = 0;
    int given = 0;
    for (int i = 0; i < engines; i++) {
      given += give(order[i], quotas[i], overlapLimit);
    }
    if (given == 0) {
      sortSteps(order[0]);
      set(steps[order[0]][stepOrder[0]]);
    }
    return new CuMask(new BigInteger(1, bigEndian), units);
  }

  /** Gives the least loaded steps of an engine; says how many were not refused. */
  private int give(int engine, int quota, int overlapLimit) {
    sortSteps(engine);
    int given = 0;
    for (int j = 0; j < quota; j++) {
      boolean isBusy = stepLoads[stepOrder[j]] > 0;
      if (isBusy) {
        overlapped += together;
      }
      if (!isBusy || overlapped <= overlapLimit) {
        set(steps[engine][stepOrder[j]]);
        given++;
      }
    }
    return given;
  }

  private void set(int first) {
    for (int bit = first; bit < first + together; bit++) {
      bigEndian[bigEndian.length - 1 - (bit >> 3)] |= (byte) (1 << (bit & 7));
    }
  }

  /** The least loaded first; of equals the one with the most units, and then the first. */
  private void sortEngines() {
    for (int engine = 0; engine < room.length; engine++) {
      int at = engine;
      while (at > 0 && isBefore(engine, order[at - 1])) {
        order[at] = order[at - 1];
        at--;
      }
      order[at] = engine;
    }
  }

  private boolean isBefore(int one, int other) {
    if (room[one] == 0 || room[other] == 0) {
      return room[one] > room[other];
    }
    long load = loads.kernelsOfEngine(one);
    long otherLoad = loads.kernelsOfEngine(other);
    return load != otherLoad ? load < otherLoad : room[one] > room[other];
  }

  /** By counting: loads are small, and no branch depends on their order. */
  private void sortSteps(int engine) {
    int[] bits = steps[engine];
    int most = 0;
    for (int step = 0; step < bits.length; step++) {
      int load = 0;
      for (int bit = bits[step]; bit < bits[step] + together; bit++) {
        load += loads.kernels(bit);
      }
      stepLoads[step] = load;
      most = Math.max(most, load);
    }
    if (places.length < most + 2) {
      places = new int[2 * most + 2];
    }
    Arrays.fill(places, 0, most + 2, 0);
    for (int step = 0; step < bits.length; step++) {
      places[stepLoads[step] + 1]++;
    }
    for (int load = 1; load <= most; load++) {
      places[load] += places[load - 1];
    }
    for (int step = 0; step < bits.length; step++) {
      stepOrder[places[stepLoads[step]]++] = step;
    }
  }
}
