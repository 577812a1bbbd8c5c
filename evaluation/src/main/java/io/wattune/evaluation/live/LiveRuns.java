package io.wattune.evaluation.live;

import io.wattune.pipeline.KeepOptions;
import io.wattune.pipeline.UpOptions;
import io.wattune.pipeline.UpRun;
import io.wattune.pipeline.UpSummary;
import io.wattune.schemas.failure.EngineException;
import io.wattune.testbed.gpu.GpuModel;
import io.wattune.testbed.gpu.Workload;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;

/**
 * Runs of the whole pipeline, each with one workload.
 *
 * @param gpu name of the simulated GPU, as a run takes it
 * @param model the same GPU
 * @param gpus how many of them
 * @param policy its name
 * @param duration of each run
 * @param seed of everything that is random
 */
public record LiveRuns(
    String gpu, GpuModel model, int gpus, String policy, Duration duration, long seed) {
  /** A simulated GPU sees its registers when it is polled. */
  private static final Duration POLL = Duration.ofMillis(10);

  /** Runs a workload under the policy, live and offline. */
  public LiveComparison compare(String name, Workload workload)
      throws EngineException, InterruptedException {
    var recorder = new LiveRunRecorder();
    var nowhere = new PrintStream(PrintStream.nullOutputStream());
    UpSummary summary = new UpRun(options(name), nowhere, recorder, done -> {}).run();
    return LiveComparison.of(
        model,
        workload,
        policy,
        recorder,
        summary.counts().latency().p50Millis(),
        POLL.toNanos() / 2 + model.switchingDelayNanos(),
        seed);
  }

  private UpOptions options(String workload) {
    return new UpOptions(
        1,
        gpus,
        gpu,
        workload,
        policy,
        duration,
        null,
        seed,
        POLL,
        KeepOptions.NOTHING,
        true,
        List.of("evaluate", "live"));
  }
}
