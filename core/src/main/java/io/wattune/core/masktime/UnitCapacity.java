package io.wattune.core.masktime;

/**
 * What a compute unit holds, and so how many blocks of a kernel run on it at once: the fewest that
 * waves, registers and local memory allow, each in the steps in which hardware gives it out (AMD,
 * Vega ISA, section 3, and the occupancy rule of Harmonia, section 5). Exact; test: {@code
 * UnitCapacityTest}.
 *
 * @param simds vector units
 * @param wavesPerSimd waves that each holds
 * @param lanes threads of a wave
 * @param registersPerLane vector registers of each lane of a SIMD
 * @param registerStep registers are given out in steps of so many
 * @param localBytes local memory
 * @param blocks blocks, whatever they need
 */
public record UnitCapacity(
    int simds,
    int wavesPerSimd,
    int lanes,
    int registersPerLane,
    int registerStep,
    int localBytes,
    int blocks) {

  /** A unit of the MI50 (gfx906): 40 waves of 64, which is 2560 threads (Chow 2023, 3.3.2). */
  public static final UnitCapacity MI50 = new UnitCapacity(4, 10, 64, 256, 4, 65_536, 40);

  /**
   * What a block of a kernel takes.
   *
   * @param threads at least 1
   * @param registersPerThread vector registers
   * @param localBytes local memory
   */
  public record Block(int threads, int registersPerThread, int localBytes) {
    public Block {
      if (threads < 1 || registersPerThread < 0 || localBytes < 0) {
        throw new IllegalArgumentException(
            ("a block must have threads and no negative needs, was %s threads, %s "
                    + "registers, %s bytes")
                .formatted(threads, registersPerThread, localBytes));
      }
    }
  }

  public UnitCapacity {
    if (Math.min(Math.min(simds, wavesPerSimd), Math.min(lanes, registersPerLane)) < 1
        || Math.min(registerStep, Math.min(localBytes, blocks)) < 1) {
      throw new IllegalArgumentException("a unit's capacities must be at least 1");
    }
  }

  /** Threads that a unit holds. */
  public int threads() {
    return simds * wavesPerSimd * lanes;
  }

  /** Blocks of a kernel that a unit holds at once; 0 where not even one fits. */
  public int blocksAtOnce(Block block) {
    int waves = (block.threads() + lanes - 1) / lanes;
    int steps = Math.max(1, (block.registersPerThread() + registerStep - 1) / registerStep);
    int wavesAtOnce = simds * Math.min(wavesPerSimd, registersPerLane / (steps * registerStep));
    int byMemory = block.localBytes() == 0 ? blocks : localBytes / block.localBytes();
    return Math.min(Math.min(blocks, wavesAtOnce / waves), byMemory);
  }
}
