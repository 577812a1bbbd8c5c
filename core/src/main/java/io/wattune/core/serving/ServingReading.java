package io.wattune.core.serving;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What an inference server says of one interval.
 *
 * @param node where it is read; the record's key
 * @param server its name on the node
 * @param kind which program it is
 * @param sequence number among the server's readings of one producer's life, from 0
 * @param startNanos epoch nanoseconds, start of the interval
 * @param endNanos epoch nanoseconds, end of the interval, exclusive
 * @param devices ids of the devices that it runs on, at least one
 * @param model the model's name as the server shows it; null where it shows none, or several
 * @param arrived requests that came within the interval; empty where the server does not say it
 * @param finished requests that were answered within the interval, those that failed included
 * @param failed of these those that failed; empty where the server does not say it
 * @param latencies from arrival to the last word, of the requests that were answered; empty where
 *     none was, and where the server has no histogram
 * @param quantiles of the same latencies, ascending: 0.5, 0.95 and 0.99 where they are known
 * @param meanSeconds mean latency of the same; empty where none was answered
 * @param waiting requests that wait at the end; empty where the server does not say it
 * @param running requests that are served at the end; empty where the server does not say it
 * @param share of its devices that it has; null where nobody said one
 * @param isEndOfTrace nothing of this server follows
 */
public record ServingReading(
    String node,
    String server,
    ServerKind kind,
    long sequence,
    long startNanos,
    long endNanos,
    List<String> devices,
    @Nullable String model,
    OptionalLong arrived,
    long finished,
    OptionalLong failed,
    LatencyHistogram latencies,
    List<LatencyBound> quantiles,
    OptionalDouble meanSeconds,
    OptionalLong waiting,
    OptionalLong running,
    @Nullable DeviceShare share,
    boolean isEndOfTrace) {

  public ServingReading {
    devices = List.copyOf(devices);
    quantiles = List.copyOf(quantiles);
    require(
        endNanos > startNanos || (endNanos == startNanos && isEndOfTrace),
        "a reading must end after it starts",
        endNanos - startNanos);
    require(sequence >= 0, "sequence must not be negative", sequence);
    require(!devices.isEmpty(), "a server must run on a device", devices);
    require(finished >= 0, "finished must not be negative", finished);
    require(arrived.orElse(0) >= 0, "arrived must not be negative", arrived);
    require(failed.orElse(0) >= 0, "failed must not be negative", failed);
    require(waiting.orElse(0) >= 0, "waiting must not be negative", waiting);
    require(running.orElse(0) >= 0, "running must not be negative", running);
    double mean = meanSeconds.orElse(0);
    require(mean >= 0 && Double.isFinite(mean), "meanSeconds must be finite, from 0 on", mean);
    for (int i = 1; i < quantiles.size(); i++) {
      require(
          quantiles.get(i - 1).quantile() < quantiles.get(i).quantile(),
          "quantiles must ascend",
          quantiles);
    }
  }

  private static void require(boolean holds, String rule, Object value) {
    if (!holds) {
      throw new IllegalArgumentException(rule + ", was " + value);
    }
  }

  /** The same of a server with a share of its devices. */
  public ServingReading ofShare(@Nullable DeviceShare other) {
    return new ServingReading(
        node,
        server,
        kind,
        sequence,
        startNanos,
        endNanos,
        devices,
        model,
        arrived,
        finished,
        failed,
        latencies,
        quantiles,
        meanSeconds,
        waiting,
        running,
        other,
        isEndOfTrace);
  }

  /** Length of the interval in seconds. */
  public double seconds() {
    return (endNanos - startNanos) * 1e-9;
  }

  /** Where a quantile lies; empty where it is not among those that are known. */
  public Optional<LatencyBound> quantile(double quantile) {
    return quantiles.stream().filter(each -> each.quantile() == quantile).findFirst();
  }
}
