package io.wattune.launcher.jobs;

import io.wattune.core.ledger.DetectedDevices;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.embedded.flink.FlinkAccess;
import io.wattune.embedded.flink.FlinkCluster;
import io.wattune.embedded.flink.FlinkRest;
import io.wattune.embedded.flink.JobFailedException;
import io.wattune.embedded.flink.JobJars;
import io.wattune.embedded.flink.JobSubmitter;
import io.wattune.embedded.flink.JobsProbe;
import io.wattune.embedded.teardown.Teardown;
import io.wattune.kafka.HostPort;
import io.wattune.launcher.command.ExitCode;
import io.wattune.launcher.command.Subcommand;
import io.wattune.launcher.component.ComponentOptions;
import io.wattune.launcher.listen.ListenOption;
import io.wattune.launcher.option.Bounds;
import io.wattune.launcher.option.CommandLineOnly;
import io.wattune.launcher.option.CommonKey;
import io.wattune.launcher.option.Converters;
import io.wattune.launcher.option.FlinkClientOption;
import io.wattune.launcher.option.TopicsOption;
import io.wattune.launcher.train.SensitivityModelOption;
import io.wattune.pipeline.jobs.JobsOnCluster;
import io.wattune.pipeline.jobs.JobsOptions;
import io.wattune.pipeline.jobs.JobsWatch;
import io.wattune.pipeline.jobs.WattuneJob;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.failure.FailureWords;
import io.wattune.schemas.profile.ProfileFile;
import io.wattune.schemas.topics.Namespace;
import io.wattune.streams.ledger.LedgerJob;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code wattune jobs}: our jobs on a Flink cluster that runs already. */
@Command(
    name = "jobs",
    sortOptions = false,
    description = {
      "Submits the Flink jobs to a cluster that runs already, and watches them until it is stopped;"
          + " the jobs then go on. A job that is there already is not submitted again. What the"
          + " cluster must have is in docs/reference/flink.md."
    },
    exitCodeList = {
      "0:done: the jobs were submitted (--detach) or stopped (--stop)",
      "1:no broker or no Flink answers, a job was refused, or one that was watched has ended",
      "2:wrong arguments",
      "130:stopped with Ctrl-C; the jobs go on",
      "143:stopped with SIGTERM, likewise"
    })
public final class JobsCommand extends Subcommand {
  private static final Duration LOOK = Duration.ofSeconds(2);

  @Option(
      names = "--flink",
      paramLabel = "HOST:PORT",
      defaultValue = "127.0.0.1:8081",
      converter = Converters.Address.class,
      description = "the cluster's REST address; default: 127.0.0.1:8081")
  @CommonKey("flink.address")
  private HostPort flinkAddress = new HostPort("127.0.0.1", 8081);

  @Mixin private FlinkClientOption flinkClient = new FlinkClientOption();

  @Mixin private TopicsOption topics = new TopicsOption();

  @Option(
      names = "--jobs",
      paramLabel = "NAMES",
      split = ",",
      defaultValue = "ledger,sensitivity,components",
      description =
          "which jobs: ledger, sensitivity, components; default: ledger,sensitivity,components")
  private List<WattuneJob> jobs = List.of(WattuneJob.values());

  @Option(
      names = "--smoothed",
      description =
          "the ledger job also puts out smoothed power, which the dashboard draws beside the newest"
              + " seconds of true power; it costs the job more than all else it does")
  private boolean smoothed;

  @Option(
      names = "--detect",
      paramLabel = "all|DEVICES",
      split = ",",
      description =
          "the ledger job also finds what runs on these devices by their power alone, as spans of"
              + " the name detected, with the error of each start and end; all, or device ids;"
              + " default: none")
  private List<String> detect = List.of();

  @Option(
      names = "--profile",
      paramLabel = "FILE",
      description =
          "sensor profiles for the ledger job, as wattune calibrate writes them, each for a device,"
              + " for all of a model, or for all; they hold from the next reading on, also in the"
              + " place of what was learned; default: learn each sensor from its readings")
  private @Nullable Path profile;

  @Mixin private SensitivityModelOption model = new SensitivityModelOption();

  @Mixin private ComponentOptions given = new ComponentOptions();

  @Option(
      names = "--parallelism",
      paramLabel = "N",
      defaultValue = "2",
      description = "parallel tasks of each job, and slots that it needs; default: 2")
  @Bounds(lowest = "1", highest = "1024")
  private int parallelism;

