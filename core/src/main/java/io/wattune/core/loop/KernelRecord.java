package io.wattune.core.loop;

import io.wattune.core.policy.KernelMemory;
import java.util.Set;
import java.util.TreeSet;

/** What a loop keeps of one kernel: the policy's memory, and evidence that need not survive. */
final class KernelRecord {
  KernelMemory memory;

  /** Tunables whose sensitivity is HIGH. */
  final Set<String> sensitive = new TreeSet<>();

  /** End of the newest invocation seen. */
  long newestEndNanos = LoopState.NEVER;

  KernelRecord(KernelMemory memory) {
    this.memory = memory;
  }
}
