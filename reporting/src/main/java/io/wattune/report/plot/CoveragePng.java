package io.wattune.report.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * Draws how many errors lie within how many stated errors, beside what a normal distribution would
 * give. A curve above that one states too much, a curve below too little.
 */
public final class CoveragePng {
  private static final int WIDTH = 1600;
  private static final int HEIGHT = 900;
  private static final int MARGIN = 28;
  private static final int HEAD = 96;
  private static final double MOST = 4;
  private static final double STEP = 0.01;
  private static final double WISHED_SHARE = 90;
  private static final double WISHED_ERRORS = 2;

  /** Distinct also to eyes that do not distinguish red from green. */
  private static final List<Color> COLOURS =
      List.of(
          new Color(0x0b5fc4),
          new Color(0xf09f6f),
          new Color(0x009e73),
          new Color(0xc93f8a),
          new Color(0xb58a00),
          new Color(0x56b4e9),
          new Color(0x7a4fb5),
          new Color(0x6b7685));

  private CoveragePng() {}

  /**
   * Writes the picture.
   *
   * @param curves the share of errors that lies within so many stated errors, by its name
   */
  public static void write(
      String title, String subtitle, Map<String, DoubleUnaryOperator> curves, Path file)
      throws IOException {
    Picture.write(Picture.image(WIDTH, HEIGHT, g -> paint(title, subtitle, curves, g)), file);
  }

  private static void paint(
      String title, String subtitle, Map<String, DoubleUnaryOperator> curves, Graphics2D g) {
    g.setColor(Palette.PAPER);
    g.fillRect(0, 0, WIDTH, HEIGHT);
    g.setColor(Palette.INK);
    g.setFont(Picture.font(Font.BOLD, 28));
    g.drawString(title, MARGIN, 44);
    g.setColor(Palette.QUIET);
    g.setFont(Picture.font(Font.PLAIN, 17));
    g.drawString(subtitle, MARGIN, 72);
    g.translate(0, HEAD);
    chart(curves).paint(g, WIDTH, HEIGHT - HEAD);
  }

  private static XYChart chart(Map<String, DoubleUnaryOperator> curves) {
    var chart = new XYChart(WIDTH, HEIGHT - HEAD);
    chart.setXAxisTitle("Stated standard errors");
    chart.setYAxisTitle("Errors within (%)");
    var style = chart.getStyler();
    Picture.look(style, 16);
    style
        .setChartTitleVisible(false)
        .setLegendPosition(LegendPosition.InsideSE)
        .setLegendFont(Picture.font(Font.PLAIN, 16))
        .setLegendBorderColor(Palette.GRID)
        .setChartPadding(MARGIN / 2)
        .setPlotContentSize(1);
    style
        .setPlotMargin(0)
        .setXAxisMin(-1e-9)
        .setXAxisMax(MOST)
        .setYAxisMin(-1e-9)
        .setYAxisMax(100.0);
    Iterator<Color> colours = COLOURS.iterator();
    for (Map.Entry<String, DoubleUnaryOperator> curve : curves.entrySet()) {
      colours = colours.hasNext() ? colours : COLOURS.iterator();
      line(chart, curve.getKey(), colours.next(), 2.4f, curve.getValue());
    }
    line(chart, "normal distribution", Palette.INK, 1.2f, CoveragePng::normal);
    XYSeries wish =
        chart.addSeries(
            "wished for: 90 % within 2",
            new double[] {0, WISHED_ERRORS, WISHED_ERRORS},
            new double[] {WISHED_SHARE, WISHED_SHARE, 0});
    Picture.dashed(wish);
    return chart;
  }

  private static void line(
      XYChart chart, String name, Color colour, float width, DoubleUnaryOperator share) {
    int points = (int) Math.round(MOST / STEP) + 1;
    double[] x = new double[points];
    double[] y = new double[points];
    for (int i = 0; i < points; i++) {
      x[i] = i * STEP;
      y[i] = 100 * share.applyAsDouble(x[i]);
    }
    XYSeries line = chart.addSeries(name, x, y);
    line.setMarker(SeriesMarkers.NONE);
    line.setLineColor(colour);
    line.setLineStyle(new BasicStroke(width, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
  }

  /** Share of a normal distribution within so many deviations, by Simpson's rule. */
  static double normal(double deviations) {
    int pieces = 200;
    double step = deviations / pieces;
    double sum = 0;
    for (int i = 0; i <= pieces; i++) {
      int weight = i == 0 || i == pieces ? 1 : i % 2 == 1 ? 4 : 2;
      sum += weight * Math.exp(-0.5 * i * step * i * step);
    }
    return sum * step / 3 * Math.sqrt(2 / Math.PI);
  }
}