  @Option(
      names = "--checkpoint-interval",
      paramLabel = "DURATION",
      defaultValue = "1s",
      converter = Converters.Span.class,
      description =
          "how often the ledger's state is kept; energy can be read after so long; default: 1s")
  @Bounds(lowest = "100ms", highest = "1h")
  private Duration checkpointInterval = Duration.ofSeconds(1);

  @Option(
      names = "--checkpoint-dir",
      paramLabel = "URI",
      converter = FolderUri.class,
      description =
          "where checkpoints and savepoints go, each job's in a folder of its own: s3://..., or"
              + " file:///... that all machines of the cluster share; default: as the cluster is"
              + " configured")
  private @Nullable String checkpointFolder;

  @Option(
      names = "--from",
      paramLabel = "latest|none|PATH",
      defaultValue = "latest",
      description =
          "what a job that is submitted goes on from: the newest checkpoint or savepoint that can"
              + " be found (latest), nothing (none), or this one; default: latest")
  @CommandLineOnly
  private String from = "latest";

  @Mixin private ListenOption listen = new ListenOption(9104);

  @Option(
      names = "--most-behind",
      paramLabel = "DURATION",
      defaultValue = "1m",
      converter = Converters.Span.class,
      description =
          "/health is DOWN when the ledger is behind the broker by more, or a job has not completed a"
              + " checkpoint for longer than this and two of its intervals; default: 1m")
  @Bounds(lowest = "1s", highest = "1d")
  private Duration mostBehind = JobsProbe.MOST_BEHIND;

  @Option(names = "--detach", description = "do not stay to watch the jobs")
  private boolean detach;

  @Option(
      names = "--stop",
      description = "stop the jobs, each with a savepoint from which --from latest goes on")
  @CommandLineOnly
  private boolean stop;

  @Override
  public Integer call() throws EngineException, InterruptedException {
    JobsOptions options = options();
    FlinkAccess access = flinkClient.to(flinkAddress);
    var flink = new FlinkCluster(access);
    var cluster = new JobsOnCluster(flink, options, this::print);
    try {
      if (stop) {
        cluster.stop();
        return ExitCode.DONE;
      }
      Map<String, String> started =
          cluster.start(
              new JobSubmitter(access, JobJars.of(System.getProperty("java.class.path", ""))),
              this::createTopics);
      if (detach) {
        return ExitCode.DONE;
      }
      watch(new JobsWatch(flink, started, this::print), probe(access, started.values()));
      return ExitCode.DONE;
    } catch (JobFailedException | IllegalStateException | UncheckedIOException e) {
      throw EngineException.of(e);
    }
  }

  private JobsOptions options() throws EngineException {
    var options =
        new JobsOptions(
            topics.access(),
            jobs,
            smoothed,
            detect.equals(List.of("all"))
                ? DetectedDevices.ALL
                : new DetectedDevices(false, detect),
            profiles(),
            model.settings(),
            given.read(),
            parallelism,
            checkpointInterval,
            checkpointFolder,
            new JobsOptions.From(from));
    if (options.from().isPath() && options.jobs().size() > 1) {
      throw EngineException.wrongInput(
          "--from " + from + " is the state of one job; say which with --jobs");
    }
    return options;
  }

  private ProfileChoice profiles() throws EngineException {
    if (profile == null) {
      return ProfileChoice.AUTO;
    }
    try {
      var profiles =
          ProfileChoice.known(ProfileFile.read(Files.readAllBytes(profile), profile.toString()));
      LedgerSettings.DEFAULT.knowing(profiles); // refuses a delay that the ledger cannot wait for
      return profiles;
    } catch (IOException e) {
      throw EngineException.wrongInput("--profile " + profile + ": " + FailureWords.of(e));
    } catch (EngineException | IllegalArgumentException e) {
      throw EngineException.wrongInput("--profile: " + e.getMessage());
    }
  }

  private void createTopics() throws EngineException {
    topics.createMissing(Namespace.live());
  }

  private JobsProbe probe(FlinkAccess access, Collection<String> names) {
    return new JobsProbe(new FlinkRest(access, LedgerJob.SOURCE), List.copyOf(names), mostBehind);
  }

  private void watch(JobsWatch watch, JobsProbe probe)
      throws EngineException, InterruptedException {
    var never = new CountDownLatch(1);
    try (Teardown teardown = Teardown.install()) {
      teardown.add("say that the jobs go on", () -> print("The watch is over."));
      teardown.add("stop the HTTP server", listen.start(probe));
      Optional<String> end = watch.look();
      while (end.isEmpty()) {
        boolean unused = never.await(LOOK.toMillis(), TimeUnit.MILLISECONDS);
        end = watch.look();
      }
      throw EngineException.failed(end.get());
    }
  }
}
