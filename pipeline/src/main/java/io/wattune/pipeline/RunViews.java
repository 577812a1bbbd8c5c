package io.wattune.pipeline;

import io.wattune.collectors.nodeagent.AgentProbe;
import io.wattune.collectors.nodeagent.AgentSnapshot;
import io.wattune.control.Controller;
import io.wattune.dashboard.DashboardOptions;
import io.wattune.dashboard.DashboardServer;
import io.wattune.dashboard.state.StateLimits;
import io.wattune.embedded.flink.FlinkRest;
import io.wattune.embedded.flink.JobsProbe;
import io.wattune.http.Access;
import io.wattune.http.ListenAddress;
import io.wattune.http.metric.Metrics;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.release.Versions;
import io.wattune.schemas.topics.Namespace;
import io.wattune.streams.component.ComponentJob;
import io.wattune.streams.fleet.FleetView;
import io.wattune.streams.fleet.FleetViewOptions;
import io.wattune.streams.ledger.LedgerJob;
import io.wattune.streams.sensitivity.SensitivityJob;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a run can be watched with: the fleet view, and the dashboard, whose server also has health
 * and metrics of all parts of this process.
 */
final class RunViews implements AutoCloseable {
  private static final String CLUSTER = "simulated";

  private final FleetView fleet;
  private final DashboardServer dashboard;
  private final AllParts all;
  private final UpHealth health;
  private boolean isClosed;

  private RunViews(FleetView fleet, DashboardServer dashboard, AllParts all, UpHealth health) {
    this.fleet = fleet;
    this.dashboard = dashboard;
    this.all = all;
    this.health = health;
  }

  /**
   * Starts both; the topics must be there.
   *
   * @param port the dashboard's
   * @return null where nothing is asked for
   */
  static @Nullable RunViews start(
      @Nullable Integer port, RunParts running, Controller controller, StorageWriters keeping)
      throws EngineException {
    if (port == null) {
      return null;
    }
    var jobs =
        new JobsProbe(
            new FlinkRest(running.flink().restAddress(), LedgerJob.SOURCE),
            List.of(LedgerJob.NAME, SensitivityJob.NAME, ComponentJob.NAME),
            JobsProbe.MOST_BEHIND);
    var all = new AllParts("up");
    var health = new UpHealth(all, jobs, keeping.sinkCounts());
    Stream.concat(Stream.of(jobs, controller.probe()), keeping.probes()).forEach(all::add);
    FleetView fleet = null;
    try {
      fleet = FleetView.start(fleetOptions(running), Metrics::of);
      all.add(fleet.probe());
      DashboardServer dashboard =
          DashboardServer.start(
              dashboardOptions(running, port), health, probe -> Metrics.of(all, probe));
      return new RunViews(fleet, dashboard, all, health);
    } catch (IOException | IllegalStateException e) {
      if (fleet != null) {
        fleet.close();
      }
      throw EngineException.failed("the dashboard could not start: " + e.getMessage(), e);
    }
  }

  private static FleetViewOptions fleetOptions(RunParts running) {
    return FleetViewOptions.of(running.kafka(), Namespace.live());
  }

  private static DashboardOptions dashboardOptions(RunParts running, int port) {
    return new DashboardOptions(
        running.kafka(),
        Namespace.live(),
        running.store() == null ? null : running.store().address(),
        ListenAddress.loopback(port),
        Access.OPEN,
        Versions.all().getOrDefault("wattune", ""),
        CLUSTER,
        Map.of(),
        StateLimits.DEFAULT);
  }

  /** The agents have been started. */
  void agents(Supplier<List<AgentSnapshot>> agents) {
    all.add(new AgentProbe(agents));
    health.agents(agents);
  }

  /** The dashboard's page. */
  URI dashboard() {
    return dashboard.address();
  }

  /** Where the fleet view answers. */
  URI fleet() {
    return fleet.address();
  }

  /** Closes both; later calls do nothing. */
  @Override
  public synchronized void close() {
    if (isClosed) {
      return;
    }
    isClosed = true;
    // Neither needs the other to end, and whoever pressed Ctrl-C waits for both.
    CompletableFuture.allOf(
            CompletableFuture.runAsync(dashboard::close), CompletableFuture.runAsync(fleet::close))
        .join();
  }
}
