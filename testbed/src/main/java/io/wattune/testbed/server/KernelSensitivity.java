package io.wattune.testbed.server;

/**
 * How a kernel's time answers to fewer compute units: the four types of Chow 2023, figure 3.6. The
 * shares are assumed: the document names none.
 */
public enum KernelSensitivity {
  /** Short and small: indexing, activations, normalisation. */
  UNAFFECTED(0.05, 0.3),
  /** Slower only below a part of the units. */
  LOW(0.15, 0.7),
  /** Slower below about half of the units: transposition, small convolutions and products. */
  MEDIUM(0.25, 0.7),
  /** Slower with each unit less: more threads than the GPU holds. */
  HIGH(0.35, 0.7);

  private final double memoryShare;
  private final double clockShare;

  KernelSensitivity(double memoryShare, double clockShare) {
    this.memoryShare = memoryShare;
    this.clockShare = clockShare;
  }

  /** Part of the memory's bandwidth that such a kernel takes at full speed. */
  double memoryShare() {
    return memoryShare;
  }

  /** Part of its time, without the launch, that goes as one over the clock. */
  double clockShare() {
    return clockShare;
  }
}
