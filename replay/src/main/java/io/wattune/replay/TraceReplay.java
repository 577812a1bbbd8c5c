package io.wattune.replay;

import io.wattune.core.ledger.Activity;
import io.wattune.core.sensor.ProfileChoice;
import io.wattune.replay.file.DeviceTrace;
import io.wattune.replay.report.ReplayResult;
import io.wattune.report.progress.Progress;
import io.wattune.schemas.failure.EngineException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Takes traces that are in memory, simulated ones say, through the same broker, job and report as
 * {@code wattune replay} takes those of files.
 */
public final class TraceReplay {
  private TraceReplay() {}

  /**
   * Replays traces as fast as possible.
   *
   * @param traces one for each device; each with two readings or more
   * @param activities what ran on them
   * @param profiles what to take their sensors for
   * @param parallelism parallel tasks of the job
   * @param command the command line, for the report
   */
  public static ReplayResult run(
      List<DeviceTrace> traces,
      List<Activity> activities,
      ProfileChoice profiles,
      int parallelism,
      Progress progress,
      List<String> command)
      throws EngineException {
    var all = new ArrayList<>(activities);
    for (DeviceTrace trace : traces) {
      TraceSpan span =
          TraceSpan.of(trace)
              .orElseThrow(
                  () -> new IllegalArgumentException(trace.device() + " has too few readings"));
      all.add(span.activity(trace.device()));
    }
    var notes = new ArrayList<String>();
    long horizonNanos = Horizon.nanos(null, traces, all, notes);
    var input =
        new ReplayInput(
            traces,
            all,
            Map.of(),
            true,
            false,
            List.of(),
            0,
            Map.of(),
            horizonNanos,
            profiles,
            null,
            List.of(),
            notes);
    return new ReplayRun(ReplayOptions.ofTraces(parallelism, command), progress, System.nanoTime())
        .run(input);
  }
}
