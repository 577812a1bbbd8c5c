package io.wattune.core.thermal.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.simulated.Seeds;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MedianFilterTest {
  private static final int SIDE = 60;

  /** A smooth hill with stuck pixels. */
  private static double[] hill() {
    double[] values = new double[SIDE * SIDE];
    for (int p = 0; p < values.length; p++) {
      double x = (p % SIDE - 30) / 20.0;
      double y = (p / SIDE - 25) / 25.0;
      values[p] = 20 * Math.exp(-x * x - y * y);
    }
    return values;
  }

  @Test
  void stuckPixelsGoAndTheHillStays() {
    double[] truth = hill();
    double[] seen = truth.clone();
    Random random = Seeds.random(4);
    for (int k = 0; k < 10; k++) {
      seen[random.nextInt(seen.length)] += 8;
    }
    ThermalImage filtered = MedianFilter.NARROW.filtered(new ThermalImage(SIDE, SIDE, 1e-4, seen));
    for (int p = 0; p < truth.length; p++) {
      // A median of nine on this slope: up to a pixel's step of 0.9 K.
      assertThat(filtered.values()[p]).isCloseTo(truth[p], within(0.9));
    }
  }

  /** With the percentile taken anew a tenth would be steep in every pass, until all is flat. */
  @Test
  void theThresholdOfTheFirstPassStays() {
    var image = new ThermalImage(SIDE, SIDE, 1e-4, hill());
    var few = new MedianFilter(5, 0.9, 3);
    var many = new MedianFilter(5, 0.9, 1000);
    ThermalImage after = many.filtered(image);
    double peak = after.at(25, 30);
    assertThat(peak).as("the peak is no slope").isCloseTo(20, within(1e-9));
    // It has come to its end: another run of all passes finds next to nothing to do.
    double[] slopes = MedianFilter.slopes(after);
    double[] before = MedianFilter.slopes(few.filtered(image));
    assertThat(most(slopes)).isLessThanOrEqualTo(most(before) + 1e-12);
  }

  private static double most(double[] values) {
    double most = 0;
    for (double value : values) {
      most = Math.max(most, value);
    }
    return most;
  }
}
