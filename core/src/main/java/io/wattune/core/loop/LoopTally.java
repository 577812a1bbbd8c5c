package io.wattune.core.loop;

import java.util.Map;
import java.util.TreeMap;

/** Counts what becomes of everything that a loop receives, as {@link LoopCounts} has it. */
final class LoopTally {
  private final Map<String, Long> evidenceDiscarded = new TreeMap<>();
  private final Map<String, Long> vetoed = new TreeMap<>();
  private final Map<String, Long> narrowed = new TreeMap<>();
  private final Map<String, Long> refused = new TreeMap<>();
  private long evidenceUsed;
  private long kernelsDropped;
  private long relearned;
  private long sensitivitiesUnused;

  /** A policy was shown evidence. */
  void use() {
    evidenceUsed++;
  }

  /** A policy was not shown evidence, for this reason. */
  void discard(String why) {
    count(evidenceDiscarded, why);
  }

  /** This guard has vetoed a decision. */
  void veto(String guard) {
    count(vetoed, guard);
  }

  /** This guard has narrowed a proposal. */
  void narrow(String guard) {
    count(narrowed, guard);
  }

  /** The node has refused or failed a decision, for this reason. */
  void refuse(String why) {
    count(refused, why);
  }

  /** So many kernels were forgotten. */
  void dropKernels(int kernels) {
    kernelsDropped += kernels;
  }

  /** All that was learned was forgotten. */
  void relearn() {
    relearned++;
  }

  /** A kernel's sensitivities were forgotten before it was seen. */
  void forgetSensitivities() {
    sensitivitiesUnused++;
  }

  private static void count(Map<String, Long> counts, String what) {
    counts.merge(what, 1L, Long::sum);
  }

  /** What was counted, with what the device's servers count. */
  LoopCounts counts(Servers servers) {
    return new LoopCounts(
        evidenceUsed,
        evidenceDiscarded,
        vetoed,
        narrowed,
        refused,
        kernelsDropped,
        relearned,
        sensitivitiesUnused,
        servers.alarms,
        servers.states());
  }
}
