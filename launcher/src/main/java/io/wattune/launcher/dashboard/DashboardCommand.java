package io.wattune.launcher.dashboard;

import io.wattune.dashboard.DashboardOptions;
import io.wattune.dashboard.DashboardServer;
import io.wattune.dashboard.health.HealthSource;
import io.wattune.dashboard.state.StateLimits;
import io.wattune.embedded.teardown.Teardown;
import io.wattune.http.ListenAddress;
import io.wattune.http.metric.Metrics;
import io.wattune.http.tls.TlsFiles;
import io.wattune.launcher.command.ExitCode;
import io.wattune.launcher.command.Subcommand;
import io.wattune.launcher.listen.AskingOption;
import io.wattune.launcher.listen.ListenOption;
import io.wattune.launcher.listen.TlsOptions;
import io.wattune.launcher.listen.TokenFile;
import io.wattune.launcher.option.Bounds;
import io.wattune.launcher.option.BrokerOption;
import io.wattune.launcher.option.CommonKey;
import io.wattune.launcher.option.Converters;
import io.wattune.launcher.sinks.StoreOptions;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.release.Versions;
import io.wattune.schemas.topics.Namespace;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code wattune dashboard}: the page to watch a fleet on, from this process. */
@Command(
    name = "dashboard",
    sortOptions = false,
    description = {
      "Serves the page to watch a fleet on until it is stopped, with its JSON"
          + " (docs/reference/dashboard-api.md). It keeps nothing on disk, so that any number may"
          + " run: what is recent comes from the topics, what is older from the store. Sums of the"
          + " fleet are the fleet view's where one runs, else made here."
    },
    exitCodeList = {
      "0:done",
      "1:no broker answers at the start",
      "2:wrong arguments, or an address that cannot be had",
      "130:stopped with Ctrl-C",
      "143:stopped with SIGTERM"
    })
public final class DashboardCommand extends Subcommand {
  @Mixin private BrokerOption broker = new BrokerOption();

  @Mixin private StoreOptions store = new StoreOptions();

  @Option(names = "--no-store", description = "there is no store: only the last minutes are shown")
  private boolean noStore;

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      defaultValue = "127.0.0.1:8080",
      description =
          "where the page is served, with /health and /metrics; port 0 takes any free one; an"
              + " address that other machines reach needs --token-file; default: 127.0.0.1:8080")
  private String listen = "127.0.0.1:8080";

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description =
          "file with lines read=TOKEN and operate=TOKEN, or read.NAME=TOKEN and operate.NAME=TOKEN:"
              + " whoever looks needs one of them, whoever orders a hold one of operate, and the"
              + " hold says NAME; nobody else may read the file; default: none, on loopback nobody"
              + " needs one")
  @CommonKey("http.token-file")
  private @Nullable Path tokenFile;

  @Mixin private TlsOptions tls = new TlsOptions();

  @Mixin private AskingOption asking = new AskingOption();

  @Option(
      names = "--part",
      paramLabel = "NAME=URL",
      split = ",",
      description =
          "another part whose /health is shown, such as sinks=http://127.0.0.1:9106; may be given"
              + " several times")
  private Map<String, URI> parts = new LinkedHashMap<>();

  @Option(
      names = "--cluster-name",
      paramLabel = "NAME",
      defaultValue = "Wattune",
      description = "what the page calls the fleet; default: Wattune")
  private String clusterName = "Wattune";

  @Option(
      names = "--stale-after",
      paramLabel = "DURATION",
      defaultValue = "10s",
      converter = Converters.Span.class,
      description =
          "a device whose newest sample is older is said to be stale; give the fleet view the same;"
              + " default: 10s")
  @Bounds(lowest = "1s", highest = "1d")
  private Duration staleAfter = Duration.ofSeconds(10);

  @Override
  public Integer call() throws EngineException, InterruptedException {
    DashboardOptions options = options();
    broker.requireAnswerPatiently();
    try (Teardown teardown = Teardown.install()) {
      DashboardServer dashboard = teardown.add("stop the dashboard", start(options));
      print("The dashboard is at " + dashboard.address() + "/; Ctrl-C stops it.");
      new CountDownLatch(1).await();
    }
    return ExitCode.DONE;
  }

  private DashboardOptions options() throws EngineException {
    TlsFiles files = tls.files();
    try {
      return new DashboardOptions(
          broker.access(),
          Namespace.live(),
          noStore ? null : store.readAddress(),
          ListenAddress.parse(listen),
          TokenFile.access(tokenFile),
          Versions.all().getOrDefault("wattune", "unknown"),
          clusterName,
          parts,
          StateLimits.DEFAULT.withStaleAfter(staleAfter),
          files,
          asking.files(files));
    } catch (IllegalArgumentException e) {
      throw EngineException.wrongInput(String.valueOf(e.getMessage()));
    }
  }

  private static DashboardServer start(DashboardOptions options) throws EngineException {
    try {
      return DashboardServer.start(options, HealthSource.NONE, probe -> Metrics.of(probe));
    } catch (IllegalArgumentException e) {
      throw EngineException.wrongInput("--listen: " + e.getMessage());
    } catch (IOException e) {
      throw ListenOption.refused(e);
    }
  }
}
