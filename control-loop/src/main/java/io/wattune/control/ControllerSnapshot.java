package io.wattune.control;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a controller has done since it started, and what it knows now.
 *
 * @param read records that came, by topic
 * @param used of those, records that a device's loop has been told of
 * @param rejected of those, records that could not be used, by reason
 * @param decisions decisions that were sent, by reason; claims are not among them
 * @param claims claims that were sent
 * @param held records on which nothing was decided because of a hold
 * @param vetoed decisions that a guard has vetoed, by guard
 * @param narrowed decisions that a guard has narrowed, by guard
 * @param refused decisions that nodes have refused or failed to carry out, by reason
 * @param evidence counter readings that a policy was shown
 * @param discarded counter readings that it was not shown, by reason
 * @param kernelsDropped kernels forgotten because a device had too many
 * @param nodes nodes that this process owns now
 * @param devices devices that it knows in them
 * @param forgotten devices that have gone, or have been silent for too long
 * @param outranked nodes that have shown a higher epoch than this controller's: another owns them
 * @param unreadableStates stored states that could not be read; their devices began anew
 * @param unreadableHolds holds that could not be read, and are obeyed by the nodes alone
 * @param replacedThreads threads that failed and were replaced
 */
public record ControllerSnapshot(
    Map<String, Long> read,
    long used,
    Map<String, Long> rejected,
    Map<String, Long> decisions,
    long claims,
    long held,
    Map<String, Long> vetoed,
    Map<String, Long> narrowed,
    Map<String, Long> refused,
    long evidence,
    Map<String, Long> discarded,
    long kernelsDropped,
    long nodes,
    long devices,
    long forgotten,
    long outranked,
    long unreadableStates,
    long unreadableHolds,
    long replacedThreads) {

  public ControllerSnapshot {
    read = sorted(read);
    rejected = sorted(rejected);
    decisions = sorted(decisions);
    vetoed = sorted(vetoed);
    narrowed = sorted(narrowed);
    refused = sorted(refused);
    discarded = sorted(discarded);
  }

  /** All decisions, claims not among them. */
  public long allDecisions() {
    return sum(decisions);
  }

  /** All records that came. */
  public long allRead() {
    return sum(read);
  }

  /** All records that could not be used. */
  public long allRejected() {
    return sum(rejected);
  }

  private static long sum(Map<String, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  private static Map<String, Long> sorted(Map<String, Long> counts) {
    return Collections.unmodifiableMap(new TreeMap<>(counts));
  }
}
