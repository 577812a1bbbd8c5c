package io.wattune.core.meter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class NodeFitterTest {
  /** Rounding of sums of some hundred squares. */
  private static final double ROUNDING = 1e-9;

  @Test
  void aLineIsFoundExactly() {
    NodeFit fit =
        NodeFitter.fit(new double[] {100, 400, 900, 250}, new double[] {231, 561, 1_111, 396})
            .orElseThrow();

    assertThat(fit.gain()).isCloseTo(1.1, within(ROUNDING));
    assertThat(fit.offsetWatts()).isCloseTo(121, within(1e-6));
    assertThat(fit.gainError()).isLessThan(1e-6);
    assertThat(fit.offsetWatts() + fit.gain() * 1_000).isCloseTo(1_221, within(1e-6));
    assertThat(fit.lowWatts()).isEqualTo(100);
    assertThat(fit.highWatts()).isEqualTo(900);
    assertThat(fit.sentence()).startsWith("node = 121.0 W (+- 0.0 W) + 1.1000 (+- 0.0000) x sum");
  }

  /** Residuals of 1, -1, -1, 1 have no part of a line, and do not hang together. */
  @Test
  void errorsAreThoseOfTheClosedForm() {
    double[] x = {85, 95, 105, 115};
    double[] y = {86, 94, 104, 116};

    NodeFit fit = NodeFitter.fit(x, y).orElseThrow();

    double variance = 4.0 / (4 - 2);
    double spread = 2 * (15 * 15 + 5 * 5);
    assertThat(fit.gain()).isCloseTo(1, within(ROUNDING));
    assertThat(fit.noiseWatts()).isCloseTo(Math.sqrt(variance), within(ROUNDING));
    assertThat(fit.gainError()).isCloseTo(Math.sqrt(variance / spread), within(ROUNDING));
    assertThat(fit.offsetErrorWatts())
        .isCloseTo(Math.sqrt(variance / 4 + 1e4 * variance / spread), within(1e-6));
    assertThat(fit.covarianceWatts()).isCloseTo(-100 * variance / spread, within(1e-6));
    double atTheMean =
        Math.pow(100 * fit.gainError(), 2)
            + 2 * 100 * fit.covarianceWatts()
            + Math.pow(fit.offsetErrorWatts(), 2);
    assertThat(Math.sqrt(atTheMean)).isCloseTo(Math.sqrt(variance / 4), within(1e-6));
  }

  /** The share of fits whose gain lies within one standard error: 68.3 % where they are right. */
  @Test
  void errorsAreRightForNoiseThatIsIndependentAndForNoiseThatHangsTogether() {
    for (double r : new double[] {0, 0.6}) {
      var random = new Random(17);
      int inside = 0;
      int fits = 600;
      for (int k = 0; k < fits; k++) {
        double[] x = new double[200];
        double[] y = new double[200];
        double noise = random.nextGaussian();
        for (int i = 0; i < x.length; i++) {
          x[i] = 300 + 200 * Math.sin(i * 0.031);
          noise = r * noise + Math.sqrt(1 - r * r) * random.nextGaussian();
          y[i] = 150 + 1.08 * x[i] + 5 * noise;
        }
        NodeFit fit = NodeFitter.fit(x, y).orElseThrow();
        inside += Math.abs(fit.gain() - 1.08) < fit.gainError() ? 1 : 0;
      }
      // Three standard deviations of a share of 600; the correlation is estimated, which costs
      // some.
      assertThat((double) inside / fits).as("r = " + r).isBetween(0.60, 0.75);
    }
  }

  @Test
  void whatCannotBeToldIsNotTold() {
    assertThat(NodeFitter.fit(new double[] {1, 2}, new double[] {1, 2})).isEmpty();
    assertThat(NodeFitter.fit(new double[] {300, 301, 300}, new double[] {400, 401, 402}))
        .isEmpty();
    assertThatThrownBy(() -> NodeFitter.fit(new double[3], new double[2]))
        .hasMessageContaining("were 3 and 2");
    assertThatThrownBy(() -> new NodeFit(Double.NaN, 0, 0, 0, 0, 0, 3, 0, 1))
        .hasMessageContaining("gain NaN");
  }
}
