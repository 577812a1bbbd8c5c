package io.wattune.testbed.server;

/**
 * What it costs to set a mask for each kernel from the runtime: two barrier packets and an ioctl
 * before each kernel (Chow 2023, section 3.4), of which the ioctls of all workers go one after
 * another. Sizes assumed; the document could not measure them.
 */
public record EmulationCost(double barrierSeconds, double ioctlSeconds) {
  /** As assumed for the MI50. */
  public static final EmulationCost MI50 = new EmulationCost(5e-6, 12e-6);

  /** Nothing: a GPU that sets masks itself. */
  public static final EmulationCost NATIVE = new EmulationCost(0, 0);

  /** Added to each kernel while no other worker sets a mask. */
  public double secondsOfKernel() {
    return 2 * barrierSeconds + ioctlSeconds;
  }

  /**
   * The document's way to take it out again (section 3.4.2): {@code L_real(krisp) = L_emu(krisp) -
   * (L_emu(base) - L_real(base))}. Exact where each inference pays the same; what workers wait for
   * each other's ioctls is in it only as far as the base pays it, too.
   */
  public static double withoutIt(double emulated, double emulatedBase, double realBase) {
    return emulated - (emulatedBase - realBase);
  }
}
