package io.wattune.core.rightsize;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PartedAllocationTest {
  /** On 8 units: all work is shared, and work that ends at 3 units. */
  private static final KernelTimes TWO =
      new KernelTimes(
          new double[][] {
            {16, 8, 16 / 3.0, 4, 16 / 5.0, 16 / 6.0, 16 / 7.0, 2}, {3, 1.5, 1, 1, 1, 1, 1, 1}
          });

  @Test
  void aloneItIsTheLeastWithinAPart() {
    assertThat(PartedAllocation.of(TWO, 1, 0)).containsExactly(8, 3);
    // 3.6 s: 16/6 + 1 is too long by 0.07, 16/7 + 1 is not, and 16/6 is the same with 2.
    assertThat(PartedAllocation.of(TWO, 1, 0.2)).containsExactly(7, 3);
  }

  /** With a half of the GPU 4 + 1 s is the least. */
  @Test
  void noKernelHasMoreThanItsPart() {
    assertThat(PartedAllocation.of(TWO, 2, 0)).containsExactly(4, 3);
    assertThat(PartedAllocation.of(TWO, 2, 0.1)).containsExactly(4, 2);
    assertThat(Arrays.stream(PartedAllocation.of(TWO, 8, 0)).max()).hasValue(1);
    // More workers than units.
    assertThat(PartedAllocation.of(TWO, 9, 0)).containsExactly(1, 1);
  }
}
