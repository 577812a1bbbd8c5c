package io.wattune.report.plot;

import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.knowm.xchart.CategoryChart;

/**
 * Values of several kinds for each of several things, side by side.
 *
 * @param title what it shows
 * @param axis what the values are, with their unit
 * @param categories the things
 * @param series the kinds
 */
public record BarPlot(String title, String axis, List<String> categories, List<Bars> series) {
  private static final int WIDTH = 1600;
  private static final int HEIGHT = 700;

  /**
   * Values of one kind.
   *
   * @param name the kind
   * @param values one for each thing
   */
  public record Bars(String name, List<Double> values) {
    public Bars {
      values = List.copyOf(values);
    }
  }

  public BarPlot {
    categories = List.copyOf(categories);
    series = List.copyOf(series);
    for (Bars bars : series) {
      if (bars.values().size() != categories.size()) {
        throw new IllegalArgumentException(
            "'%s' must have one value for each of %s categories, had %s"
                .formatted(bars.name(), categories.size(), bars.values().size()));
      }
    }
  }

  /** Draws it as a PNG of 1600 by 700 points. Needs no display. */
  public void write(Path file) throws IOException {
    Picture.write(Picture.image(WIDTH, HEIGHT, g -> chart().paint(g, WIDTH, HEIGHT)), file);
  }

  private CategoryChart chart() {
    var chart = new CategoryChart(WIDTH, HEIGHT);
    chart.setTitle(title);
    chart.setYAxisTitle(axis);
    var style = chart.getStyler();
    Picture.titled(style);
    style.setSeriesColors(Palette.BARS.toArray(Color[]::new));
    style
        .setAvailableSpaceFill(0.8)
        .setOverlapped(false)
        .setPlotGridVerticalLinesVisible(false)
        .setXAxisLabelRotation(35);
    for (Bars bars : series) {
      chart.addSeries(bars.name(), categories, bars.values());
    }
    return chart;
  }
}
