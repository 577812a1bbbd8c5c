package io.wattune.testbed.server;

import java.util.List;

/**
 * A model that is served: the kernels of one inference, in order.
 *
 * @param batch requests of an inference
 */
public record ServerModel(String name, int batch, List<ServerKernel> kernels) {
  /** Batch of Chow 2023, table 3.3. */
  public static final int STATED_BATCH = 32;

  public ServerModel {
    kernels = List.copyOf(kernels);
  }

  /** Mean seconds of an inference alone on a mask at the highest clock. */
  public double seconds(List<Integer> units) {
    return kernels.stream().mapToDouble(kernel -> kernel.seconds(units)).sum();
  }

  /**
   * The same at another clock.
   *
   * @param clock as a share of the highest
   */
  public double seconds(List<Integer> units, double clock) {
    return kernels.stream().mapToDouble(kernel -> kernel.seconds(units, clock)).sum();
  }

  /** Mean of the units' worth of work that it does alone on a mask, launches included. */
  public double busyUnits(List<Integer> units) {
    double work = kernels.stream().mapToDouble(kernel -> kernel.time().workSeconds()).sum();
    return work / seconds(units);
  }

  /** The same model with another batch. */
  public ServerModel ofBatch(int other) {
    double share = (double) other / batch;
    return new ServerModel(
        name, other, kernels.stream().map(kernel -> kernel.scaled(share)).toList());
  }
}
