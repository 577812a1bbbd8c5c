package io.wattune.core.thermal.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.simulated.Seeds;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Power from temperature, against what made the temperature. */
class PowerMapTest {
  private static final int SIDE = 64;
  private static final double PIXEL = 1e-4;

  /** A wave is an eigenvector: {@code q = (h + k t c) T} for one that is long against the slab. */
  @Test
  void aLongWaveIsTheThinSheets() {
    var sheet = new ImagedSheet(100, 1e-5, 4000, 0);
    double[] power = new double[SIDE * SIDE];
    for (int p = 0; p < power.length; p++) {
      power[p] = 1e5 * Math.cos(Math.PI * 3 * (2 * (p % SIDE) + 1) / (2.0 * SIDE));
    }
    var inversion = new PowerMap(sheet, SIDE, SIDE, PIXEL);
    ThermalImage shown = inversion.shown(new ThermalImage(SIDE, SIDE, PIXEL, power));
    double sine = Math.sin(Math.PI * 3 / (2.0 * SIDE));
    double curvature = 4 * sine * sine / (PIXEL * PIXEL);
    double expected = power[0] / (4000 + 100 * 1e-5 * curvature);
    // The slab is 1e-5 m thick, the wave 700 times as long.
    assertThat(shown.at(10, 0)).isCloseTo(expected, within(1e-3 * expected));
  }

  /** Noise is amplified by the Laplacian; the result is off by what it says. */
  @Test
  void theStatedNoiseIsTheErrorOfAPixel() {
    var sheet = new ImagedSheet(120, 2e-4, 5000, 1e-4);
    double[] power = new double[SIDE * SIDE];
    for (int p = 0; p < power.length; p++) {
      double x = (p % SIDE - 30) / 9.0;
      double y = (p / SIDE - 34) / 12.0;
      power[p] = 4e5 * Math.exp(-x * x - y * y);
    }
    var inversion = new PowerMap(sheet, SIDE, SIDE, PIXEL);
    double[] seen = inversion.shown(new ThermalImage(SIDE, SIDE, PIXEL, power)).values();
    Random random = Seeds.random(8);
    for (int p = 0; p < seen.length; p++) {
      seen[p] += 0.01 * random.nextGaussian();
    }
    PowerMap.Result result = inversion.of(List.of(new ThermalImage(SIDE, SIDE, PIXEL, seen)));
    double sum = 0;
    double total = 0;
    for (int p = 0; p < power.length; p++) {
      double error = result.maps().get(0).values()[p] - power[p];
      sum += error * error;
      total += result.maps().get(0).values()[p] / 4e5;
    }
    double off = Math.sqrt(sum / power.length);
    // 4,096 pixels say the noise to 1 %; the fit takes some.
    assertThat(result.cameraNoise()).isCloseTo(0.01, within(6e-4));
    // What regularisation takes from the peak comes on top of noise.
    assertThat(off).isBetween(0.5 * result.noise(), 3 * result.noise());
    assertThat(off).isLessThan(0.05 * 4e5);
    assertThat(total).isCloseTo(Math.PI * 9 * 12, within(0.02 * Math.PI * 9 * 12));
  }
}
