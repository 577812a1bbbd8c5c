package io.wattune.core.loop;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * What became of everything that a loop has received since it was made, or since its counts were
 * cleared.
 */
public final class LoopCounts {
  /** What is counted. */
  public enum Kind {
    /** Counter readings that a policy was shown. */
    EVIDENCE_USED,
    /** Counter readings that it was not shown, by why. */
    EVIDENCE_DISCARDED,
    /** Times that a guard has vetoed a decision, by guard. */
    VETOED,
    /** Proposals that a guard has narrowed, by guard. */
    NARROWED,
    /** Answers of the node that refused or failed a decision, by reason. */
    REFUSED,
    /** Kernels forgotten because there were too many, or because they became too short. */
    KERNELS_DROPPED,
    /**
     * Times that an inference server was left at its own settings for a reason that a person should
     * know, by state.
     */
    SERVER_ALARMS
  }

  private final Map<Kind, Map<String, Long>> counts = new EnumMap<>(Kind.class);

  void count(Kind kind, String label) {
    count(kind, label, 1);
  }

  void count(Kind kind, String label, long times) {
    counts.computeIfAbsent(kind, absent -> new TreeMap<>()).merge(label, times, Long::sum);
  }

  /** How many there are of a kind, by label. */
  public Map<String, Long> byLabel(Kind kind) {
    return counts.getOrDefault(kind, Map.of());
  }

  /** How many there are of a kind. */
  public long total(Kind kind) {
    return byLabel(kind).values().stream().mapToLong(Long::longValue).sum();
  }

  /** Begins anew. */
  public void clear() {
    counts.clear();
  }
}
