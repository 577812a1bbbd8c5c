package io.wattune.core.serving;

import java.util.List;

/**
 * What a server says of the time since the poll before.
 *
 * @param seconds how long that was
 * @param arrived requests that came
 * @param waiting requests that wait now
 * @param latencies of the requests that were answered, waiting included
 * @param batches that were served
 */
public record ServingPoll(
    double seconds, int arrived, int waiting, List<Double> latencies, List<ServedBatch> batches) {
  public ServingPoll {
    latencies = List.copyOf(latencies);
    batches = List.copyOf(batches);
  }

  /**
   * A batch that was served.
   *
   * @param setting with the size that it had
   */
  public record ServedBatch(ServingSetting setting, double seconds) {}
}
