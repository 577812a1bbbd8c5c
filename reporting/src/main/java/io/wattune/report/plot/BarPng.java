package io.wattune.report.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import javax.imageio.ImageIO;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;

/** Draws a {@link BarPlot} as a PNG of 1600 by 700 points. Needs no display. */
public final class BarPng {
  private static final int WIDTH = 1600;
  private static final int HEIGHT = 700;

  private BarPng() {}

  /** Writes the picture. */
  public static void write(BarPlot plot, Path file) throws IOException {
    var image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
    Graphics2D g = image.createGraphics();
    g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    g.setRenderingHint(
        RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
    chart(plot).paint(g, WIDTH, HEIGHT);
    g.dispose();
    try (OutputStream out = Files.newOutputStream(file)) {
      ImageIO.write(image, "png", out);
    }
  }

  private static CategoryChart chart(BarPlot plot) {
    var chart = new CategoryChart(WIDTH, HEIGHT);
    chart.setTitle(plot.title());
    chart.setYAxisTitle(plot.axis());
    var style = chart.getStyler();
    style
        .setChartBackgroundColor(Palette.PAPER)
        .setPlotBackgroundColor(Palette.PAPER)
        .setPlotBorderVisible(false)
        .setChartFontColor(Palette.INK)
        .setChartTitleBoxVisible(false)
        .setChartTitleFont(TracePng.font(Font.BOLD, 24))
        .setLegendPosition(LegendPosition.OutsideS)
        .setLegendLayout(LegendLayout.Horizontal)
        .setLegendBorderColor(Palette.PAPER)
        .setLegendFont(TracePng.font(Font.PLAIN, 17))
        .setSeriesColors(Palette.BARS.toArray(Color[]::new))
        .setLocale(Locale.ROOT);
    style
        .setAvailableSpaceFill(0.8)
        .setOverlapped(false)
        .setAxisTitleFont(TracePng.font(Font.BOLD, 17))
        .setAxisTickLabelsFont(TracePng.font(Font.PLAIN, 15))
        .setAxisTickLabelsColor(Palette.INK)
        .setAxisTickMarksColor(Palette.QUIET)
        .setPlotGridLinesColor(Palette.GRID)
        .setPlotGridLinesStroke(new BasicStroke(1f))
        .setPlotGridVerticalLinesVisible(false)
        .setXAxisLabelRotation(35);
    for (BarPlot.Bars bars : plot.series()) {
      chart.addSeries(bars.name(), plot.categories(), bars.values());
    }
    return chart;
  }
}
