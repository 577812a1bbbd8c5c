package io.wattune.core.thermal.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ContourTest {

  /** An L of pixels: six corners, and the area that they enclose. */
  @Test
  void anOutlineEnclosesItsPixels() {
    int[] labels = {
      0, 0, 0, 0, 0, //
      0, 1, 0, 0, 0, //
      0, 1, 0, 0, 0, //
      0, 1, 1, 1, 0, //
      0, 0, 0, 0, 0, //
    };
    List<int[]> contour = Contour.of(labels, 5, 5, 1);
    assertThat(contour)
        .containsExactly(
            new int[] {1, 1},
            new int[] {1, 2},
            new int[] {3, 2},
            new int[] {3, 4},
            new int[] {4, 4},
            new int[] {4, 1});
    assertThat(Contour.of(labels, 5, 5, 0)).hasSize(4);
  }

  @Test
  void aSinglePixelHasFourCorners() {
    assertThat(Contour.of(new int[] {0, 0, 0, 7}, 2, 2, 7)).hasSize(4);
  }
}
