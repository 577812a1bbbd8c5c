package io.wattune.streams.fleet;

import io.wattune.core.fleet.FleetNode;
import io.wattune.http.HealthCheck;
import io.wattune.http.PartProbe;
import io.wattune.http.metric.Metric;
import io.wattune.http.metric.MetricTable;
import io.wattune.http.metric.MetricValues;
import io.wattune.streams.fleet.topology.FleetCounters;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Looks at an instance of the fleet view. */
public final class FleetProbe implements PartProbe {
  /** The part. */
  public static final String PART = "fleet";

  private static final MetricTable<FleetViewStatus> STATE =
      MetricTable.<FleetViewStatus>of(PART)
          .flag(
              "running",
              "1 while the view sums, 0 while parts change hands.",
              FleetViewStatus::isRunning)
          .gauge(
              "instances",
              "Instances of the view, this one among them.",
              FleetViewStatus::instances);
  private static final MetricTable<FleetViewStatus> HOST =
      MetricTable.<FleetViewStatus>of(PART)
          .counter(
              "threads_replaced",
              "Threads that failed and were replaced.",
              FleetViewStatus::replacedThreads)
          .lag(FleetViewStatus::lag);

  /** All that an instance of the view has. */
  public static final List<Metric> METRICS =
      Stream.of(STATE, new FleetCounters().metrics, HOST, FleetPowers.DEVICES)
          .flatMap(table -> table.metrics().stream())
          .toList();

  private final Supplier<FleetViewStatus> status;
  private final Supplier<List<FleetNode>> nodes;
  private final FleetPowers powers;

  /**
   * A probe of a view.
   *
   * @param status how it does
   * @param nodes the nodes that it owns, with their devices; none while parts change hands
   * @param staleAfter age from which power is not shown, as in the view's sums
   */
  public FleetProbe(
      Supplier<FleetViewStatus> status, Supplier<List<FleetNode>> nodes, Duration staleAfter) {
    this.status = status;
    this.nodes = nodes;
    this.powers = new FleetPowers(System::currentTimeMillis, staleAfter.toNanos());
  }

  @Override
  public String part() {
    return PART;
  }

  @Override
  public void read(MetricValues values) {
    FleetViewStatus now = status.get();
    STATE.read(values, now);
    now.counts().metrics.read(values, now.counts());
    HOST.read(values, now);
    powers.read(values, nodes.get());
  }

  @Override
  public List<HealthCheck> checks() {
    return status.get().checks();
  }
}
