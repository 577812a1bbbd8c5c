package io.wattune.report.plot;

import java.awt.Graphics2D;
import java.awt.Shape;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.util.List;
import org.knowm.xchart.XYChart;

/** What lies behind the lines of the PNG: shaded activities and error bands. */
final class TraceGround {
  private static final int MAX_POINTS = 4_000;
  private static final double BAND_LIMIT = 1e6;

  private final TracePlot plot;
  private final XYChart chart;
  private final int top;
  private final Rectangle2D area;

  /**
   * @param plot what is drawn
   * @param chart the chart, painted once already
   * @param top where the chart starts in the picture
   */
  TraceGround(TracePlot plot, XYChart chart, int top) {
    this.plot = plot;
    this.chart = chart;
    this.top = top;
    double left = chart.getScreenXFromChart(chart.getStyler().getXAxisMin());
    double right = chart.getScreenXFromChart(chart.getStyler().getXAxisMax());
    double high = y(chart.getStyler().getYAxisMax());
    double low = y(chart.getStyler().getYAxisMin());
    this.area = new Rectangle2D.Double(left, high, right - left, low - high);
  }

  void drawShades(Graphics2D g) {
    for (Shade shade : inSight()) {
      double left = clamped(shade.startNanos());
      // A short activity is still seen.
      double width = Math.max(clamped(shade.endNanos()) - left, 2);
      g.setColor(Palette.SHADE);
      g.fill(new Rectangle2D.Double(left, area.getMinY(), width, area.getHeight()));
      g.setColor(Palette.SHADE_EDGE);
      g.fill(new Rectangle2D.Double(left, area.getMinY() - 4, width, 4));
    }
  }

  /** One standard error to each side of a line. */
  void drawBands(Graphics2D g) {
    Shape clip = g.getClip();
    g.clip(area);
    for (Series series : plot.series()) {
      if (series.hasErrors()) {
        g.setColor(Palette.band(series.role()));
        drawBand(g, series.decimated(MAX_POINTS));
      }
    }
    g.setClip(clip);
  }

  private void drawBand(Graphics2D g, Series series) {
    int from = 0;
    int n = series.watts().length;
    while (from < n) {
      int to = from;
      while (to < n && Double.isFinite(series.watts()[to] + series.errorWatts()[to])) {
        to++;
      }
      if (to - from > 1) {
        g.fill(stretch(series, from, to));
      }
      from = to + 1;
    }
  }

  private Path2D stretch(Series series, int from, int to) {
    var path = new Path2D.Double();
    for (int i = from; i < to; i++) {
      double edge = y(Math.min(series.watts()[i] + series.errorWatts()[i], BAND_LIMIT));
      if (i == from) {
        path.moveTo(x(series.timesNanos()[i]), edge);
      } else {
        path.lineTo(x(series.timesNanos()[i]), edge);
      }
    }
    for (int i = to - 1; i >= from; i--) {
      double edge = Math.max(series.watts()[i] - series.errorWatts()[i], -BAND_LIMIT);
      path.lineTo(x(series.timesNanos()[i]), y(edge));
    }
    path.closePath();
    return path;
  }

  /** The plot's rectangle in the picture. */
  Rectangle2D area() {
    return area;
  }

  /** The activities that touch the trace. */
  List<Shade> inSight() {
    return plot.activities().stream()
        .filter(s -> s.endNanos() > plot.startNanos() && s.startNanos() < plot.endNanos())
        .toList();
  }

  /** A time's place, or the edge of the plot that is nearest to it. */
  double clamped(long timeNanos) {
    return Math.max(area.getMinX(), Math.min(x(timeNanos), area.getMaxX()));
  }

  private double x(long timeNanos) {
    return chart.getScreenXFromChart(plot.seconds(timeNanos));
  }

  private double y(double watts) {
    return top + chart.getScreenYFromChart(watts);
  }
}
