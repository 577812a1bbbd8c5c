package io.wattune.evaluation.errorbars;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CoverageTest {

  @Test
  void sharesAreOfErrorsWithoutTheirSign() {
    var coverage = new Coverage("x", List.of(-3.0, 0.5, 1.0, 1.0, -0.2));

    assertThat(coverage.within(0.1)).isZero();
    assertThat(coverage.within(1)).isEqualTo(0.8);
    assertThat(coverage.within(2.9)).isEqualTo(0.8);
    assertThat(coverage.within(3)).isEqualTo(1);
  }
}
