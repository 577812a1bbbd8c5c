package io.wattune.pipeline;

import java.util.Map;

/**
 * What the topics have said since the start.
 *
 * @param samples new values of sensors that came out of the ledger job as true power
 * @param ledgerEntries entries, each counted with its first revision
 * @param decisions decisions for devices, renewals among them
 * @param decisionsByReason the same by their reasons
 * @param claims nodes taken over
 * @param applied actuations with settings written and read back
 * @param renewed actuations that only made a lease longer
 * @param switched switches between the configurations of one decision that agents reported
 * @param partlyApplied actuations of which some control failed
 * @param refusedByReason refused decisions by their reasons
 * @param restoresByReason devices that went back to their own settings, by what made them
 * @param rejectsByReason data in the rejects topic, by why they are there
 * @param latency from reading to applied actuation
 */
public record LiveCounts(
    long samples,
    long ledgerEntries,
    long decisions,
    Map<String, Long> decisionsByReason,
    long claims,
    long applied,
    long renewed,
    long switched,
    long partlyApplied,
    Map<String, Long> refusedByReason,
    Map<String, Long> restoresByReason,
    Map<String, Long> rejectsByReason,
    Latencies.Summary latency) {

  /** All refused decisions. */
  public long refused() {
    return sum(refusedByReason);
  }

  /** All data in the rejects topic. */
  public long rejects() {
    return sum(rejectsByReason);
  }

  /** All restores. */
  public long restores() {
    return sum(restoresByReason);
  }

  private static long sum(Map<String, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }
}
