package io.wattune.core.thermal.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.wattune.core.simulated.Seeds;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class GridGeometryTest {

  @Test
  void levelsHalveTheShorterSideUntilOneCellIsLeft() {
    GridGeometry geometry = GridGeometry.of(0.01, 0.02, 30, 64);
    assertThat(geometry.coarser().columns).isEqualTo(32);
    assertThat(geometry.coarser().rows).isEqualTo(30);
    int levels = 0;
    while (geometry.cells() > 1) {
      geometry = geometry.coarser();
      assertThat(Arrays.stream(geometry.dx).sum()).isCloseTo(0.01, within(1e-15));
      assertThat(Arrays.stream(geometry.dy).sum()).isCloseTo(0.02, within(1e-15));
      levels++;
    }
    assertThat(levels).isLessThanOrEqualTo(12);
  }

  /** {@code (P c, f) = (c, P' f)}: else the preconditioner is not symmetric. */
  @Test
  void restrictionIsTheTransposeOfInterpolation() {
    GridGeometry fine = GridGeometry.of(0.01, 0.012, 13, 9);
    GridGeometry coarse = fine.coarser();
    var interpolation = new Interpolation(fine, coarse, 2);
    Random random = Seeds.random(7);
    double[] f = random.doubles(fine.cells() * 2 + 1).toArray();
    double[] c = random.doubles(coarse.cells() * 2 + 1).toArray();
    double[] up = new double[f.length];
    interpolation.addTo(up, c);
    double[] down = interpolation.restrict(f, 1);
    double left = 0;
    for (int i = 0; i < f.length; i++) {
      left += up[i] * f[i];
    }
    double right = 0;
    for (int i = 0; i < c.length; i++) {
      right += down[i] * c[i];
    }
    assertThat(left).isCloseTo(right, within(1e-12 * Math.abs(left)));
    assertThat(Arrays.stream(down).sum()).isCloseTo(Arrays.stream(f).sum(), within(1e-12 * 200));
    double[] ones = new double[c.length];
    Arrays.fill(ones, 1);
    double[] even = new double[f.length];
    interpolation.addTo(even, ones);
    assertThat(even).containsOnly(new double[] {1}, within(1e-15));
  }
}
