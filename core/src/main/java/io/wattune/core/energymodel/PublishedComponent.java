package io.wattune.core.energymodel;

/**
 * Components of a GTX 1050 and their published energies: [C] Table 5.1, which robust regression
 * over micro-benchmarks gave with r2 = 0.87; that of {@link #DECODE} was tuned by hand. Accesses
 * are counted for each thread, not for each warp: with a warp's the card's lanes could not take
 * more than some 3 W. Test: {@code PublishedComponentTest}.
 */
public enum PublishedComponent {
  DECODE(2.5e-11),
  INT(3.42e-11),
  FP(3.35e-11),
  DP(6.59e-10),
  INT_MUL32(2.31e-9),
  SFU(9.52e-10),
  /** Register file. */
  RF(6.05e-12),
  L1(6.15e-11),
  /** Shared memory. */
  SHRD_MEM(5.72e-11),
  L2(6.87e-11),
  DRAM(2.17e-10);

  /** The card's power while it is awake and nothing runs ([C] section 5.3). */
  public static final double IDLE_WATTS = 17.4;

  private final double joules;

  PublishedComponent(double joules) {
    this.joules = joules;
  }

  /** Energy of an access of one thread. */
  public double joulesPerAccess() {
    return joules;
  }
}
