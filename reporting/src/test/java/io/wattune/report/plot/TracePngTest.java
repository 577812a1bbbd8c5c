package io.wattune.report.plot;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TracePngTest {
  @Test
  void theFileIsAPictureOfTheStatedSize(@TempDir Path folder) throws IOException {
    TracePng.write(ExamplePlots.k20(), folder.resolve("trace.png"));

    BufferedImage image = ImageIO.read(folder.resolve("trace.png").toFile());

    assertThat(image.getWidth()).isEqualTo(1600);
    assertThat(image.getHeight()).isEqualTo(900);
  }

  @Test
  void eachRoleIsDrawnInItsColour() {
    BufferedImage image = TracePng.image(ExamplePlots.k20());

    // Thousands of points of a line some 1500 pixels long; far fewer would be the legend alone.
    assertThat(pixels(image, Palette.of(SeriesRole.TRUE))).isGreaterThan(1_500);
    assertThat(pixels(image, Palette.of(SeriesRole.RAW))).isGreaterThan(500);
    assertThat(pixels(image, Palette.of(SeriesRole.METER))).isZero();
  }

  @Test
  void linesThatCoincideAreAllSeen() {
    Series line = ExamplePlots.k20().series().get(0);
    var same = new ArrayList<Series>();
    for (SeriesRole role :
        List.of(SeriesRole.METER, SeriesRole.RAW, SeriesRole.TRUE, SeriesRole.SMOOTHED)) {
      same.add(Series.of(role.name(), role, line.timesNanos(), line.watts()));
    }
    BufferedImage image =
        TracePng.image(new TracePlot("the same four times", "", same, List.of(), List.of()));

    for (SeriesRole role : SeriesRole.values()) {
      // Most of a line some 1500 pixels long; the legend's sample has a few hundred.
      assertThat(pixels(image, Palette.of(role))).as(role.name()).isGreaterThan(1_000);
    }
  }

  @Test
  void activitiesAreShaded() {
    TracePlot plot = ExamplePlots.k20();
    var without =
        new TracePlot(plot.title(), plot.subtitle(), plot.series(), List.of(), plot.notes());
    Color shade = blended(Palette.SHADE);

    // The kernels run for a third of the 25 s, over a plot of about 1500 x 600 pixels.
    assertThat(pixels(TracePng.image(plot), shade)).isGreaterThan(150_000);
    assertThat(pixels(TracePng.image(without), shade)).isZero();
  }

  @Test
  void drawsAThousandActivitiesMissingValuesAndEndlessTexts() {
    TracePlot plot = ExamplePlots.k20();
    var many = new ArrayList<Shade>();
    for (int i = 0; i < 1_000; i++) {
      long start = ExamplePlots.START_NANOS + i * 24_000_000L;
      many.add(new Shade("k".repeat(i % 300 + 1), "kernel", start, start + 10_000_000L, null));
    }
    String endless = "long ".repeat(500);
    var missing =
        Series.of(
            "nothing",
            SeriesRole.METER,
            plot.series().get(0).timesNanos(),
            filled(plot.series().get(0).watts().length));
    var heavy =
        new TracePlot(
            endless,
            endless,
            List.of(plot.series().get(0), missing),
            many,
            List.of(endless, "b", "c", "d", "e", "f"));

    assertThat(TracePng.image(heavy).getWidth()).isEqualTo(1600);
  }

  @Test
  void aTraceOfOnePointIsDrawn() {
    var point = Series.of("raw", SeriesRole.RAW, new long[] {5}, new double[] {30});
    var plot = new TracePlot("one point", "", List.of(point), List.of(), List.of());

    assertThat(TracePng.image(plot).getHeight()).isEqualTo(900);
  }

  private static double[] filled(int n) {
    double[] values = new double[n];
    java.util.Arrays.fill(values, Double.NaN);
    return values;
  }

  private static Color blended(Color over) {
    double share = over.getAlpha() / 255.0;
    return new Color(
        (int) Math.round(255 + share * (over.getRed() - 255)),
        (int) Math.round(255 + share * (over.getGreen() - 255)),
        (int) Math.round(255 + share * (over.getBlue() - 255)));
  }

  /** Pixels within a step or two of rounding of a colour. */
  private static int pixels(BufferedImage image, Color colour) {
    int count = 0;
    for (int y = 0; y < image.getHeight(); y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        var at = new Color(image.getRGB(x, y));
        int distance =
            Math.abs(at.getRed() - colour.getRed())
                + Math.abs(at.getGreen() - colour.getGreen())
                + Math.abs(at.getBlue() - colour.getBlue());
        count += distance <= 4 ? 1 : 0;
      }
    }
    return count;
  }
}
