package io.wattune.core.rightsize;

/**
 * Units for each kernel of a model that shares a GPU with others, with a margin for contention. Not
 * in the document: there kernels are sized as if alone (Chow 2023, section 3.6), and where their
 * sizes together are more than the GPU, units are shared, which acts on a kernel at its knee as
 * fewer units do and makes it miss its objective.
 *
 * <p>Two things are different. No kernel has more than its worker's part of the GPU, so that with
 * {@code LeastLoadedMasks} no unit is shared and times are those of the profile. And the least
 * units are looked for ({@link ExactAllocation}) with which the model takes at most a part longer
 * than it must: on the whole GPU, or with its part of it if that is slower. What kernels cost each
 * other beside units, such as memory's bandwidth, is not in it. Test: {@code PartedAllocationTest}.
 */
public final class PartedAllocation {
  private PartedAllocation() {}

  /**
   * Units of each kernel.
   *
   * @param workers how many models run at once, from 1
   * @param within how much longer than it must the model may take, as a part
   */
  public static int[] of(KernelTimes times, int workers, double within) {
    if (workers < 1) {
      throw new IllegalArgumentException("there is at least one worker, were " + workers);
    }
    KernelTimes part = times.upTo(Math.max(1, times.units() / workers));
    double must = Math.max(part.least(), times.sumOnAll());
    return ExactAllocation.of(part, (1 + within) * must);
  }
}
