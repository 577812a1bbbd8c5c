package io.wattune.core.loop;

import io.wattune.core.policy.KernelMemory;
import io.wattune.core.policy.Turn;
import java.util.Set;
import java.util.TreeSet;

/** What a loop keeps of one kernel: the policy's memory, and evidence that need not survive. */
final class KernelRecord {
  KernelMemory memory;

  /** Tunables whose sensitivity is HIGH. */
  final Set<String> sensitive = new TreeSet<>();

  /** End of the newest invocation seen. */
  long newestEndNanos = LoopState.NEVER;

  /** Invocations in a row that were too short to be judged. */
  int shortOnes;

  /** The policy's newest decision that no proposal has said yet; empty if all are said. */
  String reason = "";

  String detail = "";

  KernelRecord(KernelMemory memory) {
    this.memory = memory;
  }

  /** Takes what the policy made of something. */
  void take(Turn turn) {
    memory = turn.memory();
    if (!turn.reason().isEmpty()) {
      reason = turn.reason();
      detail = turn.detail();
    }
  }
}
