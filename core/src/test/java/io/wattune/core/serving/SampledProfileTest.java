package io.wattune.core.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.wattune.core.mask.CuLayout;
import io.wattune.core.mask.CuMask;
import io.wattune.core.mask.CuPlacement;
import io.wattune.core.masktime.Dealing;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SampledProfileTest {
  private static final CuLayout LAYOUT = CuLayout.even(4, 1, 15, 1);

  /** Kernels with knees anywhere, by the largest share of a mask, and what asks for it. */
  private static final class Drawn implements ServingProfile {
    private final double[] floors = new double[20];
    private final double[] works = new double[20];
    private final double clockShare;
    private final Dealing dealing;
    private final Set<ServingSetting> asked = new HashSet<>();

    Drawn(long seed, boolean isByUnits) {
      var random = new Random(seed);
      for (int i = 0; i < floors.length; i++) {
        floors[i] = Math.exp(-4.2 * random.nextDouble());
        works[i] = Math.exp(random.nextGaussian()) / floors[i];
      }
      clockShare = random.nextDouble();
      dealing = new Dealing(0, 1, isByUnits ? 0.5 * random.nextDouble() : 0);
    }

    @Override
    public List<Integer> megaHertz() {
      return TestServer.SERVER.megaHertz();
    }

    @Override
    public int units() {
      return 60;
    }

    private double atHighest(int count) {
      double share =
          dealing.largestShare(
              CuMask.of(LAYOUT, CuPlacement.CONSERVED, count).countsByEngine(LAYOUT));
      double sum = 0;
      for (int i = 0; i < floors.length; i++) {
        sum += works[i] * Math.max(floors[i], share);
      }
      return sum;
    }

    @Override
    public double seconds(ServingSetting setting) {
      asked.add(setting);
      double slower = clockShare * 1500 / setting.megaHertz() + 1 - clockShare;
      return atHighest(setting.units()) * slower;
    }

    @Override
    public double busyWatts(ServingSetting setting) {
      double clock = setting.megaHertz() / 1500.0;
      return waitingWatts(setting) + 100 * clock * clock / seconds(setting);
    }

    @Override
    public double waitingWatts(ServingSetting setting) {
      return 15 + 0.5 * setting.units();
    }
  }

  @Test
  void aTenthIsMeasuredAndItsErrorIsStated() {
    int within = 0;
    double sum = 0;
    for (int seed = 0; seed < 60; seed++) {
      var drawn = new Drawn(seed, seed % 2 == 1);
      SampledProfile sampled = SampledProfile.of(drawn, LAYOUT);
      assertThat(drawn.asked).hasSizeLessThanOrEqualTo(54).hasSize(sampled.measurements());

      double largest = largest(drawn, sampled);
      sum += largest;
      within += largest <= sampled.largestSecondsError() ? 1 : 0;
    }
    // It is stated from what was measured: for one in twenty it may be more, as an error bar's.
    assertThat(within).isGreaterThanOrEqualTo(57);
    assertThat(sum / 60).isLessThan(0.05);
  }

  private static double largest(Drawn drawn, SampledProfile sampled) {
    double largest = 0;
    for (ServingSetting setting : JointPolicy.settings(drawn, 1)) {
      double error = sampled.seconds(setting) / drawn.seconds(setting) - 1;
      largest = Math.max(largest, Math.abs(error));
      double watts = sampled.busyWatts(setting) / drawn.busyWatts(setting) - 1;
      assertThat(Math.abs(watts)).isLessThan(0.25);
    }
    return largest;
  }

  @Test
  void whatWasMeasuredIsAsMeasured() {
    var drawn = new Drawn(3, false);
    SampledProfile sampled = SampledProfile.of(drawn, LAYOUT);
    ServingSetting whole = drawn.baseline();

    assertThat(sampled.seconds(whole)).isEqualTo(drawn.seconds(whole));
    assertThat(sampled.baseline()).isEqualTo(whole);
    assertThatThrownBy(() -> sampled.seconds(whole.ofBatch(2)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
