package io.wattune.control;

import java.util.Map;
import java.util.TreeMap;

/** What a task keeps of a node in memory. */
final class KnownNode {
  final String node;
  final Map<String, KnownDevice> devices = new TreeMap<>();

  /** Of the claim that the task's decisions stand on; 0 until it has claimed the node. */
  long epoch;

  /** An epoch that its writer has answered to; 0 for none. */
  long answeredEpoch;

  /**
   * When the claim is to be repeated unless it is answered, in the time that its task has lived.
   */
  long repeatMillis;

  /** How long the node is waited for before that; grows with each time. */
  long patienceMillis;

  /** A higher epoch, which the node's answers have shown; 0 for none. */
  long seenEpoch;

  /** Its writer has refused a decision because its lease was over, and has taken none since. */
  boolean isDecidedForTooLate;

  /** For how many ticks in a row another's epoch has been in force. */
  int ticksOutranked;

  /** A device has been forgotten, and its sequence with it: under this epoch it may not return. */
  boolean hasForgotten;

  KnownNode(String node) {
    this.node = node;
  }

  /** Whether the node follows another's claim, so that deciding for it is in vain. */
  boolean isOutranked() {
    return seenEpoch > epoch;
  }
}
