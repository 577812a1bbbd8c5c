package io.wattune.core.mask;

import java.math.BigInteger;

/**
 * How many kernels each compute unit has been given: the resource monitor of Chow 2023, section
 * 3.3.3. Hardware would need 5 bits a unit, since a GPU holds at most 32 streams. Not for several
 * threads at once.
 */
public final class UnitLoads {
  private final int[] kernels;
  private final int[] engineOfBit;
  private final long[] kernelsOfEngine;

  public UnitLoads(CuLayout layout) {
    kernels = new int[layout.units()];
    engineOfBit = layout.positions().stream().mapToInt(CuLayout.Position::engine).toArray();
    kernelsOfEngine = new long[layout.engines()];
  }

  /** A kernel begins on the units of a mask. */
  public void begin(CuMask mask) {
    change(mask, 1);
  }

  /**
   * A kernel ends on the units of a mask.
   *
   * @throws IllegalStateException where one of them has none: then nothing is changed
   */
  public void end(CuMask mask) {
    BigInteger bits = mask.bits();
    for (int bit = bits.getLowestSetBit(); bit >= 0 && bit < kernels.length; bit++) {
      if (bits.testBit(bit) && kernels[bit] == 0) {
        throw new IllegalStateException("no kernel runs on unit " + bit + " that could end");
      }
    }
    change(mask, -1);
  }

  private void change(CuMask mask, int by) {
    if (mask.units() != kernels.length) {
      throw new IllegalArgumentException(
          "the mask is of a GPU of " + mask.units() + " units, the loads of " + kernels.length);
    }
    for (int bit = 0; bit < kernels.length; bit++) {
      if (mask.bits().testBit(bit)) {
        kernels[bit] += by;
        kernelsOfEngine[engineOfBit[bit]] += by;
      }
    }
  }

  /** Kernels of the unit of a bit. */
  public int kernels(int bit) {
    return kernels[bit];
  }

  /** Sum of the kernels of an engine's units. */
  long kernelsOfEngine(int engine) {
    return kernelsOfEngine[engine];
  }

  /** Number of units. */
  int units() {
    return kernels.length;
  }
}
