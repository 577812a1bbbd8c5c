package io.wattune.evaluation.characterise;

import static org.assertj.core.api.Assertions.assertThat;

import io.wattune.testbed.gpu.DataFiles;
import io.wattune.testbed.gpu.GpuModel;
import io.wattune.testbed.sweep.Testbed;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CardFitTest {

  /** Whatever the free constants were before: the bundled card is what the fit makes of any. */
  @Test
  void theBundledCardIsWhatTheFitWrites() throws IOException {
    Testbed bundled = Testbed.hd7970();
    GpuModel otherwise =
        FreeConstant.apply(bundled.gpu(), new double[] {300, 25, 11, 0.7, 2.2, 25, 0.07});

    CardFit.Result fit =
        CardFit.fit(new Testbed(otherwise, bundled.applications()), 1, 8, done -> {});

    assertThat(DataFiles.text(fit.gpu())).isEqualTo(bundledText());
  }

  /** Four digits are kept of each constant; its prior's deviation is above 1/30 of it. */
  @Test
  void startsOfAnotherSeedEndAtTheSamePlace() throws IOException {
    CardFit.Result one = CardFit.fit(Testbed.hd7970(), 1, 2, done -> {});
    CardFit.Result other = CardFit.fit(Testbed.hd7970(), 99, 4, done -> {});

    assertThat(other.spread()).isLessThan(1e-3);
    assertThat(other.constants()).extracting(CardFit.Fitted::key).hasSize(7);
    for (int c = 0; c < 7; c++) {
      double value = one.constants().get(c).value();
      assertThat(other.constants().get(c).value() / value).isBetween(0.999, 1.001);
    }
  }

  /** No constant is known better than its prior and the figures together can say. */
  @Test
  void errorsAreNotAbovePriorsAndWhatFiguresSayNothingOfKeepsIts() throws IOException {
    CardFit.Result fit = CardFit.fit(Testbed.hd7970(), 1, 1, done -> {});

    List<CardFit.Fitted> constants = fit.constants();
    for (CardFit.Fitted each : constants) {
      assertThat(each.error()).isBetween(0.0, 1.001 * (each.high() - each.low()) / 4);
      assertThat(each.value()).isBetween(each.low(), each.high());
    }
  }

  private static String bundledText() throws IOException {
    try (InputStream in =
        DataFiles.class.getResourceAsStream("/io/wattune/testbed/gpus/hd7970.json")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
