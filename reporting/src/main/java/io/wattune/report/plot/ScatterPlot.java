package io.wattune.report.plot;

import java.awt.Color;
import java.awt.Graphics2D;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * What should be against what is: shares from 0 to 1, which lie on the diagonal where both agree.
 *
 * @param title what it shows
 * @param xAxis what is
 * @param yAxis what should be the same
 * @param clouds the points, by kind
 */
public record ScatterPlot(String title, String xAxis, String yAxis, List<Cloud> clouds) {
  private static final int WIDTH = 800;
  private static final int HEIGHT = 800;
  private static final double EDGE = 0.05;
  private static final List<Color> COLOURS = List.of(new Color(0x0b5fc4), new Color(0xf09f6f));
  private static final List<Marker> MARKERS = List.of(SeriesMarkers.CIRCLE, SeriesMarkers.DIAMOND);

  /**
   * Points of one kind.
   *
   * @param name the kind
   * @param x one for each point
   * @param y one for each point
   */
  public record Cloud(String name, List<Double> x, List<Double> y) {
    public Cloud {
      x = List.copyOf(x);
      y = List.copyOf(y);
      if (x.size() != y.size() || x.isEmpty()) {
        throw new IllegalArgumentException(
            "'%s' must have as many x as y and one at least, had %s and %s"
                .formatted(name, x.size(), y.size()));
      }
    }
  }

  public ScatterPlot {
    clouds = List.copyOf(clouds);
  }

  /** Draws some side by side as a PNG 800 points high. Needs no display. */
  public static void write(List<ScatterPlot> plots, Path file) throws IOException {
    Picture.write(Picture.image(WIDTH * plots.size(), HEIGHT, g -> paint(plots, g)), file);
  }

  private static void paint(List<ScatterPlot> plots, Graphics2D g) {
    for (ScatterPlot plot : plots) {
      plot.chart().paint(g, WIDTH, HEIGHT);
      g.translate(WIDTH, 0);
    }
  }

  private XYChart chart() {
    var chart = new XYChart(WIDTH, HEIGHT);
    chart.setTitle(title);
    chart.setXAxisTitle(xAxis);
    chart.setYAxisTitle(yAxis);
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
    for (int i = 0; i < clouds.size(); i++) {
      cloud(chart, clouds.get(i), i);
    }
    return chart;
  }

  private static void diagonal(XYChart chart) {
    XYSeries line = chart.addSeries("as measured", new double[] {0, 1}, new double[] {0, 1});
    Picture.dashed(line);
  }

  private static void cloud(XYChart chart, Cloud cloud, int index) {
    XYSeries points = chart.addSeries(cloud.name(), cloud.x(), cloud.y());
    points.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Scatter);
    points.setMarker(MARKERS.get(index % MARKERS.size()));
    points.setMarkerColor(COLOURS.get(index % COLOURS.size()));
  }
}
