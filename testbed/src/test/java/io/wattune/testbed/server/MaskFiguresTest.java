package io.wattune.testbed.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.testbed.server.DocumentFigure.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

class MaskFiguresTest {
  private static final List<DocumentFigure> FIGURES = MaskFigures.all();

  /** What the testbed was made by must be in it: numbers within 1 %, or 1 point of a share. */
  @Test
  void whatWasCalibratedAgrees() {
    List<DocumentFigure> calibrated =
        FIGURES.stream().filter(figure -> figure.kind() == Kind.CALIBRATION).toList();

    assertThat(calibrated).hasSize(31);
    for (DocumentFigure figure : calibrated) {
      if (figure.paper().matches("[0-9.]+")) {
        double paper = Double.parseDouble(figure.paper());
        assertThat(Double.parseDouble(figure.ours()))
            .as("%s", figure)
            .isCloseTo(paper, within(paper < 1 && paper > 0.08 ? 0.01 : 0.01 * paper));
      } else if (figure.what().startsWith("packed")) {
        // 59 packed units are the same mask as 59 distributed ones.
        assertThat(figure.ours()).isEqualTo(figure.paper() + " 59");
      } else {
        assertThat(figure.ours()).as("%s", figure).isEqualTo(figure.paper());
      }
    }
  }

  @Test
  void theRuleOfDealtBlocksPredictsFigure39() {
    assertThat(ours("packed: units at which time spikes")).isEqualTo("16 31 46");
    assertThat(ours("distributed: units below 16")).isEqualTo("7 11 15");
    assertThat(ours("19 units, conserved")).isEqualTo("10 9 0 0");
  }

  private String ours(String what) {
    return FIGURES.stream()
        .filter(figure -> figure.what().startsWith(what))
        .map(DocumentFigure::ours)
        .findFirst()
        .orElseThrow();
  }
}
