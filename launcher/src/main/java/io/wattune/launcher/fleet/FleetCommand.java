package io.wattune.launcher.fleet;

import io.wattune.embedded.teardown.Teardown;
import io.wattune.http.ListenAddress;
import io.wattune.http.PartServerOptions;
import io.wattune.http.metric.LeftOutLabels;
import io.wattune.http.metric.MetricTable;
import io.wattune.http.metric.Metrics;
import io.wattune.kafka.KafkaTrouble;
import io.wattune.launcher.command.ExitCode;
import io.wattune.launcher.command.Subcommand;
import io.wattune.launcher.listen.AskingOption;
import io.wattune.launcher.listen.ListenOption;
import io.wattune.launcher.listen.MetricsOption;
import io.wattune.launcher.option.Bounds;
import io.wattune.launcher.option.Converters;
import io.wattune.launcher.option.TopicsOption;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.topics.Namespace;
import io.wattune.streams.fleet.FleetProbe;
import io.wattune.streams.fleet.FleetView;
import io.wattune.streams.fleet.FleetViewOptions;
import io.wattune.streams.fleet.topology.FleetCounters;
import io.wattune.streams.fleet.topology.FleetSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code wattune fleet}: one instance of the fleet view in this process. */
@Command(
    name = "fleet",
    sortOptions = false,
    description = {
      "Sums power and energy over nodes, racks and the cluster until it is stopped, and answers over"
          + " HTTP (docs/reference/fleet-api.md). Several may run: they divide the nodes among"
          + " themselves, each answers for all, and one takes over what another leaves."
    },
    exitCodeList = {
      "0:done",
      "1:no broker answers, or the view failed",
      "2:wrong arguments, or an address that cannot be had",
      "130:stopped with Ctrl-C, after the view has left its group",
      "143:stopped with SIGTERM, likewise"
    })
public final class FleetCommand extends Subcommand {
  private static final Duration START_WITHIN = Duration.ofSeconds(60);

  @Mixin private TopicsOption topics = new TopicsOption();

  @Mixin private ListenOption listen = new ListenOption(8090);

  @Mixin private MetricsOption metrics = new MetricsOption();

  @Mixin private AskingOption asking = new AskingOption();

  @Option(
      names = "--application-server",
      paramLabel = "HOST:PORT",
      description =
          "where the other instances reach this one, which ask with the token of the line read.peers=TOKEN:"
              + " all need the same one in their --token-file; default: where it listens, which must"
              + " be no address like 0.0.0.0 then")
  private @Nullable String applicationServer;

  @Option(
      names = "--stale-after",
      paramLabel = "DURATION",
      defaultValue = "10s",
      converter = Converters.Span.class,
      description =
          "a device whose newest sample is that old is left out of the sums, and counted as stale;"
              + " the same for all instances; default: 10s")
  @Bounds(lowest = "1s", highest = "1d")
  private Duration staleAfter = Duration.ofSeconds(10);

  @Option(
      names = "--tasks",
      paramLabel = "N",
      defaultValue = "8",
      description =
          "into how many parts the nodes are divided: at least as many as threads of all instances;"
              + " fixed once the first one has run; default: 8")
  @Bounds(lowest = "1", highest = "1024")
  private int tasks;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "1",
      description = "threads of this instance; default: 1")
  @Bounds(lowest = "1", highest = "256")
  private int threads;

  @Option(
      names = "--instance",
      paramLabel = "NAME",
      description =
          "a name of this instance, different from all others': restarted with it, it goes on with"
              + " its part without waiting for the session to end")
  private @Nullable String instance;

  @Option(
      names = "--session-timeout",
      paramLabel = "DURATION",
      defaultValue = "6s",
      converter = Converters.Span.class,
      description =
          "an instance that is silent for so long loses its part to another; the broker sets a lower"
              + " bound (group.min.session.timeout.ms); default: 6s")
  @Bounds(lowest = "1s", highest = "5m")
  private Duration sessionTimeout = Duration.ofSeconds(6);

  @Option(
      names = "--state-dir",
      paramLabel = "DIR",
      description =
          "where Kafka Streams keeps its lock file; no state, which is in memory and in the broker;"
              + " default: the system's temporary folder")
  private @Nullable Path stateFolder;

  @Override
  public Integer call() throws EngineException, InterruptedException {
    FleetViewOptions options = options();
    topics.createMissing(options.settings().namespace());
    try (Teardown teardown = Teardown.install()) {
      run(options, teardown);
    }
    return ExitCode.DONE;
  }

  private FleetViewOptions options() throws EngineException {
    PartServerOptions server = listen.server(FleetProbe.PART);
    try {
      String reached = applicationServer;
      return new FleetViewOptions(
          topics.access(),
          new FleetSettings(Namespace.live(), tasks, staleAfter),
          server,
          asking.files(server.tls()),
          reached == null ? null : ListenAddress.parse(reached),
          threads,
          instance,
          sessionTimeout,
          stateFolder,
          topics.replicationFactor());
    } catch (IllegalArgumentException e) {
      throw EngineException.wrongInput(String.valueOf(e.getMessage()));
    }
  }

  private void run(FleetViewOptions options, Teardown teardown)
      throws EngineException, InterruptedException {
    FleetView view = start(options);
    // After a signal nothing else gets to print: the process ends when the teardown is over.
    teardown.add("stop the fleet view", () -> stop(view));
    if (!view.awaitRunning(START_WITHIN)) {
      throw EngineException.failed(
          "the fleet view did not get its part within %s s; it is %s"
                  .formatted(START_WITHIN.toSeconds(), view.status().state())
              + view.status()
                  .lastFailure()
                  .map(failure -> ", after " + KafkaTrouble.words(failure, failure.toString()))
                  .orElse(""));
    }
    print("The fleet view answers at " + view.address() + "/api/fleet/cluster; Ctrl-C stops it.");
    view.awaitEnd();
    if (!teardown.hasBegun()) {
      throw EngineException.failed(
          "the fleet view has ended by itself: "
              + view.status()
                  .lastFailure()
                  .map(failure -> KafkaTrouble.words(failure, failure.toString()))
                  .orElse("see the log above"));
    }
  }

  private void stop(FleetView view) {
    view.close();
    print(summary(view.status().counts()));
  }

  private FleetView start(FleetViewOptions options) throws EngineException {
    LeftOutLabels without = metrics.labels(FleetProbe.METRICS);
    try {
      return FleetView.start(options, probe -> Metrics.of(probe).without(without));
    } catch (IllegalStateException e) {
      throw EngineException.of(e);
    } catch (IOException e) {
      throw ListenOption.refused(e);
    }
  }

  private static String summary(FleetCounters counts) {
    return "%s records read, %s rejected; "
            .formatted(MetricTable.all(counts.read), MetricTable.all(counts.rejected))
        + MetricTable.all(counts.sent)
        + " sums sent";
  }
}
