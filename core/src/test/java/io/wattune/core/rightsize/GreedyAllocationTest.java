package io.wattune.core.rightsize;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GreedyAllocationTest {
  /** Seconds on 1 to 4 units: all work is shared, half of it, and a kernel that needs one unit. */
  private static final KernelTimes THREE =
      new KernelTimes(new double[][] {{8, 4, 3, 2}, {4, 2, 2, 2}, {1, 1, 1, 1}});

  /** By hand: 13 s with one each; the first kernel (6 above its least) gets one: 9 s; then. */
  @Test
  void theKernelThatSlowsTheModelMostGetsTheNextUnit() {
    assertThat(GreedyAllocation.of(THREE, 12.9)).containsExactly(2, 1, 1);
    // Both are 2 s above their least now: the first of them comes first.
    assertThat(GreedyAllocation.of(THREE, 8.5)).containsExactly(3, 1, 1);
    assertThat(GreedyAllocation.of(THREE, 7)).containsExactly(3, 2, 1);
  }

  /** As printed the loop ends where the time is not below the threshold: at once. */
  @Test
  void theLoopGoesOnWhileTheModelIsTooSlow() {
    assertThat(THREE.sum(GreedyAllocation.of(THREE, 6))).isLessThanOrEqualTo(6);
    assertThat(GreedyAllocation.of(THREE, 13)).containsExactly(1, 1, 1);
  }

  /** As printed only kernels with more than all units go back into the heap. */
  @Test
  void aKernelCanGetMoreThanOneUnit() {
    assertThat(GreedyAllocation.of(THREE, 5)[0]).isEqualTo(4);
  }

  @Test
  void whereNothingIsFastEnoughAllIsGivenAndItEnds() {
    assertThat(GreedyAllocation.of(THREE, 1)).containsExactly(4, 4, 4);
  }

  @Test
  void rightSizesAreTheLeastUnitsWithinAPart() {
    assertThat(THREE.rightSizes(0.01)).containsExactly(4, 2, 1);
    assertThat(THREE.rightSizes(0.5)).containsExactly(3, 2, 1);
    assertThat(THREE.sumOnAll()).isEqualTo(5);
  }
}
