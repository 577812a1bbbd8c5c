package io.wattune.testbed.gpu;

import io.wattune.testbed.IrregularPoller;
import io.wattune.testbed.KernelRun;
import io.wattune.testbed.SensorUpdates;
import io.wattune.testbed.Stalls;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/** When the driver of a simulated GPU answers a poll, and when the next one is due. */
final class PollAnswers {
  /** Shorter idleness is part of one run of the host's program. */
  private static final long PROGRAM_END_NANOS = 250_000_000L;

  private final GpuModel model;
  private final SensorUpdates comb;
  private final long seed;

  /** With the stalls of the newest idleness; null where the driver always answers. */
  private @Nullable IrregularPoller irregular;

  private long polls;

  PollAnswers(GpuModel model, SensorUpdates comb, long seed) {
    this.model = model;
    this.comb = comb;
    this.seed = seed;
    this.irregular =
        model.pollPattern() == PollPattern.IRREGULAR
            ? new IrregularPoller(comb, Stalls.NONE, seed)
            : null;
  }

  /** The GPU is idle from one time to another. */
  void idle(long startNanos, long endNanos) {
    if (irregular == null || endNanos - startNanos < PROGRAM_END_NANOS) {
      return;
    }
    var runs = new ArrayList<KernelRun>();
    runs.add(new KernelRun("before", startNanos - 1, 1, 0));
    runs.add(new KernelRun("after", endNanos, 1, 0));
    Stalls stalls = model.idle().stalls(runs, seed ^ startNanos);
    irregular = new IrregularPoller(comb, stalls, seed);
  }

  long answerNanos(long askedNanos) {
    return irregular == null ? askedNanos : irregular.answerNanos(askedNanos);
  }

  long nextPollNanos(long lastNanos) {
    return irregular == null
        ? lastNanos + model.pollPeriodNanos()
        : irregular.nextNanos(polls++, lastNanos);
  }
}
