package io.wattune.testbed.serving;

import io.wattune.core.serving.MeasuredProfile;
import io.wattune.core.serving.SampledProfile;
import io.wattune.testbed.server.Mi50;

/** What somebody who measures a simulated server finds. */
public final class ServedMeasurements {
  private ServedMeasurements() {}

  /** What a tenth of the settings shows of a model. */
  public static MeasuredProfile sampled(String model) {
    return MeasuredProfile.of(
        model, Mi50.LATENCY_SPREAD, SampledProfile.of(ServedGpu.profile(model), Mi50.LAYOUT));
  }
}
