package io.wattune.testbed.krisp;

import io.wattune.core.mask.CuMask;
import io.wattune.core.mask.CuPlacement;
import io.wattune.core.mask.LeastLoadedMasks;
import io.wattune.core.mask.UnitLoads;
import io.wattune.testbed.server.Mi50;
import java.util.ArrayList;
import java.util.List;

/** Gives masks by a policy. */
final class Sharing {
  private static final int UNITS = Mi50.LAYOUT.units();
  private static final CuMask ALL = CuMask.of(Mi50.LAYOUT, CuPlacement.DISTRIBUTED, UNITS);

  private final PartitionPolicy policy;
  private final int overlapLimit;
  private final List<ModelSizes> sizes;
  private final UnitLoads loads = new UnitLoads(Mi50.LAYOUT);
  private final LeastLoadedMasks masks =
      new LeastLoadedMasks(Mi50.LAYOUT, loads, CuPlacement.CONSERVED);
  private final List<CuMask> ofWorkers = new ArrayList<>();

  /**
   * Begins with nothing running.
   *
   * @param sizes of each worker's model
   * @param overlapLimit units of a kernel that may be shared, for policies by kernel
   */
  Sharing(PartitionPolicy policy, List<ModelSizes> sizes, int overlapLimit) {
    this.policy = policy;
    this.overlapLimit = overlapLimit;
    this.sizes = List.copyOf(sizes);
    for (ModelSizes size : sizes) {
      CuMask mask =
          switch (policy) {
            case MPS_DEFAULT, KRISP_O, KRISP_I, KRISP_W -> ALL;
            case STATIC_EQUAL -> masks.allocate(UNITS / sizes.size(), UNITS);
            case MODEL_RIGHT_SIZE -> masks.allocate(size.model(), UNITS);
          };
      if (!policy.isByKernel()) {
        loads.begin(mask);
      }
      ofWorkers.add(mask);
    }
  }

  /** Whether a worker's next kernel may begin, or has to wait until another ends. */
  boolean mayBegin(int worker, int kernel) {
    if (!policy.isByKernel() || overlapLimit > 0) {
      return true;
    }
    int free = 0;
    for (int bit = 0; bit < UNITS; bit++) {
      free += loads.kernels(bit) == 0 ? 1 : 0;
    }
    int needed = policy == PartitionPolicy.KRISP_W ? sizes.get(worker).kernels()[kernel] : 1;
    return free >= needed;
  }

  /** The mask of a worker's next kernel. */
  CuMask begin(int worker, int kernel) {
    if (!policy.isByKernel()) {
      return ofWorkers.get(worker);
    }
    CuMask mask = masks.allocate(sizes.get(worker).kernels()[kernel], overlapLimit);
    loads.begin(mask);
    return mask;
  }

  /** A worker's kernel has ended. */
  void end(CuMask mask) {
    if (policy.isByKernel()) {
      loads.end(mask);
    }
  }
}
