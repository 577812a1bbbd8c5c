package io.wattune.testbed.gpu;

import io.wattune.testbed.KernelRun;
import io.wattune.testbed.SensorUpdates;
import io.wattune.testbed.Stalls;
import io.wattune.testbed.TightLoop;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/** When the driver of a simulated GPU answers a poll, and when the next one is due. */
final class PollAnswers {
  /** Shorter idleness is part of one run of the host's program. */
  private static final long PROGRAM_END_NANOS = 250_000_000L;

  private final GpuModel model;
  private final @Nullable TightLoop loop;
  private final long seed;
  private Stalls stalls = Stalls.NONE;
  private long polls;

  PollAnswers(GpuModel model, SensorUpdates comb, long seed) {
    this.model = model;
    this.seed = seed;
    this.loop = model.pollPattern() == PollPattern.IRREGULAR ? new TightLoop(comb, seed) : null;
  }

  /** The GPU is idle from one time to another. */
  void idle(long startNanos, long endNanos) {
    if (loop == null || endNanos - startNanos < PROGRAM_END_NANOS) {
      return;
    }
    var runs = new ArrayList<KernelRun>();
    runs.add(new KernelRun("before", startNanos - 1, 1, 0));
    runs.add(new KernelRun("after", endNanos, 1, 0));
    stalls = model.idle().stalls(runs, seed ^ startNanos);
  }

  long answerNanos(long askedNanos) {
    return loop == null ? askedNanos : loop.answerNanos(askedNanos, stalls);
  }

  long nextPollNanos(long lastNanos) {
    return loop == null
        ? lastNanos + model.pollPeriodNanos()
        : loop.nextNanos(polls++, lastNanos, stalls);
  }
}
