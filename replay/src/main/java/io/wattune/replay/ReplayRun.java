package io.wattune.replay;

import io.wattune.core.ledger.DetectedDevices;
import io.wattune.core.ledger.LedgerSettings;
import io.wattune.embedded.flink.JobFailedException;
import io.wattune.embedded.flink.RunningJob;
import io.wattune.embedded.teardown.Teardown;
import io.wattune.replay.report.DeviceResult;
import io.wattune.replay.report.ReplayResult;
import io.wattune.replay.results.DeviceOutput;
import io.wattune.replay.results.JobResults;
import io.wattune.report.progress.Progress;
import io.wattune.schemas.failure.EngineException;
import io.wattune.schemas.reject.RejectedDatum;
import io.wattune.schemas.release.Versions;
import io.wattune.schemas.topics.Namespace;
import io.wattune.streams.kafka.JobOptions;
import io.wattune.streams.ledger.LedgerJob;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/**
 * One replay, from files to results: reads the files, starts or finds a broker and a Flink cluster,
 * runs the ledger job between topics of its own, sends the readings, and waits until everything has
 * come back. The topics, the job and what was started go in the end, whatever happens.
 */
public final class ReplayRun {
  private static final DateTimeFormatter RUN_TIME =
      DateTimeFormatter.ofPattern("uuuuMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final Duration CHECKPOINT_INTERVAL = Duration.ofMillis(500);

  private final ReplayOptions options;
  private final Progress progress;
  private final long startedNanos;

  /**
   * Prepares a run.
   *
   * @param startedNanos when the command started, by {@link System#nanoTime}
   */
  public ReplayRun(ReplayOptions options, Progress progress, long startedNanos) {
    this.options = options;
    this.progress = progress;
    this.startedNanos = startedNanos;
  }

  public ReplayResult run() throws EngineException {
    return run(new InputReader(options).read(progress));
  }

  /** Replays what has been read or made already. */
  ReplayResult run(ReplayInput input) throws EngineException {
    try (Teardown teardown = Teardown.install()) {
      try {
        return run(input, teardown);
      } catch (EngineException | RuntimeException e) {
        if (teardown.hasBegun()) {
          throw stopped(e);
        }
        throw e;
      } catch (JobFailedException e) {
        throw teardown.hasBegun()
            ? stopped(e)
            : EngineException.failed(
                e.getMessage()
                    + (options.flink() == null
                        ? "; the log above says more"
                        : "; the Flink cluster's log says more"),
                e);
      }
    }
  }

  /** What fails while everything is taken down fails because of that. */
  private static EngineException stopped(Exception failure) {
    return EngineException.failed("stopped before it was done", failure);
  }

  private ReplayResult run(ReplayInput input, Teardown teardown)
      throws EngineException, JobFailedException {
    progress.begin("start", -1);
    ReplayCluster servers = ReplayCluster.start(options, teardown);
    Namespace namespace = Namespace.replay(runId());
    RunTopics.create(servers, namespace, options.parallelism(), teardown);
    RunningJob job = teardown.add("cancel the job", submit(servers, namespace, input));
    long sentFromNanos = System.nanoTime();
    progress.begin("send", input.polls());
    new ReplaySender(servers.kafka(), namespace, input, options.speed()).send(job, progress);
    progress.begin("wait", input.polls());
    try (JobResults readBack =
        new JobResults(
            servers.kafka(),
            namespace,
            input.devices(),
            smoothsPower(),
            new JobWatch(job, progress))) {
      readBack.awaitPower();
      readBack.awaitEnergy();
      List<DeviceOutput> outputs = readBack.outputs(input.profiles());
      long endNanos = System.nanoTime();
      List<RejectedDatum> rejects = readBack.rejects();
      return result(
          input, ResultAssembly.devices(input, outputs), rejects, sentFromNanos, endNanos);
    }
  }

  /** So that several may use one broker; for example {@code 20260102-030405-9f3a61c2}. */
  private static String runId() {
    byte[] random = new byte[4];
    new SecureRandom().nextBytes(random);
    return RUN_TIME.format(Instant.now()) + "-" + HexFormat.of().formatHex(random);
  }

  private RunningJob submit(ReplayCluster servers, Namespace namespace, ReplayInput input)
      throws JobFailedException {
    var job =
        new JobOptions(
            servers.kafka(),
            namespace,
            options.parallelism(),
            CHECKPOINT_INTERVAL,
            JobOptions.FOR_THROUGHPUT);
    LedgerSettings settings =
        new LedgerSettings(input.horizonNanos(), input.profiles())
            .smoothing(smoothsPower())
            .detecting(input.detects() ? DetectedDevices.ALL : DetectedDevices.NONE);
    return servers
        .flink()
        .submit(
            LedgerJob.NAME + " " + namespace.prefix(),
            LedgerJob::configure,
            environment -> LedgerJob.build(environment, job, settings));
  }

  /** Smoothed power is for plots and for the meter: else nobody would see it. */
  private boolean smoothsPower() {
    return options.out() != null || options.meterFile() != null;
  }

  private ReplayResult result(
      ReplayInput input,
      List<DeviceResult> devices,
      List<RejectedDatum> rejects,
      long sentFromNanos,
      long endNanos) {
    long refused =
        devices.stream().mapToLong(device -> device.rejects() - device.malformedLines()).sum();
    return new ReplayResult(
        devices,
        input.files(),
        rejects,
        input.malformedLines() + refused,
        input.notes(),
        options.command(),
        Versions.all(),
        (endNanos - startedNanos) * 1e-9,
        (endNanos - sentFromNanos) * 1e-9);
  }
}
