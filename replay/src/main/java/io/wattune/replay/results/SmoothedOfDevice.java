package io.wattune.replay.results;

import io.wattune.core.power.SmoothedPower;
import io.wattune.core.power.TruePower;
import io.wattune.replay.report.TrueTrace;
import java.util.Map;
import java.util.TreeMap;

/**
 * Gathers the smoothed power of one device from blocks in any order, repeats included: a block is a
 * slice of time, and of a slice the newest revision holds, whole.
 */
final class SmoothedOfDevice {
  private final Map<Long, TruePower> bySlice = new TreeMap<>();
  private boolean isComplete;

  void accept(TruePower block) {
    if (block.summary() != null) {
      isComplete = true;
    }
    if (block.samples() > 0) {
      long slice = SmoothedPower.sliceAt(block.timesNanos()[0]);
      bySlice.merge(slice, block, (a, b) -> a.revision() > b.revision() ? a : b);
    }
  }

  /** Whether the block that ends the trace has come. */
  boolean isComplete() {
    return isComplete;
  }

  TrueTrace trace() {
    var columns = new TraceColumns();
    bySlice.values().forEach(columns::append);
    return columns.toTrace();
  }
}
