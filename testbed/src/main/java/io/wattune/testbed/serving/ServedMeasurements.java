package io.wattune.testbed.serving;

import io.wattune.core.serving.MeasuredProfile;
import io.wattune.core.serving.SampledBatches;
import io.wattune.core.serving.SampledProfile;
import io.wattune.core.serving.ServingProfile;
import io.wattune.testbed.cofris.SimulatedProfile;
import io.wattune.testbed.server.Mi50;
import java.util.List;

/** What somebody who measures a simulated server finds. */
public final class ServedMeasurements {
  private ServedMeasurements() {}

  /** What a tenth of the settings shows of a load's model, with the batches that it has. */
  public static MeasuredProfile sampled(ServedLoad load) {
    ServingProfile truth = ServedGpu.profile(load.model());
    if (load.batch() == 1) {
      return MeasuredProfile.of(
          load.model(), Mi50.LATENCY_SPREAD, SampledProfile.of(truth, Mi50.LAYOUT));
    }
    int largest = SimulatedProfile.MOST;
    var sampled = new SampledBatches(truth, Mi50.LAYOUT, largest);
    return MeasuredProfile.of(
        load.model(),
        Mi50.LATENCY_SPREAD,
        sampled,
        load.batch(),
        List.of(1, largest),
        sampled.batchError());
  }
}
