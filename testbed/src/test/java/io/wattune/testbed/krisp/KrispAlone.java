package io.wattune.testbed.krisp;

import io.wattune.testbed.server.EmulationCost;
import io.wattune.testbed.server.ServerModel;
import java.util.Collections;
import java.util.List;

/** The offline run of workers at full load, for tests of other packages. */
public final class KrispAlone {
  private KrispAlone() {}

  /** Inferences a second of so many workers that all have all units. */
  public static double perSecond(ServerModel model, int workers) {
    List<ModelSizes> sizes = Collections.nCopies(workers, ModelSizes.of(model));
    return SharedRun.of(
            Collections.nCopies(workers, model),
            sizes,
            PartitionPolicy.MPS_DEFAULT,
            60,
            EmulationCost.NATIVE,
            12,
            1)
        .perSecond();
  }
}
