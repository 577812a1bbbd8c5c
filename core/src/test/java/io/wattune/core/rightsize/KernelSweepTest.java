package io.wattune.core.rightsize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class KernelSweepTest {
  private final KernelSweep sweep = new KernelSweep();

  private void add(String kernel, int units, double seconds) {
    sweep.add(kernel, 64, 32, units, seconds, OptionalDouble.empty());
  }

  private RightSize only(double tolerance, int margin) {
    return sweep.sizes(tolerance, margin).kernels().get(0);
  }

  @Test
  void theLeastUnitsWithinTheToleranceAndTheMarginAboveThem() {
    for (int units = 1; units <= 8; units++) {
      add("k", units, Math.max(1, 4.0 / units));
    }

    assertThat(only(0.01, 0).units()).isEqualTo(4);
    assertThat(only(0.01, 2).leastUnits()).isEqualTo(4);
    assertThat(only(0.01, 2).units()).isEqualTo(6);
    assertThat(only(0.01, 99).units()).isEqualTo(8);
    assertThat(only(0.4, 0).units()).isEqualTo(3);
    assertThat(sweep.sizes(0.01, 0).quicker()).isEmpty();
  }

  /** As where a unit in a new engine costs time: a margin must not end there. */
  @Test
  void aMarginDoesNotEndWhereTheKernelIsSlow() {
    add("k", 3, 1);
    add("k", 4, 2);
    add("k", 5, 1);
    add("k", 6, 1);

    assertThat(only(0.01, 1).leastUnits()).isEqualTo(3);
    assertThat(only(0.01, 1).units()).isEqualTo(5);
    assertThat(sweep.sizes(0.01, 1).quicker())
        .containsExactly(
            "kernel 'k' of size 64, input 32 takes 100.0 % longer with 4 units than with 3");
  }

  /** Errors decide where they are given, else a hundredth. */
  @Test
  void noiseIsNotNamed() {
    add("k", 1, 1);
    add("k", 2, 1.009);
    sweep.add("l", 1, 1, 1, 1, OptionalDouble.of(0.02));
    sweep.add("l", 1, 1, 2, 1.08, OptionalDouble.of(0.02));

    assertThat(sweep.sizes(0.1, 0).quicker()).isEmpty();
  }

  @Test
  void whatWasMeasuredTwiceOrNeverIsNamed() {
    add("k", 4, 1);
    add("l", 8, 1);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> add("k", 4, 1))
        .withMessageContaining("stands there twice with 4 units");
    assertThat(sweep.withoutWhole())
        .singleElement()
        .asString()
        .contains("kernel 'k'", "was not measured with all 8 units");
  }

  @Test
  void tableComesBackFromItsTextAndTornOnesAreRefused() {
    add("void gemm<float, 2>(int)", 1, 1.02);
    add("void gemm<float, 2>(int)", 2, 1);
    sweep.add("other", 7, 8, 2, 0.25, OptionalDouble.of(0.125));
    var table =
        new RightSizeTable(
            "MI50", "resnet", 7, 2, 0.01, 1, 123, "me", sweep.sizes(0.01, 1).kernels());
    String text = RightSizeText.of(table);

    assertThat(RightSizeText.read(text)).isEqualTo(table);
    assertThat(table.share()).isEqualTo(1);
    for (int end = 0; end < text.length() - 1; end++) {
      String torn = text.substring(0, end);
      assertThatIllegalArgumentException().isThrownBy(() -> RightSizeText.read(torn));
    }
  }

  @Test
  void aTableHasNoMoreUnitsThanItsDeviceAndEachKernelOnce() {
    add("k", 4, 1);
    List<RightSize> kernels = sweep.sizes(0, 0).kernels();

    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RightSizeTable("p", "m", 1, 3, 0, 0, 1, "", kernels))
        .withMessageContaining("4 units of 3");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new RightSizeTable(
                    "p", "m", 1, 4, 0, 0, 1, "", List.of(kernels.get(0), kernels.get(0))))
        .withMessageContaining("stands there twice");
  }
}
