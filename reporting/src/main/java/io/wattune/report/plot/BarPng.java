package io.wattune.report.plot;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import org.knowm.xchart.CategoryChart;

/** Draws a {@link BarPlot} as a PNG of 1600 by 700 points. Needs no display. */
public final class BarPng {
  private static final int WIDTH = 1600;
  private static final int HEIGHT = 700;

  private BarPng() {}

  /** Writes the picture. */
  public static void write(BarPlot plot, Path file) throws IOException {
    var image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
    Graphics2D g = Picture.graphics(image);
    chart(plot).paint(g, WIDTH, HEIGHT);
    g.dispose();
    Picture.write(image, file);
  }

  private static CategoryChart chart(BarPlot plot) {
    var chart = new CategoryChart(WIDTH, HEIGHT);
    chart.setTitle(plot.title());
    chart.setYAxisTitle(plot.axis());
    var style = chart.getStyler();
    Picture.titled(style);
    style.setSeriesColors(Palette.BARS.toArray(Color[]::new));
    style
        .setAvailableSpaceFill(0.8)
        .setOverlapped(false)
        .setPlotGridVerticalLinesVisible(false)
        .setXAxisLabelRotation(35);
    for (BarPlot.Bars bars : plot.series()) {
      chart.addSeries(bars.name(), plot.categories(), bars.values());
    }
    return chart;
  }
}
