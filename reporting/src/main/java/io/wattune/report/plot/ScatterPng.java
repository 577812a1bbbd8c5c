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
import java.util.List;
import java.util.Locale;
import javax.imageio.ImageIO;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Draws {@link ScatterPlot}s side by side as a PNG 800 points high. Needs no display. */
public final class ScatterPng {
  private static final int WIDTH = 800;
  private static final int HEIGHT = 800;
  private static final double EDGE = 0.05;
  private static final List<Color> COLOURS = List.of(new Color(0x0b5fc4), new Color(0xf09f6f));
  private static final List<Marker> MARKERS = List.of(SeriesMarkers.CIRCLE, SeriesMarkers.DIAMOND);

  private ScatterPng() {}

  /** Writes the picture. */
  public static void write(List<ScatterPlot> plots, Path file) throws IOException {
    var image = new BufferedImage(WIDTH * plots.size(), HEIGHT, BufferedImage.TYPE_INT_RGB);
    Graphics2D g = image.createGraphics();
    g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    g.setRenderingHint(
        RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
    for (ScatterPlot plot : plots) {
      chart(plot).paint(g, WIDTH, HEIGHT);
      g.translate(WIDTH, 0);
    }
    g.dispose();
    try (OutputStream out = Files.newOutputStream(file)) {
      ImageIO.write(image, "png", out);
    }
  }

  private static XYChart chart(ScatterPlot plot) {
    var chart = new XYChart(WIDTH, HEIGHT);
    chart.setTitle(plot.title());
    chart.setXAxisTitle(plot.xAxis());
    chart.setYAxisTitle(plot.yAxis());
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
        .setPlotContentSize(1)
        .setDecimalPattern("0.0")
        .setLocale(Locale.ROOT);
    style
        .setAxisTitleFont(TracePng.font(Font.BOLD, 17))
        .setAxisTickLabelsFont(TracePng.font(Font.PLAIN, 15))
        .setAxisTickLabelsColor(Palette.INK)
        .setAxisTickMarksColor(Palette.QUIET)
        .setPlotGridLinesColor(Palette.GRID)
        .setPlotGridLinesStroke(new BasicStroke(1f))
        .setPlotMargin(0)
        .setYAxisTickMarkSpacingHint(65)
        .setXAxisMin(-EDGE)
        .setXAxisMax(1 + EDGE)
        .setYAxisMin(-EDGE)
        .setYAxisMax(1 + EDGE);
    diagonal(chart);
    for (int i = 0; i < plot.clouds().size(); i++) {
      cloud(chart, plot.clouds().get(i), i);
    }
    return chart;
  }

  private static void diagonal(XYChart chart) {
    XYSeries line = chart.addSeries("as measured", new double[] {0, 1}, new double[] {0, 1});
    line.setMarker(SeriesMarkers.NONE);
    line.setLineColor(Palette.QUIET);
    line.setLineStyle(
        new BasicStroke(
            1.2f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_BEVEL, 1, new float[] {6, 6}, 0));
  }

  private static void cloud(XYChart chart, ScatterPlot.Cloud cloud, int index) {
    XYSeries points = chart.addSeries(cloud.name(), cloud.x(), cloud.y());
    points.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Scatter);
    points.setMarker(MARKERS.get(index % MARKERS.size()));
    points.setMarkerColor(COLOURS.get(index % COLOURS.size()));
  }
}
