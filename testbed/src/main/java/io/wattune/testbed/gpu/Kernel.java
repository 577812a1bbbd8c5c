package io.wattune.testbed.gpu;

import java.util.List;

/**
 * A kernel, by what it asks of the hardware. Amounts are those of one invocation.
 *
 * @param name its name, at most 120 bytes
 * @param instructionsGiga wave instructions that it issues, in units of 1e9
 * @param requestedGigabytes bytes that it asks of the L2, in units of 1e9
 * @param missAlone share of them that miss the L2 when few units are in use
 * @param missCrowded share that misses when the units in use fill the L2 many times over
 * @param workingSetKilobytesPerUnit what one unit wants to keep in the L2
 * @param bytesPerWaveRequest bytes that one memory instruction of a wave asks for
 * @param rowEfficiency share of the memory's peak that its pattern can reach
 * @param addressCycles cycles for the addresses of one memory instruction; 4 if coalesced
 * @param memoryParallelism memory instructions that a wave has in flight
 * @param serialSeconds time that no unit shortens, at a core clock of 1 GHz
 * @param overheadSeconds time that no clock shortens
 * @param laneUtilization share of the lanes that is active in a wave instruction
 * @param vgprs vector registers of a work item
 * @param sgprs scalar registers of a wave
 * @param writeFraction share of the memory traffic that is writes
 * @param instructionEnergy energy of its wave instruction over that of a fused multiply-add
 * @param work delivered work; 0 to count its wave instructions
 * @param phases how it changes from invocation to invocation, over and over; may be empty
 */
public record Kernel(
    String name,
    double instructionsGiga,
    double requestedGigabytes,
    double missAlone,
    double missCrowded,
    double workingSetKilobytesPerUnit,
    double bytesPerWaveRequest,
    double rowEfficiency,
    double addressCycles,
    double memoryParallelism,
    double serialSeconds,
    double overheadSeconds,
    double laneUtilization,
    int vgprs,
    int sgprs,
    double writeFraction,
    double instructionEnergy,
    double work,
    List<Phase> phases) {
  /**
   * A stretch of invocations of one intensity.
   *
   * @param invocations how many
   * @param instructions factor of the wave instructions
   * @param requests factor of the bytes that are asked of the L2
   */
  public record Phase(int invocations, double instructions, double requests) {
    /** The kernel as it stands. */
    public static final Phase PLAIN = new Phase(1, 1, 1);

    public Phase {
      Require.positive("invocations", invocations);
      Require.positive("instructions", instructions);
      Require.positive("requests", requests);
    }
  }

  public Kernel {
    Require.named("name", name, 120);
    Require.positive("instructionsGiga", instructionsGiga);
    Require.positive("requestedGigabytes", requestedGigabytes);
    Require.fraction("missAlone", missAlone);
    Require.fraction("missCrowded", missCrowded);
    Require.notNegative("workingSetKilobytesPerUnit", workingSetKilobytesPerUnit);
    Require.positive("bytesPerWaveRequest", bytesPerWaveRequest);
    Require.within("rowEfficiency", rowEfficiency, 0.01, 1);
    Require.notNegative("addressCycles", addressCycles);
    Require.positive("memoryParallelism", memoryParallelism);
    Require.notNegative("serialSeconds", serialSeconds);
    Require.notNegative("overheadSeconds", overheadSeconds);
    Require.fraction("laneUtilization", laneUtilization);
    Require.positive("vgprs", vgprs);
    Require.positive("sgprs", sgprs);
    Require.fraction("writeFraction", writeFraction);
    Require.notNegative("instructionEnergy", instructionEnergy);
    Require.notNegative("work", work);
    phases = List.copyOf(phases);
  }

  /** Its phases, or the one that it has where it does not change. */
  public List<Phase> ownPhases() {
    return phases.isEmpty() ? List.of(Phase.PLAIN) : phases;
  }

  /** The phase of an invocation, counted from 0. */
  public Phase phase(long invocation) {
    if (phases.isEmpty()) {
      return Phase.PLAIN;
    }
    long round = phases.stream().mapToLong(Phase::invocations).sum();
    long left = invocation % round;
    int i = 0;
    while (left >= phases.get(i).invocations()) {
      left -= phases.get(i).invocations();
      i++;
    }
    return phases.get(i);
  }

  /** Delivered work of one invocation in a phase. */
  public double work(Phase phase) {
    return work > 0 ? work : instructionsGiga * 1e9 * phase.instructions();
  }
}
