package io.wattune.report.plot;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
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
    Graphics2D g = Picture.graphics(image);
    for (ScatterPlot plot : plots) {
      chart(plot).paint(g, WIDTH, HEIGHT);
      g.translate(WIDTH, 0);
    }
    g.dispose();
    Picture.write(image, file);
  }

  private static XYChart chart(ScatterPlot plot) {
    var chart = new XYChart(WIDTH, HEIGHT);
    chart.setTitle(plot.title());
    chart.setXAxisTitle(plot.xAxis());
    chart.setYAxisTitle(plot.yAxis());
    var style = chart.getStyler();
    Picture.titled(style);
    style.setPlotContentSize(1).setDecimalPattern("0.0");
    style
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
    Picture.dashed(line);
  }

  private static void cloud(XYChart chart, ScatterPlot.Cloud cloud, int index) {
    XYSeries points = chart.addSeries(cloud.name(), cloud.x(), cloud.y());
    points.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Scatter);
    points.setMarker(MARKERS.get(index % MARKERS.size()));
    points.setMarkerColor(COLOURS.get(index % COLOURS.size()));
  }
}
