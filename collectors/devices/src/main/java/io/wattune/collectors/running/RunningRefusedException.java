package io.wattune.collectors.running;

/** What a node's folder says of what runs is not believed. */
final class RunningRefusedException extends Exception {
  private static final long serialVersionUID = 1;

  private final RunningRefusal refusal;

  RunningRefusedException(RunningRefusal refusal) {
    super(refusal.label(), null, false, false);
    this.refusal = refusal;
  }

  RunningRefusal refusal() {
    return refusal;
  }
}
