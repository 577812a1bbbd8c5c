package io.wattune.testbed.gpu;

import io.wattune.testbed.BoardBehaviour;

/**
 * What a GPU takes between invocations: active idle for a while, then down step by step, as {@link
 * BoardBehaviour} says. Active idle may depend on the clocks; the steps below it do not, for the
 * driver has lowered the clocks itself by then.
 */
final class IdleTail {
  private final BoardBehaviour board;
  private final double activeIdleShare;
  private final GpuEquations equations;

  /** 0 is active idle; the last level is idle. */
  private int level;

  private long nextNanos = Long.MAX_VALUE;

  /** A tail that is over. */
  IdleTail(GpuModel model, GpuEquations equations) {
    this.board = model.idle();
    this.activeIdleShare = model.activeIdleShare();
    this.equations = equations;
    level = lastLevel();
  }

  /** Work has ended. */
  void start(long nanos) {
    level = 0;
    nextNanos = nanos + board.holdNanos();
  }

  /** Work has begun: no level follows until it ends. */
  void stop() {
    nextNanos = Long.MAX_VALUE;
  }

  /** When the next level is reached; {@link Long#MAX_VALUE} where none is. */
  long nextNanos() {
    return nextNanos;
  }

  /** The next level is reached. */
  void step() {
    level++;
    nextNanos = level == lastLevel() ? Long.MAX_VALUE : nextNanos + board.stepNanos();
  }

  /** Power at these settings. */
  double watts(KnobValues knobs) {
    if (level == lastLevel()) {
      return board.idleWatts();
    }
    if (level > 0) {
      return board.stepDownWatts().get(level - 1);
    }
    return board.activeIdleWatts() + activeIdleShare * equations.unloadedWatts(knobs);
  }

  private int lastLevel() {
    return board.stepDownWatts().size() + 1;
  }
}
