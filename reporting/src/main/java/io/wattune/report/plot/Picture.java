package io.wattune.report.plot;

import java.awt.BasicStroke;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Consumer;
import javax.imageio.ImageIO;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** What all pictures have in common: how they are painted on, written, and how charts look. */
final class Picture {
  private Picture() {}

  /** A picture on which somebody has painted. */
  static BufferedImage image(int width, int height, Consumer<Graphics2D> painter) {
    var image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    Graphics2D g = image.createGraphics();
    g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    g.setRenderingHint(
        RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
    painter.accept(g);
    g.dispose();
    return image;
  }

  static void write(BufferedImage image, Path file) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      ImageIO.write(image, "png", out);
    }
  }

  static Font font(int style, int size) {
    return new Font(Font.SANS_SERIF, style, size);
  }

  /** The look of a chart; {@code tickSize} is the size of its tick labels. */
  static void look(AxesChartStyler style, int tickSize) {
    style
        .setChartBackgroundColor(Palette.PAPER)
        .setPlotBackgroundColor(Palette.PAPER)
        .setPlotBorderVisible(false)
        .setChartFontColor(Palette.INK)
        .setLocale(Locale.ROOT);
    style
        .setAxisTitleFont(font(Font.BOLD, 17))
        .setAxisTickLabelsFont(font(Font.PLAIN, tickSize))
        .setAxisTickLabelsColor(Palette.INK)
        .setPlotGridLinesColor(Palette.GRID);
  }

  /** A chart with a title of its own, and its legend below. */
  static void titled(AxesChartStyler style) {
    look(style, 15);
    style
        .setChartTitleBoxVisible(false)
        .setChartTitleFont(font(Font.BOLD, 24))
        .setLegendPosition(LegendPosition.OutsideS)
        .setLegendLayout(LegendLayout.Horizontal)
        .setLegendBorderColor(Palette.PAPER)
        .setLegendFont(font(Font.PLAIN, 17));
    style.setAxisTickMarksColor(Palette.QUIET).setPlotGridLinesStroke(new BasicStroke(1f));
  }

  /** A line that is there for comparison. */
  static void dashed(XYSeries line) {
    line.setMarker(SeriesMarkers.NONE);
    line.setLineColor(Palette.QUIET);
    line.setLineStyle(
        new BasicStroke(
            1.2f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_BEVEL, 1, new float[] {6, 6}, 0));
  }
}
