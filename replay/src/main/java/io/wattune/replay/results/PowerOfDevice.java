package io.wattune.replay.results;

import io.wattune.core.power.TraceSummary;
import io.wattune.core.power.TruePower;
import io.wattune.replay.report.TrueTrace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Gathers the true power of one device from blocks in any order, repeats included: for each sample
 * time the newest revision holds.
 */
final class PowerOfDevice {
  private final List<TruePower> blocks = new ArrayList<>();
  private @Nullable TraceSummary summary;
  private long samples;

  void accept(TruePower block) {
    blocks.add(block);
    samples += block.samples();
    if (block.summary() != null) {
      summary = block.summary();
    }
  }

  /** What was done with the trace; null as long as its last block has not come. */
  @Nullable TraceSummary summary() {
    return summary;
  }

  /** Samples that came so far, those of all revisions. */
  long samples() {
    return samples;
  }

  /** Id of the newest profile, and the signal it holds for. */
  TruePower newestBlock() {
    return blocks.stream()
        .max(Comparator.comparingInt(TruePower::revision))
        .orElseThrow(() -> new IllegalStateException("no power has come"));
  }

  TrueTrace trace() {
    Map<Integer, TraceColumns> byRevision = new TreeMap<>();
    blocks.stream()
        .filter(block -> block.samples() > 0)
        .sorted(Comparator.comparingLong(block -> block.timesNanos()[0]))
        .forEach(
            block ->
                byRevision
                    .computeIfAbsent(block.revision(), revision -> new TraceColumns())
                    .append(block));
    TraceColumns merged = new TraceColumns();
    for (TraceColumns newer : byRevision.values()) {
      merged = merged.overlaidBy(newer);
    }
    return merged.toTrace();
  }
}
