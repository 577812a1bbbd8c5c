package io.wattune.testbed.gpu;

/**
 * Constants of the time of a kernel, see {@link GpuEquations}.
 *
 * @param exponent p of the norm that joins the limits; the greater, the sharper the knee
 * @param issuePerUnitAndCycle wave instructions that one compute unit issues in a cycle
 * @param l2BytesPerCycle bytes that the L2 delivers in a core cycle
 * @param l2Kilobytes size of the L2
 * @param controllerBytesPerCycle bytes between L2 and memory controller in a core cycle
 * @param gigabytesPerSecondPerMegaHertz peak bandwidth of the memory per megahertz of its clock
 * @param latencyCoreCycles part of the memory's latency that counts core cycles
 * @param latencyFixedNanos part of the latency of a miss that no clock changes
 * @param latencyClockedNanos part of the latency of a miss that counts memory cycles, at the
 *     nominal clock
 * @param nominalMemoryMegaHertz the memory clock that the constants hold for
 * @param simdsPerUnit vector units of a compute unit
 * @param wavesPerSimd most waves in flight on one
 * @param vgprsPerLane vector registers that the waves of one share, per lane
 * @param sgprsPerSimd scalar registers that the waves of one share
 */
public record TimeConstants(
    double exponent,
    double issuePerUnitAndCycle,
    double l2BytesPerCycle,
    double l2Kilobytes,
    double controllerBytesPerCycle,
    double gigabytesPerSecondPerMegaHertz,
    double latencyCoreCycles,
    double latencyFixedNanos,
    double latencyClockedNanos,
    double nominalMemoryMegaHertz,
    int simdsPerUnit,
    int wavesPerSimd,
    int vgprsPerLane,
    int sgprsPerSimd) {

  public TimeConstants {
    Require.within("exponent", exponent, 1, 100);
    Require.positive("issuePerUnitAndCycle", issuePerUnitAndCycle);
    Require.positive("l2BytesPerCycle", l2BytesPerCycle);
    Require.positive("l2Kilobytes", l2Kilobytes);
    Require.positive("controllerBytesPerCycle", controllerBytesPerCycle);
    Require.positive("gigabytesPerSecondPerMegaHertz", gigabytesPerSecondPerMegaHertz);
    Require.notNegative("latencyCoreCycles", latencyCoreCycles);
    Require.notNegative("latencyFixedNanos", latencyFixedNanos);
    Require.notNegative("latencyClockedNanos", latencyClockedNanos);
    Require.positive("nominalMemoryMegaHertz", nominalMemoryMegaHertz);
    Require.positive("simdsPerUnit", simdsPerUnit);
    Require.positive("wavesPerSimd", wavesPerSimd);
    Require.positive("vgprsPerLane", vgprsPerLane);
    Require.positive("sgprsPerSimd", sgprsPerSimd);
  }

  /** Waves of a kernel in flight on one vector unit: as its registers leave room for. */
  public int waves(Kernel kernel) {
    int byRegisters = Math.min(vgprsPerLane / kernel.vgprs(), sgprsPerSimd / kernel.sgprs());
    return Math.max(1, Math.min(wavesPerSimd, byRegisters));
  }
}
