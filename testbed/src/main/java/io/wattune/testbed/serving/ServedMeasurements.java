package io.wattune.testbed.serving;

import io.wattune.core.mask.CuPlacement;
import io.wattune.core.rightsize.KernelSweep;
import io.wattune.core.rightsize.RightSizeTable;
import io.wattune.core.serving.MeasuredProfile;
import io.wattune.core.serving.SampledBatches;
import io.wattune.core.serving.SampledProfile;
import io.wattune.core.serving.ServingProfile;
import io.wattune.testbed.cofris.SimulatedProfile;
import io.wattune.testbed.server.InferenceServer;
import io.wattune.testbed.server.Mi50;
import io.wattune.testbed.server.ServerKernel;
import io.wattune.testbed.server.ServerModel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;

/** What somebody who measures a simulated server finds. */
public final class ServedMeasurements {
  /** Of the document (Chow 2023, section 3.3.2). */
  private static final double TOLERANCE = 0.01;

  private static final int REQUESTS = 400;

  private ServedMeasurements() {}

  /**
   * The right-sizes of a load's model, from every number of units, as {@code wattune profile
   * --kernels} makes them of a file.
   *
   * @param product the device's model, as its descriptor has it
   */
  public static RightSizeTable rightSizes(ServedLoad load, String product, long nowNanos) {
    ServerModel model = InferenceServer.model(load.model());
    var sweep = new KernelSweep();
    for (ServerKernel kernel : model.kernels()) {
      for (int units = 1; units <= Mi50.LAYOUT.units(); units++) {
        sweep.add(
            kernel.name(),
            1,
            model.batch(),
            units,
            kernel.seconds(Mi50.units(CuPlacement.CONSERVED, units)),
            OptionalDouble.empty());
      }
    }
    return new RightSizeTable(
        product,
        load.model(),
        nowNanos / 1_000_000,
        sweep.mostUnits(),
        TOLERANCE,
        0,
        nowNanos,
        "simulated",
        sweep.sizes(TOLERANCE, 0).kernels());
  }

  /**
   * What a tail may be where nothing else is asked for: twice the 95th percentile of the simulated
   * server left alone at its full rate, seconds.
   */
  public static double usualObjective(ServedLoad load) {
    var own = new GpuSetting(Mi50.highestMegaHertz(), Mi50.LAYOUT.units(), Mi50.LAYOUT.units());
    var server = new SharedWorkers(InferenceServer.model(load.model()), load.workers(), own, 0);
    double rate = ServedGpu.fullRate(load);
    var random = new Random(REQUESTS);
    List<Double> latencies = new ArrayList<>();
    long arrival = 0;
    for (int i = 0; i < REQUESTS; i++) {
      arrival += (long) (-1e9 / rate * StrictMath.log(1 - random.nextDouble()));
      while (server.nextNanos() <= arrival) {
        for (double latency : server.happen()) {
          latencies.add(latency);
        }
      }
      server.arrive(new RequestServer.ServedRequest(arrival, 1), arrival);
    }
    Collections.sort(latencies);
    return 2 * latencies.get((int) Math.ceil(0.95 * latencies.size()) - 1);
  }

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
