package io.wattune.report.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.awt.image.BufferedImage;
import java.nio.file.Path;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CoveragePngTest {
  @TempDir Path folder;

  @Test
  void theNormalDistributionIsItself() {
    // Simpson's rule with 200 pieces errs by 1e-9.
    assertThat(CoveragePng.normal(0)).isZero();
    assertThat(CoveragePng.normal(1)).isCloseTo(0.682689492, within(1e-8));
    assertThat(CoveragePng.normal(2)).isCloseTo(0.954499736, within(1e-8));
  }

  @Test
  void aPictureIsDrawn() throws Exception {
    Path file = folder.resolve("x.png");

    CoveragePng.write("title", "subtitle", Map.of("x", errors -> Math.min(1, errors / 2)), file);

    BufferedImage image = ImageIO.read(file.toFile());
    assertThat(image.getWidth()).isEqualTo(1600);
  }
}
