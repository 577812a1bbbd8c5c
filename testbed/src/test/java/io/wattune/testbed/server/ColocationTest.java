package io.wattune.testbed.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.mask.CuMask;
import io.wattune.core.mask.CuPlacement;
import io.wattune.core.masktime.Dealing;
import io.wattune.core.masktime.Knee;
import io.wattune.core.masktime.MaskTime;
import io.wattune.testbed.server.Colocation.RunningKernel;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class ColocationTest {
  private static final Offset<Double> ROUNDING = within(1e-9);

  /** A kernel that fills some units and takes little of memory. */
  private static ServerKernel kernel(KernelSensitivity type, double fills) {
    return new ServerKernel(
        "k", type, new MaskTime(0, 0, 1, 1 / fills, 0, Knee.SHARP, Dealing.EQUAL));
  }

  private static RunningKernel on(CuMask mask, KernelSensitivity type, double fills) {
    return RunningKernel.of(kernel(type, fills), mask);
  }

  private static CuMask engine(int engine, int count) {
    BigInteger bits = CuMask.of(Mi50.LAYOUT, CuPlacement.PACKED, count).bits().shiftLeft(engine);
    return new CuMask(bits, 60);
  }

  private static final CuMask ALL = CuMask.of(Mi50.LAYOUT, CuPlacement.DISTRIBUTED, 60);

  @Test
  void aloneAndApartNothingIsSlower() {
    RunningKernel one = on(engine(0, 15), KernelSensitivity.LOW, 15);
    RunningKernel other = on(engine(1, 15), KernelSensitivity.LOW, 15);

    assertThat(Colocation.slowdowns(List.of(one))).containsExactly(1);
    assertThat(Colocation.slowdowns(List.of(one, other))).containsExactly(1, 1);
  }

  @Test
  void kernelsThatFillTheSameUnitsShareThem() {
    RunningKernel full = on(ALL, KernelSensitivity.LOW, 60);

    double[] slowdowns = Colocation.slowdowns(List.of(full, full));

    assertThat(slowdowns[0]).isCloseTo(2 * (1 + Colocation.CROWDING), ROUNDING);
    assertThat(slowdowns[1]).isEqualTo(slowdowns[0]);
  }

  @Test
  void kernelsThatFillAThirdEachOnlyCrowd() {
    RunningKernel third = on(ALL, KernelSensitivity.LOW, 20);

    assertThat(Colocation.slowdowns(List.of(third, third, third))[0])
        .isCloseTo(1 + 2 * Colocation.CROWDING, ROUNDING);
  }

  /** A kernel goes as its slowest engine, an engine as the mean of its units. */
  @Test
  void oneSharedEngineHoldsBackTheWholeKernel() {
    RunningKernel wide = on(ALL, KernelSensitivity.LOW, 60);
    RunningKernel small = on(engine(2, 5), KernelSensitivity.LOW, 5);

    double[] slowdowns = Colocation.slowdowns(List.of(wide, small));

    double shared = 1 / (2 * (1 + Colocation.CROWDING));
    assertThat(slowdowns[0]).isCloseTo(15 / (10 + 5 * shared), ROUNDING);
    assertThat(slowdowns[1]).isCloseTo(1 / shared, ROUNDING);
  }

  @Test
  void memoryIsSharedByKernelsOnDifferentUnits() {
    List<RunningKernel> four = new ArrayList<>();
    for (int engine = 0; engine < 4; engine++) {
      four.add(on(engine(engine, 15), KernelSensitivity.HIGH, 60));
    }

    double wished = 4 * KernelSensitivity.HIGH.memoryShare();
    assertThat(Colocation.slowdowns(four)[3]).isCloseTo(wished, ROUNDING).isGreaterThan(1);
  }
}
