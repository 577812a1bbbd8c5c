package io.wattune.core.loop;

import io.wattune.core.policy.KernelMemory;
import io.wattune.core.policy.Turn;
import io.wattune.core.sensitivity.SensitivityBin;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** What a loop keeps of one kernel: the policy's memory, and evidence that need not survive. */
class KernelRecord {
  KernelMemory memory;

  /** The bin of its sensitivity to each tunable, as last reported. */
  final Map<String, SensitivityBin> bins = new TreeMap<>();

  /** Work of a time that the node has not reported yet, oldest first. */
  final Deque<WorkWindow> waiting = new ArrayDeque<>();

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

  /** Delivered work rate of a window, in one unit for all; empty where it cannot be determined. */
  OptionalDouble rate(WorkWindow window) {
    return OptionalDouble.of(window.rate());
  }

  /** Whether work is only estimated, from the device's own counters. */
  boolean isEstimated() {
    return false;
  }

  /** No value below this share of the own one may be wished; 0 for no such bound. */
  double leastShare() {
    return 0;
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
